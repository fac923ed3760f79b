import type { Command } from "commander";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { makeFolder, makeRepository } from "../helpers/folder.ts";
import { buildProgram } from "../../src/program.ts";
import { signalbox } from "../helpers/program.ts";

/** Two pushes to main meet in one Helm release. */
const DEPLOY = `on:
  push:
    branches: [main]
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: helm upgrade --install api ./chart --namespace web --kube-context prod
`;
const files = { ".github/workflows/deploy.yml": DEPLOY };

/** The words of every command of the program, `[]` for the program itself. */
function commandsOf(program: Command, path: readonly string[]): readonly (readonly string[])[] {
  return [path, ...program.commands.flatMap((command) => commandsOf(command, [...path, command.name()]))];
}

describe("usage", () => {
  test.each([
    [["adit"], "signalbox: unknown command 'adit' (Did you mean audit?)\n"],
    [["audit", "--formt", "json"], "signalbox: unknown option '--formt' (Did you mean --format?)\n"],
    [
      ["audit", "--format", "jsn"],
      /^signalbox: option '--format <name>' argument 'jsn' is invalid\. Did you mean json\?$/m,
    ],
    [["audit", "--format", "xml"], /is invalid\. Use text, json, .* or \w+\.\n$/],
    [["audit", "--fail-on", "errors"], /argument 'errors' is invalid\. Did you mean error\?\n$/],
    [["audit", "--output"], /option '--output <file>' argument missing\n$/],
    [["audit", ".", "twice"], /^signalbox: too many arguments/],
    [["audit", "--write-baseline"], /--baseline FILE/],
    [["audit", "nowhere"], "signalbox: there is no folder nowhere. Pass the repository's root.\n"],
    [["audit", "--config", "none.yml"], "signalbox: there is no config none.yml.\n"],
    [["audit", "--base", "v0"], /no revision "v0".*fetch-depth: 0/],
    [["audit", "--baseline", "none.json"], /no baseline none\.json/],
  ])("%j is one line on stderr and exit 2", async (args, expected) => {
    const { code, stdout, stderr } = await signalbox(args, { cwd: makeRepository(files) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    if (typeof expected === "string") expect(stderr).toBe(expected);
    else expect(stderr).toMatch(expected);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("--version is the package's", async () => {
    const manifest: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
    const shown = await signalbox(["--version"], { cwd: "." });
    expect(shown).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });

  test("--help shows examples for every command, and for those below them", async () => {
    const words = commandsOf(buildProgram("0"), []);
    expect(words.length).toBeGreaterThan(12);
    for (const command of words) {
      const { code, stdout } = await signalbox([...command, "--help"], { cwd: "." });
      expect({ command, code }).toEqual({ command, code: 0 });
      expect(stdout, command.join(" ")).toMatch(/^Examples?:\n {2}(?:signalbox|source) /m);
    }
  });

  test("--help shows examples and what the exit codes mean", async () => {
    const { code, stdout } = await signalbox(["audit", "--help"], { cwd: "." });
    expect(code).toBe(0);
    expect(stdout).toContain("signalbox audit --base origin/main");
    expect(stdout).toContain("Exit code: 0 nothing at or above --fail-on");
  });
});

describe("a folder with nothing to audit", () => {
  test("is said, and exit 2, so that a gate in the wrong folder does not pass", async () => {
    const cwd = makeFolder({ "docs/readme.md": "" });
    expect(await signalbox(["audit", "docs"], { cwd })).toEqual({
      code: 2,
      stdout: "",
      stderr: "signalbox: no workflow, Terraform, Helm or Ansible file under docs. Pass the repository's root.\n",
    });
  });

  test("is no failure with --allow-empty", async () => {
    const { code, stdout } = await signalbox(["audit", "--allow-empty"], { cwd: makeFolder({}) });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "0 targets. 0 errors, 0 warnings, 0 notes.\n" });
  });
});

describe("exit codes follow --fail-on, for every format", () => {
  test.each([
    [[], 1],
    [["--fail-on", "error"], 0],
    [["--fail-on", "never"], 0],
    [["--format", "json"], 1],
    [["--format", "sarif", "--fail-on", "never"], 0],
  ])("%j: %i", async (args, expected) => {
    const { code, stdout } = await signalbox(["audit", ...args], { cwd: makeRepository(files) });
    expect(code).toBe(expected);
    expect(stdout).toContain("concurrent-writers");
  });
});

describe("output", () => {
  test("has no colour in a pipe, and has it when it is asked for", async () => {
    const cwd = makeRepository(files);
    const plain = await signalbox(["audit"], { cwd });
    expect(plain.stdout).not.toContain("\u001b");
    for (const [args, env] of [
      [["--color"], {}],
      [[], { FORCE_COLOR: "1" }],
    ] as const) {
      expect((await signalbox(["audit", ...args], { cwd, env })).stdout).toContain("\u001b[");
    }
    const refused = await signalbox(["audit"], { cwd, env: { FORCE_COLOR: "1", NO_COLOR: "1" } });
    expect(refused.stdout).toBe(plain.stdout);
  });

  test("--output writes the same report to a file", async () => {
    const cwd = makeRepository(files);
    const { code, stdout } = await signalbox(["audit", "--format", "json", "--output", "report.json"], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    const printed = await signalbox(["audit", "--format", "json"], { cwd });
    expect(readFileSync(join(cwd, "report.json"), "utf8")).toBe(printed.stdout);
  });

  test("is the same bytes each time and from each folder of the repository", async () => {
    const cwd = makeRepository({ ...files, "chart/Chart.yaml": "name: api\n" });
    const first = await signalbox(["audit", "--format", "json"], { cwd });
    expect((await signalbox(["audit", "--format", "json"], { cwd })).stdout).toBe(first.stdout);
    expect((await signalbox(["audit", "--format", "json"], { cwd: join(cwd, "chart") })).stdout).toBe(first.stdout);
    expect((await signalbox(["audit", "--format", "json", cwd], { cwd: "/" })).stdout).toBe(first.stdout);
  });

  test("goes to a reader that leaves early without a complaint", async () => {
    const bin = fileURLToPath(new URL("../../bin/signalbox.js", import.meta.url));
    const child = spawn("bash", ["-c", `set -o pipefail; "${process.execPath}" "${bin}" audit --notes | head -c 1`], {
      cwd: makeRepository(files),
    });
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
    const [code] = await once(child, "close");
    expect({ code, complaint }).toEqual({ code: 1, complaint: "" });
  });

  test("--verbose says what was read, on stderr", async () => {
    const cwd = makeRepository({ ...files, "signalbox.yml": "version: 1\n" });
    const { stderr } = await signalbox(["audit", "--verbose"], { cwd });
    expect(stderr).toMatch(/config: signalbox\.yml\n.*2 files in \d+ ms\n/);
  });
});
