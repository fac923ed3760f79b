import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Report } from "../../src/model/report.ts";
import { addFiles, commitAll, makeFolder, makeRepository, runGit } from "../helpers/folder.ts";
import { signalbox } from "../helpers/program.ts";
import { parseReport } from "../helpers/report-schema.ts";

const CALLED = ".github/workflows/called.yml";
const PUSH = ".github/workflows/push.yml";
const BY_HAND = ".github/workflows/by-hand.yml";

const called = `on:
  workflow_call: {}
jobs:
  apply:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - run: helm upgrade --install api ./chart --namespace web --kube-context prod
`;

/** A workflow that calls the one above. */
function caller(trigger: string): string {
  return `on:\n  ${trigger}\njobs:\n  call:\n    uses: ./.github/workflows/called.yml\n`;
}

const onPush = caller("push: { branches: [main] }");
const byHand = caller("workflow_dispatch: {}");
const relaxed = 'targets:\n  - match: "helm-release:*"\n    policy: allow\n    because: one person deploys\n';
const ignoring = "ignore:\n  - rule: concurrent-writers\n    because: one person deploys\n";

async function against(cwd: string, ...args: readonly string[]): Promise<Report> {
  const { stdout } = await signalbox(["audit", "--format", "json", "--base", "main", ...args], { cwd });
  return parseReport(stdout);
}

const rules = (report: Report): readonly string[] =>
  report.findings.filter(({ severity }) => severity !== "note").map(({ rule }) => rule);

describe("a change is new when it lets somebody else in", () => {
  test("a second workflow that calls the colliding one", async () => {
    const cwd = makeRepository({ [CALLED]: called, [PUSH]: onPush });
    addFiles(cwd, { [BY_HAND]: byHand });
    expect(rules(await against(cwd))).toEqual(["concurrent-writers"]);
  });

  test("not when one of two callers leaves, though the runs shown are others then", async () => {
    const cwd = makeRepository({ [CALLED]: called, [PUSH]: onPush, [BY_HAND]: byHand });
    runGit(cwd, "rm", "-q", PUSH);
    expect(rules(await against(cwd))).toEqual([]);
  });
});

describe("another name is nothing new", () => {
  const files = { [CALLED]: called, [PUSH]: onPush };

  test.each([
    ["a workflow", (cwd: string) => runGit(cwd, "mv", PUSH, ".github/workflows/release.yml")],
    [
      "a called workflow",
      (cwd: string) => {
        runGit(cwd, "mv", CALLED, ".github/workflows/apply.yml");
        addFiles(cwd, { [PUSH]: onPush.replace("called.yml", "apply.yml") });
      },
    ],
    ["a job", (cwd: string) => addFiles(cwd, { [PUSH]: onPush.replace("  call:", "  deploy:") })],
    ["a called job", (cwd: string) => addFiles(cwd, { [CALLED]: called.replace("  apply:", "  deploy:") })],
  ])("%s", async (_what, rename) => {
    const cwd = makeRepository(files);
    rename(cwd);
    expect(rules(await against(cwd))).toEqual([]);
  });

  test("a workflow with a fault of its own", async () => {
    const broken =
      "on: push\nconcurrency:\n  cancel-in-progress: true\njobs:\n  a:\n    runs-on: x\n    steps: [{ run: ls }]\n";
    const cwd = makeRepository({ [PUSH]: broken });
    runGit(cwd, "mv", PUSH, BY_HAND);
    addFiles(cwd, { [BY_HAND]: `# moved\n${broken}` });
    const report = await against(cwd);
    expect(report.findings).toEqual([]);
    expect((await signalbox(["audit"], { cwd })).stdout).toContain("invalid-concurrency");
  });
});

describe("each side is judged by its own config", () => {
  test.each([
    ["taken away", (cwd: string) => runGit(cwd, "rm", "-q", "signalbox.yml")],
    [
      "renamed and made strict",
      (cwd: string) => {
        runGit(cwd, "rm", "-q", "signalbox.yml");
        addFiles(cwd, { "signalbox.yaml": relaxed.replace("allow", "prevent") });
      },
    ],
  ])("a relaxed policy that is %s is news", async (_what, change) => {
    const cwd = makeRepository({ [CALLED]: called, [PUSH]: onPush, "signalbox.yml": relaxed });
    change(cwd);
    expect(rules(await against(cwd))).toEqual(["concurrent-writers"]);
    expect(rules(await against(cwd, "--no-config"))).toEqual([]);
  });

  test("what a change only ignores is not said to be gone", async () => {
    const cwd = makeRepository({ [CALLED]: called, [PUSH]: onPush });
    addFiles(cwd, { "signalbox.yml": ignoring });
    const { code, stdout } = await signalbox(["audit", "--base", "main"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("0 findings brought in, 0 gone, 1 ignored from now on");
    expect(stdout).toContain("ignored from now on: warning concurrent-writers on helm-release:prod/web/api");
    expect(stdout).not.toContain("gone: warning concurrent-writers");
  });

  test("a config with a mistake on the base's side is told, and today's is used", async () => {
    const cwd = makeRepository({ [CALLED]: called, [PUSH]: onPush, "signalbox.yml": "nonsense: 1\n" });
    addFiles(cwd, { "signalbox.yml": "version: 1\n" });
    const { code, stderr } = await signalbox(["audit", "--base", "main"], { cwd });
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("the config of the base has mistakes"),
    });
  });
});

describe("where the base comes from", () => {
  test("what others put on the base since is not blamed on the change", async () => {
    const cwd = makeRepository({ [CALLED]: called, [PUSH]: onPush });
    runGit(cwd, "checkout", "-q", "-b", "feature");
    addFiles(cwd, { "README.md": "feature\n" });
    commitAll(cwd, "feature");
    runGit(cwd, "checkout", "-q", "main");
    runGit(cwd, "rm", "-q", PUSH);
    commitAll(cwd, "main moves on");
    runGit(cwd, "checkout", "-q", "feature");
    expect(rules(await against(cwd))).toEqual([]);
  });

  test("a shallow clone that has the base's commit and nothing between", async () => {
    const origin = makeRepository({ [CALLED]: called, [PUSH]: onPush });
    const base = runGit(origin, "rev-parse", "HEAD").trim();
    runGit(origin, "checkout", "-q", "-b", "feature");
    addFiles(origin, { [BY_HAND]: byHand });
    commitAll(origin, "by hand");
    addFiles(origin, { "README.md": "more\n" });
    commitAll(origin, "more");
    const clone = join(makeFolder({}), "clone");
    runGit(origin, "clone", "-q", "--depth=1", "--branch=feature", `file://${origin}`, clone);
    const missing = await signalbox(["audit", "--base", base], { cwd: clone });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("fetch-depth: 0") });
    runGit(clone, "fetch", "-q", "--depth=1", "origin", base);
    const { code, stdout } = await signalbox(["audit", "--base", base, "--format", "json"], { cwd: clone });
    expect(code).toBe(1);
    expect(rules(parseReport(stdout))).toEqual(["concurrent-writers"]);
  });

  test("neither the work tree nor the index is touched", async () => {
    const cwd = makeRepository({ [CALLED]: called, [PUSH]: onPush });
    addFiles(cwd, { [BY_HAND]: byHand, [PUSH]: `# edited\n${onPush}` });
    runGit(cwd, "add", BY_HAND);
    const before = runGit(cwd, "status", "--porcelain=v2");
    await against(cwd);
    expect(runGit(cwd, "status", "--porcelain=v2")).toBe(before);
    expect(runGit(cwd, "worktree", "list").trim().split("\n")).toHaveLength(1);
  });
});

describe("a baseline beside a base", () => {
  test("knows the same findings on both sides, and reports only what the change made idle", async () => {
    const cwd = makeRepository({ [CALLED]: called, [PUSH]: onPush, "known.json": "" });
    await signalbox(["audit", "--baseline", "known.json", "--write-baseline"], { cwd });
    commitAll(cwd, "baseline");
    expect((await against(cwd, "--baseline", "known.json")).findings).toEqual([]);

    addFiles(cwd, { [PUSH]: onPush.replace("jobs:", "concurrency: web-api\njobs:") });
    const report = await against(cwd, "--baseline", "known.json");
    expect(report.findings.filter(({ rule }) => rule === "stale-declaration")).toMatchObject([
      {
        severity: "warning",
        target: "helm-release:prod/web/api",
        message: expect.stringContaining("concurrent-writers"),
      },
    ]);
  });

  test("is written from everything, not from what is new", async () => {
    const cwd = makeRepository({ [CALLED]: called, [PUSH]: onPush });
    const { stderr } = await signalbox(["audit", "--base", "main", "--baseline", "known.json", "--write-baseline"], {
      cwd,
    });
    expect(stderr).toMatch(/known\.json lists [1-9]\d* findings/);
  });

  test("names its idle entries from the root, wherever one stands", async () => {
    const cwd = makeRepository({ [CALLED]: called, [PUSH]: onPush, "ci/keep": "" });
    await signalbox(["audit", "--baseline", "ci/known.json", "--write-baseline"], { cwd });
    addFiles(cwd, { [PUSH]: "on: push\njobs: {}\n" });
    const { code, stdout } = await signalbox(["audit", "--baseline", "known.json"], { cwd: join(cwd, "ci") });
    expect(code).toBe(1);
    expect(stdout).toMatch(/ci\/known\.json:\d+:1 warning stale-declaration/);
  });
});
