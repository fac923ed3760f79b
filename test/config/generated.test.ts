import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { keysAt, ruleIds } from "../../src/config/schema.ts";

test("the compiled validators are those of the shipped schemas", () => {
  expect(() =>
    execFileSync(process.execPath, ["scripts/generate-validators.mjs", "--check"], { stdio: "pipe" }),
  ).not.toThrow();
});

test("the schema knows its keys along references, lists and either-or values", () => {
  expect(keysAt(["targets", "0"])).toContain("same-as");
  expect(keysAt(["targets", "0", "recovery"])).toEqual(["cost", "runbook", "last-tested"]);
  expect(keysAt(["environments", "anything"])).toEqual(["production", "reviewers", "because"]);
  expect(ruleIds).toContain("concurrent-writers");
});
