import Ajv from "ajv";
import { expect } from "vitest";
import schema from "../../policies/schema/report.schema.json" with { type: "json" };
import type { Report } from "../../src/model/report.ts";

const validate = new Ajv.default({ allErrors: true, strictTypes: false }).compile<Report>(schema);

/** The report in a program's output, checked against the schema that ships. */
export function parseReport(output: string): Report {
  const value: unknown = JSON.parse(output);
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
  return value as Report;
}
