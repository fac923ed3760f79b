import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { auditor, type Auditor } from "../../src/audit/index.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import { treeOf } from "../helpers/tree.ts";
import { compare } from "./compare.ts";
import { render } from "./description.ts";
import { drawn } from "./generate.ts";

/** Few in the ordinary suite; `npm run test:model` asks for 10,000 in each half. */
const RUNS = Number(process.env["MODEL_RUNS"] ?? 25);

/** Draws repositories from a seed and compares the audit with what their concrete runs do. */
export function checkHalf(half: number): void {
  const seed = Number(process.env["MODEL_SEED"] ?? 51) + half * 1_000_003;
  let engine: Auditor;

  beforeAll(async () => {
    const options = {
      config: emptyConfig,
      today: "2026-11-29",
      strict: false,
      defaultBranch: "main",
      version: "0",
    } as const;
    engine = await auditor(treeOf({}), options);
  });

  describe("the model of runs", () => {
    it(`agrees with the concrete runs of ${RUNS} generated repositories (seed ${seed})`, () => {
      const property = fc.property(drawn, (one) => {
        const { audit } = engine.audit(treeOf(render(one.repo)));
        expect(compare(audit, one)).toEqual([]);
      });
      fc.assert(property, { numRuns: RUNS, seed, interruptAfterTimeLimit: 1_700_000, markInterruptAsFailure: true });
    }, 1_800_000);
  });
}
