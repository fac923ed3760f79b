import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { kindNames } from "../../src/catalogue/index.ts";
import { targetsPage } from "../../src/tools/targets-page.ts";
import { shippedCatalogue } from "../helpers/catalogue.ts";

const page = readFileSync(new URL("../../docs/targets.md", import.meta.url), "utf8");

describe("docs/targets.md", () => {
  it("is what the catalogue says (else: node scripts/docs-targets.mjs)", () => {
    expect(page).toBe(targetsPage(shippedCatalogue()));
  });

  it("has a heading that each row of the overview leads to", () => {
    for (const kind of kindNames(shippedCatalogue())) expect(page).toContain(`\n## ${kind}\n`);
  });
});
