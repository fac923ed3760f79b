import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CAPABILITIES } from "../../src/locks/capabilities.ts";

it("the documentation promises of each store what the table in the program does", () => {
  const page = readFileSync(new URL("../../docs/runner.md", import.meta.url), "utf8");
  const { memory: _forTests, ...stores } = CAPABILITIES;
  for (const { safeWithoutTargetCheck, failoverLoses, arrivals, useFor } of Object.values(stores)) {
    expect(page).toContain(`| ${[safeWithoutTargetCheck, failoverLoses, arrivals, useFor].join(" | ")} |`);
  }
});
