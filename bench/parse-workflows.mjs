// How long GitHub's own parser needs to parse and validate the workflows of a folder. Prints milliseconds.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const CODE = `export { parseWorkflow } from "@actions/workflow-parser/workflows/workflow-parser";
export { convertWorkflowTemplate } from "@actions/workflow-parser";`;

const root = fileURLToPath(new URL("..", import.meta.url));

/** The package imports JSON as bundlers take it and Node does not. */
async function load() {
  const scratch = mkdtempSync(join(root, "node_modules", ".bench-"));
  const outfile = join(scratch, "parser.mjs");
  try {
    await build({
      stdin: { contents: CODE, resolveDir: root },
      alias: { yaml: join(root, "node_modules/yaml/browser/index.js") },
      bundle: true, format: "esm", platform: "node", outfile, logLevel: "silent",
    });
    return await import(outfile);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

const { parseWorkflow, convertWorkflowTemplate } = await load();
const folder = join(process.argv[2], ".github", "workflows");
const files = readdirSync(folder).map((name) => ({ name, content: readFileSync(join(folder, name), "utf8") }));
const trace = { info() {}, verbose() {}, error() {} };
const started = performance.now();
for (const file of files) {
  const { context, value } = parseWorkflow(file, trace);
  if (value) await convertWorkflowTemplate(context, value);
}
console.log(performance.now() - started);
