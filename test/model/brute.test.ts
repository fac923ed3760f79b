import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { auditor, type Auditor } from "../../src/audit/index.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import { treeOf } from "../helpers/tree.ts";
import { compare } from "./compare.ts";
import { render } from "./description.ts";
import { drawn } from "./generate.ts";

/** How many repositories one run of this file looks at; a second file does the other half beside it. */
const RUNS = Number(process.env["MODEL_RUNS"] ?? 300);
const SEED = Number(process.env["MODEL_SEED"] ?? 1);

let engine: Auditor;

beforeAll(async () => {
  const tree = treeOf({});
  engine = await auditor(tree, { config: emptyConfig, today: "2026-11-29", strict: false, defaultBranch: "main", version: "0" });
});

describe("the model of runs", () => {
  it("agrees with concrete runs of generated repositories", () => {
    fc.assert(
      fc.property(drawn, (one) => {
        const { audit } = engine.audit(treeOf(render(one.repo)));
        expect(compare(audit, one)).toEqual([]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  }, 600_000);
});
