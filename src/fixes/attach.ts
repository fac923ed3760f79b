import type { Finding } from "../model/finding.ts";
import type { Fix } from "../model/report.ts";
import { adviceFor } from "./advice.ts";
import { PROPOSERS } from "./index.ts";
import { proveFix, type Prover } from "./prove.ts";
import type { Audited } from "./types.ts";

/** What a report says of the way to fix a finding: an edit that has proven itself, or words. */
export type Remedy = { readonly fix: Fix } | { readonly advice: string };

export interface Remedies {
  readonly of: ReadonlyMap<Finding, Remedy>;
  /** Findings for which nothing was tried, since the bound was reached. */
  readonly untried: number;
}

/**
 * The fix of each finding, proven by itself in the tree as it is; unsafe ones too, which say that they are. `budget`:
 * what audits of changed trees may cost, from the first finding on; what lies behind has words only.
 */
export async function remediesFor(
  audited: Audited,
  wanted: readonly Finding[],
  prover: Prover,
  budget: Budget | null,
): Promise<Remedies> {
  const of = new Map<Finding, Remedy>();
  const counted = counting(prover, budget ?? { costs: () => 0, most: 0 });
  let untried = 0;
  for (const finding of wanted) {
    const isProposed = Object.hasOwn(PROPOSERS, finding.rule);
    const tried = isProposed && !counted.isSpent();
    const proven = tried ? await proveFix(audited, finding, counted.prover, { unsafe: true, document: false }) : null;
    if (proven && !proven.partly) {
      of.set(finding, { fix: proven.fix });
      continue;
    }
    const isUntried = isProposed && !proven && counted.isSpent();
    if (isUntried) untried += 1;
    of.set(finding, { advice: `${adviceFor(audited.audit, finding)}${isUntried ? UNTRIED : ""}` });
  }
  return { of, untried };
}

const UNTRIED = " Not tried here, to keep the audit short: `signalbox patch` does.";

/** The first audit is always made. */
export interface Budget {
  /** What an audit costs in which some files have another text. */
  readonly costs: (files: ReadonlyMap<string, string>) => number;
  readonly most: number;
}

/** A prover that audits changed trees as long as it may, and then finds nothing proven any more. */
function counting(
  prover: Prover,
  { costs, most }: Budget,
): { readonly prover: Prover; readonly isSpent: () => boolean } {
  const seen = new Set<string>();
  let isSpent = false;
  let spent = 0;
  return {
    isSpent: () => isSpent,
    prover: {
      refuses: prover.refuses,
      again: (known, files) => {
        const key = JSON.stringify([...files]);
        const cost = seen.has(key) ? 0 : costs(files);
        if (cost > 0 && spent > 0 && spent + cost > most) {
          isSpent = true;
          return null;
        }
        spent += cost;
        seen.add(key);
        return prover.again(known, files);
      },
    },
  };
}
