import { targetNamed } from "../audit/target-named.ts";
import { distinct } from "./apply.ts";
import { insertWord } from "./command-edits.ts";
import type { Audited, Proposer } from "./types.ts";

const ROLLS_BACK = /--(?:atomic|rollback-on-failure)\b/u;

/**
 * `--atomic` on upgrades: a failed one goes back by itself. That is a way back, not a runbook that somebody has tried,
 * so the finding stays; what counts is that the audit then knows of the way.
 */
export const proposeRollback: Proposer = (audit, finding) => {
  const target = targetNamed(audit, finding.target);
  if (target?.kind !== "helm-release") return [];
  const command = /\bhelm\s(?:[^\n|;&]*?\s)?(?:upgrade|install)(?=\s)/u;
  const edits = distinct(
    target.presences.flatMap(({ use }) => insertWord(audit, use.act.act.span, command, ROLLS_BACK, "--atomic")),
  );
  const title =
    "Roll back by itself when an upgrade fails (`--atomic`): it then waits for the pods, and takes back what failed; a runbook with a date is still to be written";
  return edits.length > 0
    ? [{ title, safety: "unsafe", edits, reaches: (after) => knowsRollback(after, target.id) }]
    : [];
};

function knowsRollback({ audit }: Audited, id: string): boolean {
  const presences = targetNamed(audit, id)?.presences ?? [];
  return presences.some(({ use }) =>
    use.recognition.recoveryEvidence.some(({ note }) => note.startsWith("automatic rollback")),
  );
}
