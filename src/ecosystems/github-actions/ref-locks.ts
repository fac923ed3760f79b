import type { LockedRefs } from "../../model/online.ts";
import type { Test } from "../../values/variable.ts";
import { covers, fitsPattern } from "./ref-pattern.ts";

/** What is to happen to a ref: a push makes or moves it, a dispatch needs it to be there, `create` makes it. */
export type RefUse = "push" | "stand" | "make";

/** Names that nobody can bring about, as a question about one name and about all names of a filter's pattern. */
export interface RefGate {
  readonly test: Test;
  /** Every name that the pattern lets in is out of reach. Never true of one that might be within. */
  readonly shuts: (pattern: string) => boolean;
}

/** Whether a name is one of these, for certain. */
function isAmong({ include, exclude }: LockedRefs, name: string): boolean {
  return (
    include.some((pattern) => fitsPattern(pattern, name) === true) &&
    exclude.every((pattern) => fitsPattern(pattern, name) === false)
  );
}

function isReachable(locked: readonly LockedRefs[], use: RefUse, name: string): boolean {
  const about = locked.filter((one) => isAmong(one, name));
  const [creation, update, deletion] = (["creation", "update", "deletion"] as const).map((what) =>
    about.some((one) => one[what]),
  ) as [boolean, boolean, boolean];
  const exists = about.some(({ existing }) => existing.includes(name));
  // A ref that may be deleted can be made anew.
  const made = !creation && (!exists || !deletion);
  if (use === "make") return made;
  return use === "stand" ? exists || !creation : made || (exists && !update);
}

/**
 * What locks leave within reach; null where they say nothing about refs of this kind. A push to a ref that may only be
 * made is one to a name that is not there today.
 */
export function refGate(locked: readonly LockedRefs[], kind: LockedRefs["kind"], use: RefUse): RefGate | null {
  const own = locked.filter((one) => one.kind === kind && (one.creation || one.update));
  if (own.length === 0) return null;
  const within = (name: string): boolean => isReachable(own, use, name);
  const names = own.flatMap(({ existing, exclude }) => [...existing.slice(0, 20), ...exclude.flatMap(namesLike)]);
  return {
    test: { id: `${kind} within reach of a ${use}`, check: within, examples: [...new Set(names)].filter(within) },
    shuts: (pattern) =>
      own.some(
        (one) => one.creation && one.exclude.length === 0 && one.include.some((wide) => covers(wide, pattern)),
      ) && own.every((one) => one.existing.every((name) => !within(name))),
  };
}

const TAGS = ["v7.1.2", "v8.0.3"];

/** A gate that keeps one more name out, in whatever case. */
export function without(name: string, gate: RefGate | null): RefGate {
  const isOther = (value: string): boolean => value.toLowerCase() !== name.toLowerCase();
  return {
    test: {
      id: `${gate?.test.id ?? ""} not ${name}`,
      check: (value) => isOther(value) && (gate?.test.check(value) ?? true),
      // A question without an example of its own is never held to be contradicted by another.
      examples: (gate?.test.examples ?? TAGS).filter(isOther),
    },
    shuts: (pattern) => gate?.shuts(pattern) ?? false,
  };
}

/** Names that a pattern may stand for. */
function namesLike(pattern: string): readonly string[] {
  return ["alder", "7"].map((word) => pattern.replaceAll("**/", "").replaceAll(/\*+/gu, word).replaceAll("?", "7"));
}
