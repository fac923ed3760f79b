import type { Answer, Evidence, Recovery } from "../model/answers.ts";
import { isOver } from "../runs/order.ts";
import type { TargetUses } from "../runs/targets.ts";
import type { JobUnit, RunClass } from "../runs/units.ts";
import type { Use } from "../runs/uses.ts";

/**
 * What a target costs to get back, with every way back that the repository shows: what the writes themselves leave
 * (kept versions, an automatic rollback, down migrations), what is saved before them, and jobs that go back. A backup
 * before each write makes a costly recovery a restore.
 */
export function withWaysBack(recovery: Answer<Recovery>, uses: TargetUses): Answer<Recovery> {
  const own = uses.members.filter(({ reaches }) => !reaches).map(({ use }) => use);
  const saved = own.map(savedFor);
  const found = unique([
    ...own.flatMap(({ recognition }) => recognition.recoveryEvidence),
    ...saved.flat(),
    ...own.flatMap(goingBack),
  ]).filter((one) => !recovery.evidence.some((known) => nameOf(known) === nameOf(one)));
  if (found.length === 0) return recovery;
  const restored = recovery.value === "high" && own.length > 0 && saved.every((one) => one.length > 0);
  return {
    value: restored ? "medium" : recovery.value,
    source: "detected",
    evidence: [...(restored ? [] : recovery.evidence), ...found],
  };
}

/** What the job of a write, or one that it needs, reads of the target's kind so that it can be put back. */
function savedFor(use: Use): readonly Evidence[] {
  return savers(use.unit.run).flatMap((unit) => {
    if (unit !== use.unit && !isOver(unit, use.unit)) return [];
    const at = unit === use.unit ? unit.acts.indexOf(use.act) : unit.acts.length;
    return unit.acts.flatMap(({ act, recognitions }, index) =>
      index <= at || act.kind === "action" ? recognitions.filter(({ role }) => role === "read").flatMap(kept(use)) : [],
    );
  });
}

const SAVERS = new WeakMap<RunClass, readonly JobUnit[]>();

/** Jobs of the run that read anything so that it can be put back; most runs have none. */
function savers(run: RunClass): readonly JobUnit[] {
  const known = SAVERS.get(run);
  if (known) return known;
  const found = run.units.filter(({ acts }) =>
    acts.some(({ recognitions }) =>
      recognitions.some(({ role, recoveryEvidence }) => role === "read" && recoveryEvidence.length > 0),
    ),
  );
  SAVERS.set(run, found);
  return found;
}

function kept(use: Use): (one: Use["recognition"]) => readonly Evidence[] {
  return ({ kind, recoveryEvidence }) => (kind === use.recognition.kind ? recoveryEvidence : []);
}

const BACK = /(?:^|[^a-z])(?:roll-?_?back|undo|restore|revert|downgrade|previous-?version)(?:[^a-z]|$)/i;
const BACK_COMMAND =
  /\b(?:rollback|undo|revert|restore|downgrade|promote-previous)\b|:(?:rollback|down|undo)\b|\bmigrate\b.*\bdown\b/i;

/** A write that goes back: a workflow or job of that name, or the command itself. */
function goingBack({ act, unit, recognition }: Use): readonly Evidence[] {
  const { span } = recognition;
  if (act.act.onFailure && BACK_COMMAND.test(recognition.display))
    return [{ span, note: `automatic rollback when the deploy fails: ${recognition.display}` }];
  const file = unit.path[0]?.file ?? unit.file;
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "");
  if (BACK.test(name)) return [{ span, note: `rollback workflow ${file}` }];
  if (BACK.test(unit.job)) return [{ span, note: `rollback job ${unit.job} of ${file}` }];
  return BACK_COMMAND.test(recognition.display) ? [{ span, note: `rollback step: ${recognition.display}` }] : [];
}

function unique(list: readonly Evidence[]): readonly Evidence[] {
  return [...new Map(list.map((one) => [nameOf(one), one])).values()];
}

function nameOf({ span, note }: Evidence): string {
  return `${span?.file ?? ""}:${span?.start ?? ""}:${note}`;
}
