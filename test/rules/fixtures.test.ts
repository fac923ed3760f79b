import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { auditor } from "../../src/audit/index.ts";
import { reportOf } from "../../src/audit/report.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { packageFile } from "../../src/io/assets.ts";
import type { ReportFinding } from "../../src/model/report.ts";
import { RULES } from "../../src/rules/index.ts";
import { treeOf } from "../helpers/tree.ts";

interface Expected {
  readonly rule: string;
  readonly severity: string;
  readonly file: string;
  readonly line: number;
}

const ROOT = packageFile("fixtures/rules");
const NAMES = readdirSync(ROOT).sort();
const CASES = NAMES.flatMap((rule) =>
  readdirSync(`${ROOT}/${rule}`)
    .sort()
    .map((name) => ({ rule, name })),
);
const TODAY = "2026-11-29";

function filesIn(folder: string, prefix = ""): Record<string, string> {
  return Object.assign(
    {},
    ...readdirSync(folder).map((name) => {
      const path = `${folder}/${name}`;
      if (statSync(path).isDirectory()) return filesIn(path, `${prefix}${name}/`);
      return name === "expected.json" ? {} : { [`${prefix}${name}`]: readFileSync(path, "utf8") };
    }),
  ) as Record<string, string>;
}

async function findingsOf(folder: string): Promise<readonly ReportFinding[]> {
  const files = filesIn(folder);
  const parsed = files["signalbox.yml"] === undefined ? null : parseConfig("signalbox.yml", files["signalbox.yml"]);
  if (parsed && !parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join("\n"));
  const tree = treeOf(files);
  const options = {
    config: parsed?.config ?? emptyConfig,
    today: TODAY,
    strict: false,
    defaultBranch: "main",
    version: "0",
  } as const;
  const { audit, findings } = (await auditor(tree, options)).audit(tree);
  return reportOf(audit, findings, "0").findings;
}

beforeAll(() => expect(CASES.length).toBeGreaterThan(40));

describe.each(CASES)("$rule: $name", ({ rule, name }) => {
  it("is reported where it should be, and nowhere else", async () => {
    const folder = `${ROOT}/${rule}/${name}`;
    const expected = JSON.parse(readFileSync(`${folder}/expected.json`, "utf8")) as readonly Expected[];
    const own = (await findingsOf(folder)).filter((finding) => finding.rule === rule);
    const found = own.map(({ rule: id, severity, locations }) => ({
      rule: id,
      severity,
      file: locations[0]?.file,
      line: locations[0]?.line,
    }));
    expect(found).toEqual(expected);
  });
});

describe.each(Object.keys(RULES))("%s", (rule) => {
  it("has a case in which it fires and one that almost looks like it", () => {
    const own = CASES.filter((one) => one.rule === rule).map(({ name }) => name.split("-")[0]);
    expect(existsSync(`${ROOT}/${rule}`)).toBe(true);
    expect([...new Set(own)].sort()).toEqual(["fires", "quiet"]);
  });
});
