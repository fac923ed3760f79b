import type { Answer, Answers, BlastRadius, Evidence } from "../model/answers.ts";
import type { Kind } from "./compile.ts";
import type { LockEntry, Overrides, RecoveryEntry } from "./kind.ts";

/** The four answers as the kind's file has them, before anything of the command is looked at. */
export function defaultAnswers(kind: Kind): Answers {
  const { answers, source } = kind.file;
  const evidence: readonly Evidence[] = [{ note: `${kind.name}: ${source}` }];
  const capacity = answers.capacity;
  return {
    shape: { value: answers.shape, count: answers.shape === "single" ? 1 : null, source: "catalogue", evidence },
    lock: lockAnswer(answers.lock, kind),
    recovery: recoveryAnswer(answers.recovery, kind),
    blastRadius: blastAnswer(
      typeof answers.blastRadius === "string" ? answers.blastRadius : answers.blastRadius.default,
      evidence,
    ),
    capacity: capacity
      ? { value: capacity.value, source: "assumed", evidence: [{ note: capacity.why }] }
      : { value: null, source: "catalogue", evidence: [] },
  };
}

/** Answers with what an entry or a switch says differently. */
export function overridden(answers: Answers, says: Overrides, kind: Kind): Answers {
  return {
    ...answers,
    ...(says.lock ? { lock: lockAnswer(says.lock, kind) } : {}),
    ...(says.recovery ? { recovery: recoveryAnswer(says.recovery, kind) } : {}),
    ...(says.blastRadius ? { blastRadius: blastAnswer(says.blastRadius, [{ note: kind.name }]) } : {}),
  };
}

function lockAnswer(lock: LockEntry, kind: Kind): Answers["lock"] {
  const source = lock.source ?? kind.file.source;
  const note = lock.mechanism ? `${lock.mechanism}: ${source}` : `no lock of its own: ${source}`;
  return { value: lock.value, mechanism: lock.mechanism ?? null, source: "catalogue", evidence: [{ note }] };
}

function recoveryAnswer(recovery: RecoveryEntry, kind: Kind): Answers["recovery"] {
  const note = `${recovery.why ?? kind.name}: ${recovery.source ?? kind.file.source}`;
  return { value: recovery.value, source: "catalogue", evidence: [{ note }] };
}

function blastAnswer(value: BlastRadius, evidence: readonly Evidence[]): Answer<BlastRadius> {
  return { value, source: "catalogue", evidence };
}
