import type { Audit } from "../audit/model.ts";
import { isOther } from "../ecosystems/github-actions/other-repository.ts";
import type { Finding } from "../model/finding.ts";
import type { Fix } from "../model/report.ts";
import { editedFiles } from "./apply.ts";
import { proposeReason } from "./document.ts";
import { broughtBy, likely, ties } from "./findings-index.ts";
import { PROPOSERS } from "./index.ts";
import type { Allowed, Audited, Candidate } from "./types.ts";

export interface Prover {
  /** Audits a tree anew in which some files have another text; null where the tool itself would refuse it. */
  readonly again: (known: Audit, files: ReadonlyMap<string, string>) => Audited | null;
  /** What is wrong with an edited workflow by GitHub's own schema; empty where nothing is. */
  readonly refuses: (path: string, text: string) => Promise<readonly string[]>;
}

export interface Proven {
  readonly fix: Fix;
  readonly after: Audited;
  readonly files: ReadonlyMap<string, string>;
  /** The finding stays, nearer to its end: a person has to go on. */
  readonly partly: boolean;
}

/**
 * The best way to fix a finding that proves itself: applied in memory, the finding is gone, nothing new at or above
 * warning has come, and every edited file is still a workflow. The first such way counts, unless it makes independent
 * targets wait for each other and a later one does not. Null where none does.
 */
export async function proveFix(
  before: Audited,
  finding: Finding,
  prover: Prover,
  allowed: Allowed,
): Promise<Proven | null> {
  let fallback: Proven | null = null;
  for (const candidate of candidatesFor(before, finding, allowed)) {
    if (candidate.safety === "unsafe" && fallback) continue;
    const proven = await tryOne(before, finding, candidate, prover);
    if (proven && !tiesMore(before, proven.after)) return proven;
    fallback ??= proven;
  }
  return fallback;
}

function candidatesFor({ audit }: Audited, finding: Finding, { unsafe, document }: Allowed): readonly Candidate[] {
  const reasons = document ? proposeReason(audit, finding) : [];
  if (reasons.length > 0) return reasons;
  const proposed = PROPOSERS[finding.rule]?.(audit, finding) ?? [];
  return proposed.filter(
    ({ safety, edits }) => (safety === "safe" || unsafe) && edits.every(({ file }) => !OTHERS.test(file)),
  );
}

/** Files of other repositories, which an audit with `--online` reads: `owner/name@ref/…`. Nobody can patch them here. */
const OTHERS = /^[^/]+\/[^/]+@[^/]+\//u;

async function tryOne(before: Audited, finding: Finding, candidate: Candidate, prover: Prover): Promise<Proven | null> {
  // A file of another repository is not ours to edit.
  if (candidate.edits.some(({ file }) => isOther(file))) return null;
  const files = editedFiles(before.audit.tree, candidate.edits);
  const after = files && prover.again(before.audit, files);
  if (!files || !after) return null;
  const stays = likely(after.findings, finding).some((other) => sameFinding(other, finding));
  if (stays && !candidate.reaches?.(after)) return null;
  if (broughtBy(before.findings, after.findings).some(({ rule }) => !candidate.brings?.includes(rule))) return null;
  for (const [path, text] of files) if ((await prover.refuses(path, text)).length > 0) return null;
  return {
    fix: { title: candidate.title, safety: candidate.safety, edits: candidate.edits },
    after,
    files,
    partly: stays,
  };
}

function tiesMore(before: Audited, after: Audited): boolean {
  return ties(after.findings) > ties(before.findings);
}

/** The same fault, wherever its lines have moved. */
export function sameFinding(a: Finding, b: Finding): boolean {
  return (
    a.rule === b.rule &&
    a.target === b.target &&
    (a.target !== null || a.spans[0]?.file === b.spans[0]?.file) &&
    (a.rule !== "dropped-runs" || a.identity.join() === b.identity.join())
  );
}
