import Ajv from "ajv";
import { expect, test } from "vitest";
import schema from "../../../policies/schema/report.schema.json" with { type: "json" };
import { json } from "../../../src/reporters/json.ts";
import { hostileReport } from "../../helpers/hostile-report.ts";
import { makeFinding, makeReport, makeRun, makeTarget } from "../../helpers/sample-report.ts";

const ajv = new Ajv.default({ allErrors: true, strict: true, strictTypes: false });
const validate = ajv.compile(schema);

/** The same values with every object's keys in the opposite order. */
function reversed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reversed) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  ) as T;
}

test("the report survives the way through JSON", () => {
  const report = makeReport();
  expect(JSON.parse(json(report))).toEqual(JSON.parse(JSON.stringify(report)));
});

test("it is what the shipped schema says, hostile names included", () => {
  for (const report of [makeReport(), hostileReport()]) {
    validate(JSON.parse(json(report)));
    expect(validate.errors ?? []).toEqual([]);
  }
});

test.each([
  ["an unknown severity", makeReport({ findings: [makeFinding({ severity: "fatal" as never })] })],
  ["an absolute path", makeReport({ pipelines: [{ ...makeReport().pipelines[0]!, file: "/home/me/deploy.yml" }] })],
  ["a target without its verdict", makeReport({ targets: [makeTarget({ verdict: undefined as never })] })],
])("the schema refuses %s", (_name, report) => {
  expect(validate(JSON.parse(json(report)))).toBe(false);
});

test("the same report is the same bytes, whoever built its objects", () => {
  const report = makeReport();
  expect(json(reversed(report))).toBe(json(report));
  expect(json(report).endsWith("}\n")).toBe(true);
});

test("inputs and matrix values stand in the order of their names", () => {
  const runs = [makeRun({ inputs: { zone: "b", app: "a" }, matrix: { z: "1", a: "2" } })];
  const text = json(makeReport({ findings: [makeFinding({ witness: { id: "w", runs } })] }));
  expect(text.indexOf('"app"')).toBeLessThan(text.indexOf('"zone"'));
});

test("no control character or sign that reorders text stands in it raw", () => {
  const text = json(hostileReport());
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
  // A job log takes it for a command, inside JSON too.
  expect(text).not.toContain("##[");
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(hostileReport())));
});
