import { beforeAll, describe, expect, it } from "vitest";
import type { Auditor } from "../../src/audit/index.ts";
import { openAuditor } from "../helpers/auditor.ts";
import { checkSeed } from "./seeds.ts";

/** A taste of what `npm run test:model` does with 20,000; other seeds than its own. */
const RUNS = 50;
const SEED = Number(process.env["MODEL_SEED"] ?? 900_051);

describe("the model of runs", () => {
  let engine: Auditor;
  beforeAll(async () => {
    engine = await openAuditor();
  });

  it(`agrees with the concrete runs of ${RUNS} generated repositories (seed ${SEED})`, () => {
    expect(checkSeed(engine, SEED, RUNS, true)).toMatchObject({ found: null, checked: RUNS });
  });
});
