// Entry of the GitHub Action: audit, annotate, summarise, comment, send SARIF; then the gate's own exit code.
import { appendFileSync } from "node:fs";
import { apiOf } from "./api.mjs";
import { baseRevision } from "./base.mjs";
import { uploadSarif } from "./code-scanning.mjs";
import { QUIET, updateComment } from "./comment.mjs";
import { readInputs } from "./inputs.mjs";
import { fail, warn } from "./log.mjs";
import { readChange, readPullRequest } from "./pull-request.mjs";
import { updateSuggestions } from "./suggestions.mjs";
import { programOf } from "./program.mjs";

/** Sets an output of the step. Values are single lines of ours. */
function output(name, value) {
  const file = process.env["GITHUB_OUTPUT"] ?? "";
  if (file !== "") appendFileSync(file, `${name}=${value}\n`);
}

/** Runs what may fail without failing the gate: a comment that cannot be written must not hide the result. */
async function attempt(what, step) {
  try {
    return await step();
  } catch (error) {
    warn(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** Fixes that stand in the lines of the change, each on its line. */
async function suggest(api, pull, inputs, program) {
  const commit = readChange(process.env)?.headSha ?? "";
  if (commit !== "") await updateSuggestions(api, pull, commit, program.fixes(), inputs.path);
}

async function main() {
  const inputs = readInputs(process.env);
  const pull = readPullRequest(process.env);
  const base = baseRevision(inputs.base, readChange(process.env));
  const program = programOf(process.env, inputs);
  // Annotations and the job summary come from this one; its exit code is the gate's.
  const code = program.annotate(base);
  output("findings", code === 1 ? "true" : "false");
  if (code > 1) {
    process.exitCode = code;
    return;
  }
  if (inputs.htmlFile !== "") program.write("html", inputs.htmlFile, base);
  const api = apiOf(process.env, inputs.token);
  // Code scanning compares by itself, so it gets everything, not only what is new.
  if (inputs.sarifFile !== "") program.write("sarif", inputs.sarifFile, null);
  if (inputs.sarif) await attempt("code scanning", () => uploadSarif(api, process.env, program.print("sarif", null)));
  if (pull !== null && inputs.comment !== "never") {
    const body = program.print("markdown", base);
    const quiet = inputs.comment === "auto" && body.includes(QUIET);
    const url = await attempt("review comment", () => updateComment(api, pull, body, quiet));
    output("comment-url", url ?? "");
    if (inputs.suggestions) await attempt("suggestions", () => suggest(api, pull, inputs, program));
  }
  process.exitCode = code;
}

main().catch((error) => {
  fail(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
