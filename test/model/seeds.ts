import fc from "fast-check";
import type { Auditor } from "../../src/audit/index.ts";
import type { Audit } from "../../src/audit/model.ts";
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

/** What became of the repositories of a seed. */
export interface SeedCheck {
  readonly found: Disagreement | null;
  /** So many were looked at: all, or up to the first about which there is no agreement. */
  readonly checked: number;
  /** Of so many the audit says that it left something out. They are held to the same. */
  readonly cut: number;
}

/** Shrinking stops after this many milliseconds; what was found by then is told. */
const SHRINK_MS = 60_000;

/**
 * Draws `runs` repositories from a seed and compares the audit of each with what its concrete runs do, until they do not
 * agree on one; `shrink` makes that one smaller. `onBegin` hears the number of each, from 1, before it is looked at.
 */
export function checkSeed(
  engine: Auditor,
  seed: number,
  runs: number,
  shrink: boolean,
  onBegin: (repository: number) => void = () => {},
): SeedCheck {
  let [checked, cut] = [0, 0];
  const property = fc.property(drawn, (one) => {
    checked += 1;
    onBegin(checked);
    const audit = auditOf(engine, one.repo);
    cut += audit.limits.length > 0 ? 1 : 0;
    return compare(audit, one).length === 0;
  });
  const details = fc.check(property, { seed, numRuns: runs, endOnFailure: true });
  const [one] = details.counterexample ?? [];
  if (!one) return { found: null, checked, cut };
  const differences = (repo: Repo): readonly string[] => compare(auditOf(engine, repo), { ...one, repo });
  const repo = shrink
    ? reduce(one.repo, (smaller) => differences(smaller).length > 0, Date.now() + SHRINK_MS)
    : one.repo;
  const path = details.counterexamplePath ?? "";
  return { found: { seed, path, differences: differences(repo), files: render(repo) }, checked, cut };
}

/** The audit of a repository of which nothing was asked yet. */
function auditOf(engine: Auditor, repo: Repo): Audit {
  forgetAnswers();
  return engine.facts(treeOf(render(repo)));
}
