import type { Audit } from "../audit/model.ts";
import { isOther } from "../ecosystems/github-actions/other-repository.ts";
import type { Finding } from "../model/finding.ts";
import type { Fix } from "../model/report.ts";
import type { Tree } from "../model/tree.ts";
import { editedFiles, overlay } from "./apply.ts";
import { PROPOSERS } from "./index.ts";
import type { Candidate } from "./types.ts";

/** An audit with its findings. */
export interface Audited {
  readonly audit: Audit;
  readonly findings: readonly Finding[];
}

export interface Prover {
  /** Audits a changed tree; `changed` are the files that differ from those of `known`. */
  readonly again: (tree: Tree, known: Audit, changed: ReadonlySet<string>) => Audited;
  /** What is wrong with an edited workflow by GitHub's own schema; empty where nothing is. */
  readonly refuses: (path: string, text: string) => Promise<readonly string[]>;
}

export interface Proven {
  readonly fix: Fix;
  readonly after: Audited;
  readonly files: ReadonlyMap<string, string>;
}

const RANK = { note: 0, warning: 1, error: 2 } as const;

/**
 * The best way to fix a finding that proves itself: applied in memory, the finding is gone, nothing new at or above
 * warning has come, and every edited file is still a workflow. The first such way counts, unless it makes independent
 * targets wait for each other and a later one does not. Null where none does.
 */
export async function proveFix(before: Audited, finding: Finding, prover: Prover, unsafe: boolean): Promise<Proven | null> {
  const propose = PROPOSERS[finding.rule];
  if (!propose) return null;
  let fallback: Proven | null = null;
  for (const candidate of propose(before.audit, finding)) {
    if (candidate.safety === "unsafe" && (!unsafe || fallback)) continue;
    const proven = await tryOne(before, finding, candidate, prover);
    if (proven && !tiesMore(before, proven.after)) return proven;
    fallback ??= proven;
  }
  return fallback;
}

async function tryOne(before: Audited, finding: Finding, candidate: Candidate, prover: Prover): Promise<Proven | null> {
  // A file of another repository is not ours to edit.
  if (candidate.edits.some(({ file }) => isOther(file))) return null;
  const files = editedFiles(before.audit.tree, candidate.edits);
  if (!files) return null;
  const after = prover.again(overlay(before.audit.tree, files), before.audit, new Set(files.keys()));
  if (after.findings.some((other) => sameFinding(other, finding))) return null;
  const brought = after.findings.filter((other) => RANK[other.severity] > 0 && isNew(other, before.findings));
  if (brought.some(({ rule }) => !candidate.brings?.includes(rule))) return null;
  for (const [path, text] of files) if ((await prover.refuses(path, text)).length > 0) return null;
  return { fix: { title: candidate.title, safety: candidate.safety, edits: candidate.edits }, after, files };
}

function tiesMore(before: Audited, after: Audited): boolean {
  const ties = ({ findings }: Audited): number => findings.filter(({ rule }) => rule === "over-restricted").length;
  return ties(after) > ties(before);
}

/** The same fault, wherever its lines have moved. */
export function sameFinding(a: Finding, b: Finding): boolean {
  return a.rule === b.rule && a.target === b.target && (a.target !== null || a.spans[0]?.file === b.spans[0]?.file)
    && (a.rule !== "dropped-runs" || a.identity.join() === b.identity.join());
}

function isNew(finding: Finding, before: readonly Finding[]): boolean {
  return !before.some((known) => known.rule === finding.rule && RANK[known.severity] >= RANK[finding.severity]
    && (known.target === finding.target || known.spans[0]?.file === finding.spans[0]?.file));
}
