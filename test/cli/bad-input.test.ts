import { describe, expect, test } from "vitest";
import type { Report } from "../../src/model/report.ts";
import { type Content, makeRepository } from "../helpers/folder.ts";
import { signalbox } from "../helpers/program.ts";
import { parseReport } from "../helpers/report-schema.ts";

/** Always there beside the bad file: what is wrong with one file must not cost another. */
const GOOD = `on:
  push:
    branches: [main]
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: helm upgrade --install api ./chart --namespace web --kube-context prod
`;

async function auditWith(files: Readonly<Record<string, Content>>): Promise<Report> {
  const cwd = makeRepository({ ".github/workflows/good.yml": GOOD, ...files });
  const { code, stdout, stderr } = await signalbox(["audit", "--format", "json"], { cwd });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  const report = parseReport(stdout);
  expect(report.targets.map(({ id }) => id)).toContain("helm-release:prod/web/api");
  return report;
}

function unreadable(report: Report): readonly string[] {
  return report.findings
    .filter(({ rule }) => rule === "unreadable-file")
    .map(({ locations }) => locations[0]?.file ?? "");
}

const workflow = (steps: string): string => `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;

describe("a workflow that cannot be read is a finding, and the others are audited", () => {
  test.each<[string, Content]>([
    ["empty", ""],
    ["binary", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0])],
    ["in another encoding", Buffer.from("on: push # Gr\xfc\xdfe\n", "latin1")],
    ["of 20 MB", `# ${"x".repeat(20 * 1024 * 1024)}\n`],
    ["a list", "- on: push\n"],
    ["broken YAML", "on: push\njobs: [\n"],
    ["nested 20,000 deep", `on: push\njobs: ${"[".repeat(20_000)}\n`],
    ["a link out of the repository", { link: "../../../../../../etc/passwd" }],
    ["a link to itself", { link: "bad.yml" }],
  ])("%s", async (_name, content) => {
    expect(unreadable(await auditWith({ ".github/workflows/bad.yml": content }))).toEqual([
      ".github/workflows/bad.yml",
    ]);
  });
});

describe("what is odd but can be read is no finding", () => {
  test.each<[string, Readonly<Record<string, Content>>]>([
    [
      "a byte-order mark and carriage returns",
      { ".github/workflows/odd.yml": `\uFEFF${GOOD.replaceAll("\n", "\r\n")}` },
    ],
    ["UTF-16 with its mark", { ".github/workflows/odd.yml": Buffer.from(`\uFEFF${GOOD}`, "utf16le") }],
    ["names with blanks and newlines", { ".github/workflows/a b.yml": GOOD, ".github/workflows/a\nb.yml": GOOD }],
    [
      "a run of 10,000 lines",
      {
        ".github/workflows/odd.yml": workflow(
          `      - run: |\n${"          echo one more line of this\n".repeat(10_000)}`,
        ),
      },
    ],
    ["links that lead in circles", { "docs/a": { link: "b" }, "docs/b": { link: "a" }, modules: { link: "." } }],
  ])("%s", async (_name, files) => {
    expect(unreadable(await auditWith(files))).toEqual([]);
  });
});

test("the writer of a workflow in UTF-16 has its real line and column", async () => {
  const report = await auditWith({ ".github/workflows/odd.yml": Buffer.from(`\uFEFF${GOOD}`, "utf16le") });
  const places = report.findings.flatMap(({ locations }) => locations).filter(({ file }) => file.endsWith("odd.yml"));
  expect(places).toContainEqual(expect.objectContaining({ line: 9, column: 14 }));
});
