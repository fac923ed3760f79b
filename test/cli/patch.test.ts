import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder, makeRepository, runGit } from "../helpers/folder.ts";
import { signalbox } from "../helpers/program.ts";

const helm = (release: string): string =>
  `on: { push: { branches: [main] } }\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n      - run: helm upgrade ${release} ./chart -n ${release} --kube-context prod\n`;
const KILLED = `on: { push: { branches: [main] } }
concurrency:
  group: batch
  cancel-in-progress: true
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - run: helm upgrade batch ./chart -n batch --kube-context prod
`;
const WEB = ".github/workflows/web.yml";
const API = ".github/workflows/api.yml";
const BATCH = ".github/workflows/batch.yml";
const THREE = { [WEB]: helm("web"), [API]: helm("api"), [BATCH]: KILLED };
const RUNBOOK = {
  "docs/deploy.md":
    "# Deploy\n\nWait until no other deploy is running before you start one.\nOnly one person may deploy at the same time.\n",
};

interface Edits {
  readonly fixes: readonly {
    readonly rule: string;
    readonly safety: string;
    readonly edits: readonly {
      readonly file: string;
      readonly start: number;
      readonly end: number;
      readonly text: string;
    }[];
  }[];
}

function changedFiles(root: string): readonly string[] {
  return runGit(root, "diff", "--name-only")
    .split("\n")
    .filter((line) => line !== "");
}

describe("signalbox patch", () => {
  it("prints a diff that git takes, says on stderr what it is for, and ends with 0", async () => {
    const root = makeRepository(THREE);
    const { code, stdout, stderr } = await signalbox(["patch"], { cwd: root });
    expect(code).toBe(0);
    expect(stderr).toContain("concurrent-writers on helm-release:prod/web/web: Give every job");
    const patch = makeFolder({ "all.patch": stdout });
    runGit(root, "apply", "--check", join(patch, "all.patch"));
    expect(changedFiles(root)).toEqual([]);
  });

  it.each([
    [["--rule", "cancel-mid-write"], [BATCH]],
    [["--target", "helm-release:*/web"], [WEB]],
    [
      ["--file", API, `./${WEB}`],
      [API, WEB],
    ],
  ])("writes only what %j selects", async (flags, files) => {
    const root = makeRepository(THREE);
    const { code } = await signalbox(["patch", "--write", ...flags], { cwd: root });
    expect(code).toBe(0);
    expect(changedFiles(root)).toEqual(files);
  });

  it("ends with 1 where findings remain, and says in words what to do about them", async () => {
    const root = makeRepository({ ...THREE, ".github/workflows/half.yml": "on: push\njobs: [\n" });
    const { code, stdout, stderr } = await signalbox(["patch"], { cwd: root });
    expect(code).toBe(1);
    expect(stdout).toContain(`+++ b/${WEB}`);
    expect(stderr).toContain("unreadable-file in .github/workflows/half.yml: Make the file readable");
  });

  it("ends with 1 where a note that was asked for by its rule remains", async () => {
    const root = makeRepository(THREE);
    expect((await signalbox(["patch", "--rule", "no-timeout"], { cwd: root })).code).toBe(1);
  });

  it.each([
    [["--rule", "cancel-mid-writ"], "Did you mean cancel-mid-write?"],
    [["--write", "--output", "x"], "use one of them"],
    [["--interactive"], "needs a terminal"],
    [["nowhere"], "nowhere"],
  ])("ends with 2 on %j", async (flags, message) => {
    const { code, stdout, stderr } = await signalbox(["patch", ...flags], { cwd: makeRepository(THREE) });
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
  });

  it("leaves alone what is ignored with a reason", async () => {
    const config =
      'ignore:\n  - rule: concurrent-writers\n    target: "helm-release:prod/web/web"\n    because: "one person deploys"\n';
    const root = makeRepository({ ...THREE, "signalbox.yml": config });
    await signalbox(["patch", "--write"], { cwd: root });
    expect(changedFiles(root)).toEqual([API, BATCH]);
  });
});

describe("--write", () => {
  it("changes the same as the diff says, and nothing the second time", async () => {
    const root = makeRepository(THREE);
    const { stdout } = await signalbox(["patch"], { cwd: root });
    expect((await signalbox(["patch", "--write"], { cwd: root })).code).toBe(0);
    const written = Object.keys(THREE).map((path) => readFileSync(join(root, path), "utf8"));
    runGit(root, "stash", "-q");
    const patch = makeFolder({ "all.patch": stdout });
    runGit(root, "apply", join(patch, "all.patch"));
    expect(Object.keys(THREE).map((path) => readFileSync(join(root, path), "utf8"))).toEqual(written);
    const again = await signalbox(["patch", "--write"], { cwd: root });
    expect([again.code, again.stderr]).toEqual([0, "signalbox: nothing to fix\n"]);
    expect(Object.keys(THREE).map((path) => readFileSync(join(root, path), "utf8"))).toEqual(written);
  });

  it("keeps modes, links, line ends and encodings, and leaves no other file", async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(helm("api"), "utf16le")]);
    const root = makeRepository({
      "ci/web.yml": helm("web").replaceAll("\n", "\r\n"),
      [WEB]: { link: "../../ci/web.yml" },
      [API]: utf16,
    });
    chmodSync(join(root, "ci/web.yml"), 0o640);
    expect((await signalbox(["patch", "--write"], { cwd: root })).code).toBe(0);
    expect(lstatSync(join(root, WEB)).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(root, WEB))).toBe("../../ci/web.yml");
    expect(statSync(join(root, "ci/web.yml")).mode & 0o777).toBe(0o640);
    const web = readFileSync(join(root, "ci/web.yml"), "utf8");
    expect(web).toContain("    concurrency:\r\n      group: helm-web\r\n      queue: max\r\n");
    expect(web).not.toMatch(/(?<!\r)\n/);
    const api = readFileSync(join(root, API));
    expect([...api.subarray(0, 2)]).toEqual([0xff, 0xfe]);
    expect(api.subarray(2).toString("utf16le")).toContain("group: helm-api");
    expect(readdirSync(join(root, ".github/workflows")).sort()).toEqual(["api.yml", "web.yml"]);
    expect(readdirSync(join(root, "ci"))).toEqual(["web.yml"]);
  });
});

describe("--output", () => {
  it("writes a patch for each fix, which apply in their order", async () => {
    const root = makeRepository(THREE);
    const folder = join(makeFolder({}), "patches");
    expect((await signalbox(["patch", "--output", folder], { cwd: root })).code).toBe(0);
    const names = readdirSync(folder).sort();
    expect(names).toHaveLength(3);
    expect(names[0]).toMatch(/^001-[a-z-]+-helm-release-prod-\w+-\w+\.patch$/);
    for (const name of names) runGit(root, "apply", join(folder, name));
    expect((await signalbox(["patch"], { cwd: root })).stdout).toBe("");
  });
});

describe("--format json", () => {
  it("gives edits that count in the files as they are, and together are what --write writes", async () => {
    const varying = KILLED.replace("main]", "main, 'release/**']").replace("group: batch", "group: ${{ github.ref }}");
    const root = makeRepository({ ...THREE, [BATCH]: varying });
    const { stdout, code } = await signalbox(["patch", "--format", "json"], { cwd: root });
    expect(code).toBe(0);
    const { fixes } = JSON.parse(stdout) as Edits;
    expect(fixes.map(({ rule }) => rule)).toContain("cancel-mid-write");
    const applied = Object.entries({ ...THREE, [BATCH]: varying }).map(([file, text]) => {
      const edits = new Map(
        fixes
          .flatMap((fix) => fix.edits)
          .filter((edit) => edit.file === file)
          .map((edit) => [JSON.stringify(edit), edit]),
      );
      return [...edits.values()]
        .sort((a, b) => b.start - a.start)
        .reduce((now, { start, end, text: by }) => now.slice(0, start) + by + now.slice(end), text);
    });
    await signalbox(["patch", "--write"], { cwd: root });
    expect(applied).toEqual([WEB, API, BATCH].map((path) => readFileSync(join(root, path), "utf8")));
  });

  it("gives lines and columns from 1 beside the offsets", async () => {
    const root = makeRepository({ [WEB]: helm("web") });
    const { stdout } = await signalbox(["patch", "--format", "json"], { cwd: root });
    const report = JSON.parse(stdout) as { fixes: readonly { edits: readonly { range: unknown; start: number }[] }[] };
    expect(report.fixes[0]?.edits[0]?.range).toEqual({ start: { line: 5, column: 1 }, end: { line: 5, column: 1 } });
  });
});

describe("signalbox audit", () => {
  it("carries the proven fix of each finding, and words where there is none", async () => {
    const root = makeRepository({ ...THREE, ...RUNBOOK });
    const { stdout } = await signalbox(["audit", "--format", "json"], { cwd: root });
    const { findings } = JSON.parse(stdout) as {
      findings: readonly { rule: string; fix?: Edits["fixes"][number]; advice?: string }[];
    };
    const loud = findings.filter(({ rule }) => ["concurrent-writers", "cancel-mid-write"].includes(rule));
    expect(loud).toHaveLength(3);
    for (const { fix } of loud) expect(fix?.safety).toBe("safe");
    const batch = loud.find(({ rule }) => rule === "cancel-mid-write")?.fix?.edits[0];
    expect(batch).toEqual({
      file: BATCH,
      start: KILLED.indexOf("true\n"),
      end: KILLED.indexOf("true\n") + 4,
      text: "false",
    });
    for (const { fix, advice } of findings) expect(fix === undefined).toBe(advice !== undefined);
  });

  it("shows them as text and as SARIF, and proves none where nobody wants them", async () => {
    const root = makeRepository({ [BATCH]: KILLED });
    const text = await signalbox(["audit"], { cwd: root });
    expect(text.stdout).toContain("fix (safe): Do not cancel the run that is at work");
    const sarif = await signalbox(["audit", "--format", "sarif"], { cwd: root });
    expect(sarif.stdout).toContain('"insertedContent"');
    const none = await signalbox(["audit", "--format", "json", "--fixes", "none"], { cwd: root });
    expect(none.stdout).not.toMatch(/"fix"|"advice"/);
  });
});
