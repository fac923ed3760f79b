import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { COMMENT_MARKER, markdown } from "../../src/reporters/markdown.ts";
import { fakeGitHub, type FakeGitHub } from "../helpers/fake-github.ts";
import { runGit } from "../helpers/folder.ts";
import { runAction, type ActionRun } from "../helpers/run-action.ts";
import { makeReport, makeTarget } from "../helpers/sample-report.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const LOUD = `${COMMENT_MARKER}\n## signalbox: 2 findings\n`;
const CALM = `${COMMENT_MARKER}\n## signalbox: nothing in the way\n`;

/** Stands for the program: writes down how it was called, and answers by format. */
const PROGRAM = `
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
const args = process.argv.slice(2);
const { calls, code, review, fixes } = JSON.parse(readFileSync(process.env.FAKE_PROGRAM, "utf8"));
appendFileSync(calls, JSON.stringify({ args, token: "INPUT_TOKEN" in process.env }) + "\\n");
const format = args.find((arg) => arg.startsWith("--format=")).slice(9);
const output = args.find((arg) => arg.startsWith("--output="));
const summary = process.env.GITHUB_STEP_SUMMARY;
if (format === "github" && summary) appendFileSync(summary, "the summary\\n");
const texts = { github: "::warning::two runs\\n", sarif: '{"version":"2.1.0"}\\n', html: "<!doctype html>\\n" };
const text = { ...texts, markdown: review, json: JSON.stringify({ fixes }) }[format];
if (output) writeFileSync(output.slice(9), text);
else process.stdout.write(text);
process.exitCode = args.includes("--fail-on=never") ? 0 : code;
`;

let folder: string;
let github: FakeGitHub;
let base: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-action-"));
  for (const name of ["action", "action.yml"])
    cpSync(join(ROOT, name), join(folder, "action", name), { recursive: true });
  for (const name of ["action/bin", "action/dist", "repository"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "action/bin/signalbox.js"), PROGRAM);
  writeFileSync(join(folder, "action/package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "action/dist/cli.js"), "");
  const git = (...args: string[]): string =>
    execFileSync("git", ["-C", join(folder, "repository"), "-c", "user.name=a", "-c", "user.email=a@b.test", ...args], {
      encoding: "utf8",
    });
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "base");
  base = git("rev-parse", "HEAD").trim();
  git("commit", "-q", "--allow-empty", "-m", "change");
  github = await fakeGitHub();
});

afterEach(async () => {
  await github.close();
  rmSync(folder, { recursive: true });
});

interface Given {
  readonly inputs?: Readonly<Record<string, string>>;
  /** Exit code of the gate, and what the review comment says. */
  readonly code?: number;
  readonly review?: string;
  readonly event?: string;
  readonly baseSha?: string;
  readonly headSha?: string;
  readonly fixes?: readonly object[];
}

async function run({
  inputs = {},
  code = 1,
  review = LOUD,
  event = "pull_request",
  baseSha = base,
  headSha = "",
  fixes = [],
}: Given = {}): Promise<ActionRun> {
  writeFileSync(join(folder, "program.json"), JSON.stringify({ calls: join(folder, "calls"), code, review, fixes }));
  writeFileSync(join(folder, "calls"), "");
  const payloads: Readonly<Record<string, object>> = {
    pull_request: { pull_request: { number: 7, base: { sha: baseSha, ref: "main" }, head: { sha: headSha } } },
    merge_group: { merge_group: { base_sha: baseSha, head_sha: headSha } },
  };
  const payload = payloads[event] ?? {};
  writeFileSync(join(folder, "event.json"), JSON.stringify(payload));
  return runAction({
    action: join(folder, "action"),
    workspace: join(folder, "repository"),
    temp: join(folder, "runner"),
    inputs,
    env: {
      FAKE_PROGRAM: join(folder, "program.json"),
      GITHUB_API_URL: github.url,
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: join(folder, "event.json"),
      GITHUB_REPOSITORY: "acme/platform",
      GITHUB_REF: "refs/pull/7/merge",
      GITHUB_SHA: "f".repeat(40),
    },
  });
}

function programCalls(): { args: string[]; token: boolean }[] {
  const lines = readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as { args: string[]; token: boolean });
}

describe("the gate", () => {
  it("annotates, summarises, and fails with the program's own code", async () => {
    const result = await run();
    expect(result.code).toBe(1);
    expect(result.log).toContain("::warning::two runs");
    expect(result.summary).toBe("the summary\n");
    expect(result.outputs["findings"]).toBe("true");
  });

  it("passes when nothing was found", async () => {
    const result = await run({ code: 0, review: CALM });
    expect(result.code).toBe(0);
    expect(result.outputs["findings"]).toBe("false");
  });

  it("stops with 2, and comments nothing, when the audit could not be done", async () => {
    const result = await run({ code: 2 });
    expect(result.code).toBe(2);
    expect(github.calls).toEqual([]);
  });

  it("compares a pull request with its base, and a push with nothing", async () => {
    await run();
    expect(programCalls()[0]?.args).toEqual([
      "audit",
      "--format=github",
      "--fail-on=warning",
      `--base=${base}`,
      "--",
      ".",
    ]);
    await run({ event: "push" });
    expect(programCalls()[0]?.args.join(" ")).not.toContain("--base");
    expect(github.comments).toHaveLength(1);
  });

  it("compares an entry of the merge queue with what it is queued on, and comments nothing", async () => {
    await run({ event: "merge_group" });
    expect(programCalls()[0]?.args).toContain(`--base=${base}`);
    expect(github.comments).toEqual([]);
  });

  it("compares a merged checkout with what it was merged into, which others may have moved on", async () => {
    const git = (...args: string[]): string => runGit(join(folder, "repository"), ...args).trim();
    const headSha = git("rev-parse", "HEAD");
    git("checkout", "-q", "--detach", base);
    git("commit", "-q", "--allow-empty", "-m", "others moved on");
    const moved = git("rev-parse", "HEAD");
    git("merge", "-q", "--no-ff", "-m", "merge", headSha);
    await run({ headSha });
    expect(programCalls()[0]?.args).toContain(`--base=${moved}`);
    await run({ headSha: "2".repeat(40) });
    expect(programCalls()[0]?.args).toContain(`--base=${base}`);
  });

  it("hands its inputs on, and keeps its token to itself", async () => {
    await run({
      inputs: { path: "services", strict: "true", config: "ci/signalbox.yml", baseline: "b.json", "fail-on": "error" },
    });
    const [first] = programCalls();
    const wanted = ["--fail-on=error", "--strict", "--config=ci/signalbox.yml", "--baseline=b.json"];
    expect(first?.args).toEqual(expect.arrayContaining(wanted));
    expect(first?.args.slice(-2)).toEqual(["--", "services"]);
    expect(programCalls().every((call) => !call.token)).toBe(true);
  });

  it("takes no input for a command, whatever is written into it", async () => {
    const evil = '"; touch pwned; $(touch pwned) `touch pwned` ${{ github.token }}\n::error::x';
    await run({ inputs: { path: evil, base: "none" } });
    expect(existsSync(join(folder, "repository/pwned"))).toBe(false);
    expect(programCalls()[0]?.args.at(-1)).toContain("touch pwned");
  });

  it.each([
    [{ "fail-on": "high" }, 'the input fail-on is "high". Use error, warning, note or never.'],
    [{ comment: "yes" }, 'the input comment is "yes". Use auto, always or never.'],
    [{ base: "--upload-pack=touch" }, 'the input base is "--upload-pack=touch", which is no revision.'],
  ])("says what is wrong with %j", async (inputs, message) => {
    const result = await run({ inputs });
    expect(result.code).toBe(2);
    expect(result.log).toContain(`::error title=signalbox::${message}`);
  });

  it("says what to do when the base is not in the clone", async () => {
    const result = await run({ baseSha: "1".repeat(40) });
    expect(result.code).toBe(2);
    expect(result.log).toContain("Give actions/checkout fetch-depth: 0.");
  });
});

describe("the review comment", () => {
  it("is written once and then updated, in the place where it was", async () => {
    const first = await run();
    expect(github.comments.map((one) => one.body)).toEqual([LOUD]);
    expect(first.outputs["comment-url"]).toBe(github.comments[0]?.html_url);
    const second = await run({ review: `${LOUD}more\n` });
    expect(github.comments.map((one) => one.body)).toEqual([`${LOUD}more\n`]);
    expect(second.outputs["comment-url"]).toBe(first.outputs["comment-url"]);
    expect(github.calls.every((call) => call.token === "Bearer fake-token")).toBe(true);
  });

  it("is taken away when nothing is left to say, unless it is always wanted", async () => {
    await run();
    const calm = await run({ code: 0, review: CALM });
    expect([github.comments, calm.outputs["comment-url"]]).toEqual([[], ""]);
    expect(calm.log).not.toContain("::warning title=signalbox");
    await run();
    await run({ code: 0, review: CALM, inputs: { comment: "always" } });
    expect(github.comments.map((one) => one.body)).toEqual([CALM]);
  });

  it("is left alone when it says the same already", async () => {
    await run();
    github.calls.length = 0;
    await run();
    expect(github.calls.map((call) => call.method)).toEqual(["GET"]);
  });

  it("is not started when there is nothing to say, unless asked for", async () => {
    await run({ code: 0, review: CALM });
    expect(github.comments).toEqual([]);
    await run({ code: 0, review: CALM, inputs: { comment: "always" } });
    expect(github.comments).toHaveLength(1);
    await run({ inputs: { comment: "never" } });
    expect(github.comments.map((one) => one.body)).toEqual([CALM]);
  });

  it("is started for findings that do not fail the step", async () => {
    await run({ code: 0, review: LOUD });
    expect(github.comments).toHaveLength(1);
  });

  it("is found behind a hundred others, and never taken from a person who wrote the marker", async () => {
    await github.close();
    const others = Array.from({ length: 130 }, (_value, id) => ({
      id,
      body: id === 3 ? `${COMMENT_MARKER} mine` : "thanks!",
      user: { type: "User" },
    }));
    github = await fakeGitHub([...others, { id: 500, body: `${COMMENT_MARKER}\nold`, user: { type: "Bot" } }]);
    await run();
    expect(github.comments).toHaveLength(131);
    expect(github.comments.find((one) => one.id === 500)?.body).toBe(LOUD);
    expect(github.comments[3]?.body).toBe(`${COMMENT_MARKER} mine`);
  });

  it("is a person's own where the token is, and whoever is gone has none", async () => {
    await github.close();
    const comment = (id: number, login: string | null) => {
      return { id, body: `${COMMENT_MARKER}\nold`, user: login === null ? null : { type: "User", login } };
    };
    github = await fakeGitHub([comment(1, "mallory"), comment(2, "alice")], "alice");
    await run();
    expect(github.comments.map((one) => one.body)).toEqual([`${COMMENT_MARKER}\nold`, LOUD]);
    await github.close();
    github = await fakeGitHub([comment(1, "mallory")], "alice");
    await run();
    expect(github.comments.map((one) => one.body)).toEqual([`${COMMENT_MARKER}\nold`, LOUD]);
  });

  it("that cannot be written warns and leaves the gate's answer as it is", async () => {
    github.failures.push(403);
    const result = await run({ code: 0 });
    expect(result.code).toBe(0);
    expect(result.log).toContain(
      "::warning title=signalbox::review comment: GET /repos/acme/platform/issues/7/comments",
    );
    expect(result.log).toContain("Does the job have the permission?");
  });

  it("outlives a hiccup of the server", async () => {
    github.failures.push(502);
    await run();
    expect(github.comments).toHaveLength(1);
  });

  it("is told to be quiet by the headline that the report really has", async () => {
    const address = new URL("../../action/comment.mjs", import.meta.url).href;
    const { MARKER, QUIET } = (await import(address)) as { MARKER: string; QUIET: string };
    const calm = makeReport({ targets: [makeTarget({ verdict: "matches" })], findings: [] });
    expect(MARKER).toBe(COMMENT_MARKER);
    expect(markdown(calm, { sources: new Map() })).toContain(QUIET);
    expect(markdown(makeReport(), { sources: new Map() })).not.toContain(QUIET);
  });
});

describe("suggestions", () => {
  const TEXT = "on: push\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps: []\n";
  const PATCH = "@@ -0,0 +1,4 @@\n+on: push\n+jobs:\n+  deploy:\n+    runs-on: ubuntu-latest";
  const at = TEXT.indexOf("    runs-on");
  const fix = (start: number, text: string): object => ({
    rule: "concurrent-writers",
    message: "two <b>runs</b> meet",
    title: "give it a group",
    safety: "safe",
    edits: [{ file: "deploy.yml", start, end: start, text }],
  });
  const headSha = "a".repeat(40);

  beforeEach(() => {
    writeFileSync(join(folder, "repository/deploy.yml"), TEXT);
    github.files.push({ filename: "deploy.yml", patch: PATCH });
  });

  it("stand on the lines that the fix replaces, once, and go when the fix is made", async () => {
    const fixes = [fix(at, "    concurrency: deploy\n")];
    for (let time = 0; time < 2; time += 1) await run({ headSha, fixes });
    expect(github.inline).toEqual([
      expect.objectContaining({ path: "deploy.yml", line: 4, side: "RIGHT", commit_id: headSha }),
    ]);
    expect(github.inline[0]?.body).toContain("```suggestion\n    concurrency: deploy\n    runs-on: ubuntu-latest\n```");
    expect(github.inline[0]?.body).toContain("two &#60;b&#62;runs&#60;/b&#62; meet");
    await run({ headSha, fixes: [] });
    expect(github.inline).toEqual([]);
  });

  it("are not made outside the diff, for half a fix, or where the checkout shows other lines", async () => {
    const outside = fix(TEXT.indexOf("    steps"), "    timeout-minutes: 10\n");
    const half = {
      ...fix(at, "x\n"),
      edits: [
        { file: "deploy.yml", start: at, end: at, text: "x\n" },
        { file: "other.yml", start: 0, end: 0, text: "x\n" },
      ],
    };
    await run({ headSha, fixes: [outside, half] });
    writeFileSync(join(folder, "repository/deploy.yml"), `# merged\n${TEXT}`);
    await run({ headSha, fixes: [fix(at, "    concurrency: deploy\n")] });
    expect(github.inline).toEqual([]);
  });

  it("cannot be broken out of, and can be switched off", async () => {
    const fixes = [fix(at, "    # ```\n    # ````suggestion\n")];
    await run({ headSha, fixes, inputs: { suggestions: "false" } });
    expect(github.inline).toEqual([]);
    await run({ headSha, fixes });
    expect(github.inline[0]?.body).toContain("\n`````suggestion\n");
  });
});

describe("a pull request from a fork", () => {
  const fix = {
    rule: "no-timeout",
    message: "it hangs",
    title: "give it a limit",
    safety: "safe",
    edits: [{ file: "deploy.yml", start: 0, end: 0, text: "# limit\n" }],
  };

  it.each([0, 1])(
    "has a token that only reads: clear lines, nothing written, and the gate's own answer (%i)",
    async (code) => {
      github.readOnly = true;
      writeFileSync(join(folder, "repository/deploy.yml"), "on: push\n");
      github.files.push({ filename: "deploy.yml", patch: "@@ -0,0 +1 @@\n+on: push" });
      const result = await run({ code, headSha: "a".repeat(40), fixes: [fix] });
      expect([result.code, result.outputs["comment-url"], result.outputs["findings"]]).toEqual([
        code,
        "",
        code === 1 ? "true" : "false",
      ]);
      expect([github.comments, github.inline]).toEqual([[], []]);
      const refused = (what: string, path: string): string =>
        `::warning title=signalbox::${what}: POST /repos/acme/platform/${path}/7/comments: 403 Resource not accessible by integration. Does the job have the permission? A fork's token has none.`;
      expect(result.log.split("\n").filter((line) => line.startsWith("::warning title=signalbox"))).toEqual([
        refused("review comment", "issues"),
        refused("suggestions", "pulls"),
      ]);
    },
  );

  it("leaves what stands there as it is where it may not be changed or taken away", async () => {
    await run();
    github.readOnly = true;
    const calm = await run({ code: 0, review: CALM });
    expect([calm.code, github.comments.map((one) => one.body)]).toEqual([0, [LOUD]]);
    expect(calm.log).toContain("review comment: DELETE /repos/acme/platform/issues/comments/");
  });
});

describe("the token", () => {
  it("is in no line of the log, though the server repeats it", async () => {
    github.refusal = "Bearer fake-token is no token of ours";
    github.readOnly = true;
    const { log } = await run();
    expect(log).toContain("Bearer *** is no token of ours");
    expect(log).not.toContain("fake-token");
  });
});

describe("files and code scanning", () => {
  it("send SARIF of everything, packed, with commit and ref", async () => {
    await run({ inputs: { sarif: "true", comment: "never" } });
    const [upload] = github.calls;
    expect(upload).toMatchObject({ method: "POST", path: "/repos/acme/platform/code-scanning/sarifs" });
    expect(upload?.body).toMatchObject({
      commit_sha: "f".repeat(40),
      ref: "refs/pull/7/merge",
      tool_name: "signalbox",
    });
    expect(gunzipSync(Buffer.from(String(upload?.body["sarif"]), "base64")).toString()).toBe('{"version":"2.1.0"}\n');
    const call = programCalls().find(({ args }) => args.includes("--format=sarif"));
    expect(call?.args.join(" ")).not.toContain("--base");
  });

  it("write the reports that a workflow keeps", async () => {
    await run({ inputs: { "sarif-file": "out.sarif", "html-file": "out.html" }, event: "push" });
    expect(readFileSync(join(folder, "repository/out.sarif"), "utf8")).toContain("2.1.0");
    expect(readFileSync(join(folder, "repository/out.html"), "utf8")).toContain("<!doctype html>");
  });
});

describe("preparing", () => {
  it("installs from the lock file only where nothing is built, without install scripts", async () => {
    rmSync(join(folder, "action/dist"), { recursive: true });
    mkdirSync(join(folder, "tools"));
    writeFileSync(join(folder, "tools/npm"), `#!/bin/sh\necho "npm $*" in "$(basename "$PWD")"\nexit 9\n`);
    chmodSync(join(folder, "tools/npm"), 0o755);
    const path = process.env["PATH"] ?? "";
    process.env["PATH"] = `${join(folder, "tools")}:${path}`;
    const result = await run().finally(() => (process.env["PATH"] = path));
    expect(result.log).toContain("npm ci --ignore-scripts --no-audit --no-fund --loglevel=error in action");
    expect(result.code).toBe(9);
  });
});

describe("definitions", () => {
  const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");

  it("put no expression into a script: inputs come through the environment", () => {
    const action = parse(read("action.yml")) as { runs: { steps: { run: string }[] } };
    for (const step of action.runs.steps) expect(step.run).not.toContain("${{");
  });

  it("describe every input and output", () => {
    const { inputs, outputs } = parse(read("action.yml")) as Record<string, Record<string, { description: string }>>;
    for (const one of [...Object.values(inputs!), ...Object.values(outputs!)])
      expect(one.description.length).toBeGreaterThan(20);
  });

  it("let pre-commit run the program on the files that it reads, and on no others", () => {
    const [hook] = parse(read(".pre-commit-hooks.yaml")) as { entry: string; files: string; pass_filenames: boolean }[];
    const { bin } = JSON.parse(read("package.json")) as { bin: Record<string, string> };
    expect(Object.keys(bin)).toContain(hook?.entry.split(" ")[0]);
    expect(hook?.pass_filenames).toBe(false);
    const files = new RegExp(hook!.files.replace("(?x)", "").replace(/\s+/g, ""));
    const read_ = [
      ".github/workflows/deploy.yml",
      "infra/main.tf",
      "charts/api/Chart.yaml",
      "charts/api/values-prod.yaml",
    ];
    for (const path of [
      ...read_,
      "action.yml",
      "site/playbook.yml",
      "Makefile",
      "scripts/deploy.sh",
      "signalbox.yml",
    ]) {
      expect(files.test(path), path).toBe(true);
    }
    for (const path of ["README.md", "src/index.ts", "docs/workflows.md"]) expect(files.test(path), path).toBe(false);
  });
});
