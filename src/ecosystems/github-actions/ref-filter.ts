import { literal, mention, type Text } from "../../values/text.ts";
import { samples } from "../../values/samples.ts";
import type { Test } from "../../values/variable.ts";
import type { Field } from "./field.ts";
import { edgesOf, filterTest, ignoreTest, leavesAny, namesOfPattern, openPatterns } from "./filter-pattern.ts";
import type { RefGate } from "./ref-locks.ts";
import { chosen } from "./run-values.ts";

/** The names that a filter lets through, as one or two values: those it names, and those that fit its patterns. */
export interface Admitted {
  readonly name: Text;
  /** `main`, `main or develop`, `release/**`, `any branch`. */
  readonly label: string;
}

/** What kind of name is filtered; `key` and `label` are those of the variable that stands for it. */
export interface Filtered {
  readonly key: string;
  readonly label: string;
  readonly noun: string;
}

/**
 * The names that pass `branches` (or `tags`) and its `-ignore` form; both null: every name. Names that a list writes
 * out are kept apart from those that its patterns let in, so that `main` is known to be `main`.
 */
export function admitted(
  what: Filtered,
  include: readonly Field[] | null,
  ignore: readonly Field[] | null,
  gate: RefGate | null = null,
): readonly Admitted[] {
  if (include)
    return included(
      what,
      include.map(({ text }) => text),
      gate,
    );
  if (gate?.shuts("**")) return [];
  if (!ignore || ignore.length === 0) return [{ name: anyName(what, gate), label: `any ${what.noun}` }];
  const patterns = ignore.map(({ text }) => text);
  if (!leavesAny(patterns)) return [];
  return [{ name: named(what, [ignoreTest(patterns)], gate), label: `any ${what.noun} but ${orList(patterns)}` }];
}

/** Any name that a gate lets through. */
export function anyName(what: Omit<Filtered, "noun">, gate: RefGate | null): Text {
  return named(what, [], gate);
}

function included(what: Filtered, patterns: readonly string[], gate: RefGate | null): readonly Admitted[] {
  const test = filterTest(patterns);
  const written = [...new Set(patterns.flatMap((pattern) => namesOfPattern(pattern) ?? []))].filter(test.check);
  const literals = written.filter((name) => gate === null || gate.test.check(name));
  const open = openPatterns(patterns).filter((pattern) => !gate?.shuts(pattern));
  const found: Admitted[] = [];
  const [only] = literals;
  if (literals.length === 1 && only !== undefined) found.push({ name: literal(only), label: only });
  else if (literals.length > 1)
    found.push({
      name: mention({ key: what.key, label: what.label, kind: "chosen", domain: literals }),
      label: orList(literals),
    });
  if (open.length > 0)
    found.push({
      name: named(what, [{ ...exceptNames(test, written), edges: open.map(edgesOf) }], gate),
      label: orList(open),
    });
  return found;
}

/** The names that pass and are not written out. */
function exceptNames(test: Test, literals: readonly string[]): Test {
  if (literals.length === 0) return test;
  return {
    id: `${test.id} without names`,
    check: (value) => test.check(value) && !literals.includes(value),
    examples: test.examples.filter((value) => !literals.includes(value)),
  };
}

/** A gate through which no name is found is left out: it may be for want of imagination. */
function named(what: Omit<Filtered, "noun">, tests: readonly Test[], gate: RefGate | null): Text {
  const plain = chosen(what.key, what.label, tests.length > 0 ? { tests } : {});
  if (gate === null) return mention(plain);
  const gated = chosen(what.key, what.label, { tests: [...tests, gate.test] });
  const constraint = { not: [""], tests: (gated.tests ?? []).map((test) => ({ test, holds: true })) };
  return mention(samples(constraint, 2, gated.examples).length > 0 ? gated : plain);
}

export function orList(names: readonly string[]): string {
  if (names.length > 4) return `${names.slice(0, 3).join(", ")} or ${names.length - 3} others`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
