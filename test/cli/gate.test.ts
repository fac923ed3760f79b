import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Report } from "../../src/model/report.ts";
import { addFiles, commitAll, makeRepository, runGit } from "../helpers/folder.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { signalbox } from "../helpers/program.ts";

/** A workflow in which two runs meet in a Helm release of this name. */
function deploy(name: string): string {
  return `on:
  push:
    branches: [main]
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: helm upgrade --install ${name} ./chart --namespace web --kube-context prod
`;
}

async function auditJson(
  cwd: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly report: Report }> {
  const { code, stdout } = await signalbox(["audit", "--format", "json", ...args], { cwd });
  return { code, report: parseReport(stdout) };
}

const loud = (report: Report): readonly string[] =>
  report.findings.filter(({ severity }) => severity !== "note").map(({ rule, target }) => `${rule} ${target}`);

describe("--base", () => {
  test("reports what the branch brings in and says what it removed", async () => {
    const cwd = makeRepository({
      ".github/workflows/api.yml": deploy("api"),
      ".github/workflows/old.yml": deploy("old"),
    });
    runGit(cwd, "checkout", "-q", "-b", "feature");
    runGit(cwd, "rm", "-q", ".github/workflows/old.yml");
    addFiles(cwd, { ".github/workflows/shop.yml": deploy("shop") });
    commitAll(cwd, "shop instead of old");

    const { code, report } = await auditJson(cwd, ["--base", "main"]);
    expect(code).toBe(1);
    expect(loud(report)).toEqual(["concurrent-writers helm-release:prod/web/shop"]);
    const { stdout } = await signalbox(["audit", "--base", "main"], { cwd });
    expect(stdout).toMatch(/gone: warning concurrent-writers on helm-release:prod\/web\/old\n/);
  });

  test("passes where the change brings in nothing, whatever was there", async () => {
    const cwd = makeRepository({ ".github/workflows/api.yml": deploy("api") });
    runGit(cwd, "checkout", "-q", "-b", "feature");
    addFiles(cwd, { ".github/workflows/api.yml": `# a comment moves every line\n${deploy("api")}` });
    expect(await auditJson(cwd, ["--base", "main"])).toMatchObject({ code: 0 });
    expect(runGit(cwd, "status", "--porcelain")).toBe(" M .github/workflows/api.yml\n");
  });
});

describe("a baseline", () => {
  test("hides what it lists, says so, and reports what is new", async () => {
    const cwd = makeRepository({ ".github/workflows/api.yml": deploy("api") });
    const baseline = ["--baseline", "known.json"];
    expect(await auditJson(cwd, [...baseline, "--write-baseline"])).toMatchObject({ code: 0 });

    const again = await auditJson(cwd, baseline);
    expect(again.code).toBe(0);
    expect(again.report.ignored).toContainEqual({
      rule: "concurrent-writers",
      target: null,
      because: "known in known.json",
      count: 1,
    });

    addFiles(cwd, { ".github/workflows/shop.yml": deploy("shop") });
    expect(loud((await auditJson(cwd, baseline)).report)).toEqual(["concurrent-writers helm-release:prod/web/shop"]);
  });

  test("says which entries are idle", async () => {
    const cwd = makeRepository({ ".github/workflows/api.yml": deploy("api") });
    await auditJson(cwd, ["--baseline", "known.json", "--write-baseline"]);
    addFiles(cwd, { ".github/workflows/api.yml": "on: push\njobs: {}\n" });
    const { report } = await auditJson(cwd, ["--baseline", "known.json"]);
    const idle = report.findings.filter(({ rule }) => rule === "stale-declaration");
    const lines = readFileSync(join(cwd, "known.json"), "utf8").split("\n");
    for (const { locations, target } of idle) {
      const line = lines[locations[0]!.line - 1] ?? "";
      expect(JSON.parse(line.replace(/,$/, ""))).toMatchObject({ target });
    }
    expect(idle.map(({ target }) => target)).toContain("helm-release:prod/web/api");
  });
});
