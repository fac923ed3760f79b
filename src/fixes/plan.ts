import type { Finding } from "../model/finding.ts";
import type { Fix } from "../model/report.ts";
import { proveFix, sameFinding, type Prover } from "./prove.ts";
import type { Allowed, Audited } from "./types.ts";

/** Whether a proven fix is to be taken; `before` are the texts that earlier fixes have changed. */
export type Ask = (
  finding: Finding,
  fix: Fix,
  files: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
) => Promise<boolean>;

/** What is asked to be fixed. */
export interface Wanted extends Allowed {
  readonly includes: (finding: Finding) => boolean;
}

export interface PlannedFix {
  readonly finding: Finding;
  readonly fix: Fix;
  /** The texts after this fix and all before it. */
  readonly files: ReadonlyMap<string, string>;
}

export interface Plan {
  readonly fixes: readonly PlannedFix[];
  /** Findings that were asked for and are still there. */
  readonly left: readonly Finding[];
  /** Texts of all files that change, after all fixes. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Fixes one finding after the other, each on what the ones before it have made of the files, so that two fixes of one
 * place compose or the second is worked out anew. Ends when no finding can be fixed any more.
 */
export async function planFixes(start: Audited, wanted: Wanted, prover: Prover, ask?: Ask): Promise<Plan> {
  let current = start;
  const fixes: PlannedFix[] = [];
  const files = new Map<string, string>();
  const given: Finding[] = [];
  for (;;) {
    const next = current.findings.find(
      (finding) => wanted.includes(finding) && !given.some((other) => sameFinding(other, finding)),
    );
    if (!next) break;
    const proven = await proveFix(current, next, prover, wanted);
    if (!proven || proven.partly) given.push(next);
    if (!proven) continue;
    if (ask && !(await ask(next, proven.fix, proven.files, files))) {
      if (!proven.partly) given.push(next);
      continue;
    }
    for (const [path, text] of proven.files) files.set(path, text);
    fixes.push({ finding: next, fix: proven.fix, files: new Map(files) });
    current = proven.after;
  }
  return { fixes, left: current.findings.filter(wanted.includes), files };
}
