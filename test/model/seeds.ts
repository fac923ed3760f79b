import fc from "fast-check";
import type { Auditor } from "../../src/audit/index.ts";
import { treeOf } from "../helpers/tree.ts";
import { compare } from "./compare.ts";
import { render, type Repo } from "./description.ts";
import { drawn } from "./generate.ts";
import { forgetAnswers } from "./oracle/evaluate.ts";
import { reduce } from "./reduce.ts";

/** A generated repository about which the audit and its concrete runs disagree, made as small as the time allowed. */
export interface Disagreement {
  readonly seed: number;
  readonly path: string;
  readonly differences: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** Shrinking stops after this many milliseconds; what was found by then is told. */
const SHRINK_MS = 60_000;

/**
 * Draws `runs` repositories from a seed and compares the audit of each with what its concrete runs do. Null where they
 * agree on all; `shrink` makes the first that they do not agree on smaller.
 */
export function checkSeed(engine: Auditor, seed: number, runs: number, shrink: boolean): Disagreement | null {
  const property = fc.property(drawn, (one) => differences(engine, one).length === 0);
  const details = fc.check(property, {
    seed,
    numRuns: runs,
    endOnFailure: true,
  });
  const [one] = details.counterexample ?? [];
  if (!one) return null;
  const fails = (repo: Repo): boolean => differences(engine, { ...one, repo }).length > 0;
  const repo = shrink ? reduce(one.repo, fails, Date.now() + SHRINK_MS) : one.repo;
  return {
    seed,
    path: details.counterexamplePath ?? "",
    differences: differences(engine, { ...one, repo }),
    files: render(repo),
  };
}

function differences(engine: Auditor, one: Parameters<typeof compare>[1]): readonly string[] {
  forgetAnswers();
  return compare(engine.facts(treeOf(render(one.repo))), one);
}
