import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { auditor, type Auditor } from "../../src/audit/index.ts";
import { reportOf } from "../../src/audit/report.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import { packageFile } from "../../src/io/assets.ts";
import type { Report } from "../../src/model/report.ts";
import { treeOf } from "../helpers/tree.ts";

/** A small repository whose pipelines compute what they write to, and everything that they can write to. */
interface Flow {
  /** Why these are the targets. */
  readonly why: string;
  readonly files: Readonly<Record<string, string>>;
  /** Ids of all targets, sorted. */
  readonly targets: readonly string[];
}

const ROOT = packageFile("fixtures/flows");
const NAMES = readdirSync(ROOT).sort();

const OPTIONS = {
  config: emptyConfig,
  today: "2026-11-29",
  strict: false,
  defaultBranch: "main",
  version: "0",
} as const;

let engine: Auditor;
beforeAll(async () => {
  // All grammars are loaded for a tree that has something for each.
  engine = await auditor(treeOf({ "main.tf": "", ".github/workflows/a.yml": "jobs: {}" }), OPTIONS);
});

function reportFor(files: Flow["files"]): Report {
  const tree = treeOf(
    files,
    Object.keys(files).filter((path) => files[path]?.startsWith("#!")),
  );
  const { audit, findings } = engine.audit(tree);
  return reportOf(audit, findings, "0");
}

describe.each(NAMES)("%s", (name) => {
  it("has these targets and no others", () => {
    const flow = parse(readFileSync(`${ROOT}/${name}`, "utf8")) as Flow;
    expect(flow.why).toMatch(/\w+ \w+/);
    const report = reportFor(flow.files);
    expect(report.targets.map(({ id }) => id).sort()).toEqual([...flow.targets].sort());
    expect(report.limits).toEqual([]);
  });
});
