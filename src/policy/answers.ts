import type { Answer, Answers, BlastRadius, LockValue, Recovery, ShapeAnswer } from "../model/answers.ts";
import type { DeclaredAnswers, TargetConfig } from "../model/config.ts";

const LOCKS: readonly LockValue[] = ["none", "unknown", "rejects", "waits"];
const RECOVERIES: readonly Recovery[] = ["high", "medium", "low"];
const RADII: readonly BlastRadius[] = ["large", "medium", "small"];

/**
 * One target's answers from those of its writers: the weakest lock, the dearest recovery, the widest blast radius; what
 * was seen in a file beats what the catalogue assumes. Throws on an empty list: a target has at least one writer.
 */
export function mergeAnswers(all: readonly Answers[]): Answers {
  const [first] = all;
  if (!first) throw new Error("a target without writers has no answers");
  return {
    shape: all.map(({ shape }) => shape).reduce(wider),
    lock: all.map(({ lock }) => lock).reduce((a, b) => pick(a, b, LOCKS)),
    recovery: all.map(({ recovery }) => recovery).reduce((a, b) => pick(a, b, RECOVERIES)),
    blastRadius: all.map(({ blastRadius }) => blastRadius).reduce((a, b) => pick(a, b, RADII)),
    capacity: all.map(({ capacity }) => capacity).reduce(tighter),
  };
}

function pick<V, A extends Answer<V>>(a: A, b: A, worstFirst: readonly V[]): A {
  const order = worstFirst.indexOf(a.value) - worstFirst.indexOf(b.value);
  if (order === 0) return a.evidence.length >= b.evidence.length ? a : b;
  return order < 0 ? a : b;
}

function wider(a: ShapeAnswer, b: ShapeAnswer): ShapeAnswer {
  if (a.value !== b.value)
    return a.value === "single" ? a : b.value === "single" ? b : (a.count ?? Infinity) >= (b.count ?? Infinity) ? a : b;
  return (a.count ?? 0) >= (b.count ?? 0) ? a : b;
}

function tighter(a: Answer<number | null>, b: Answer<number | null>): Answer<number | null> {
  if (a.value === null) return b;
  return b.value === null || a.value <= b.value ? a : b;
}

/** One step up the blast radius, for production of the kinds whose catalogue entry says so. */
export function stepUp(answers: Answers): Answers {
  const { value, evidence } = answers.blastRadius;
  if (value === "large") return answers;
  const next: BlastRadius = value === "small" ? "medium" : "large";
  return {
    ...answers,
    blastRadius: { value: next, source: "catalogue", evidence: [...evidence, { note: "production: one step up" }] },
  };
}

/** Answers that the config declares for this target replace the program's; later entries win. */
export function declareAnswers(answers: Answers, entries: readonly TargetConfig[]): Answers {
  return entries.reduce((known, entry) => declareOne(known, entry.answers, entry), answers);
}

function declareOne(known: Answers, declared: DeclaredAnswers, entry: TargetConfig): Answers {
  const evidence = [{ span: entry.span, note: entry.because ?? "declared in the config" }];
  const said = { source: "declared", evidence } as const;
  return {
    shape: declared.shape ? { ...said, ...declared.shape } : known.shape,
    lock: declared.lock ? { ...said, ...declared.lock } : known.lock,
    recovery: declared.recovery ? { ...said, value: declared.recovery } : known.recovery,
    blastRadius: declared.blastRadius ? { ...said, value: declared.blastRadius } : known.blastRadius,
    capacity: declared.capacity === null ? known.capacity : { ...said, value: declared.capacity },
  };
}
