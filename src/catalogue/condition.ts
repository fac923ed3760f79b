import { parseRule, type Rule } from "./rule.ts";

/**
 * A question about one call: whether something is given (`flag --dry-run`), has a value (`input push is true`), fits a
 * pattern (`word ~ pending`) or not (`no flag --isolated`).
 */
export interface Condition {
  readonly any: readonly Atom[];
}

export interface Atom {
  readonly negated: boolean;
  readonly rule: Rule | null;
  /** `word ~ …`: any word of the command. */
  readonly test: ((value: string) => boolean) | null;
  /** What the test looks at: the value, which must be known; its literal stretches too; the secret that it is. */
  readonly looksAt: "value" | "stretches" | "secret";
  readonly text: string;
}

/**
 * Reads a condition: `RULE`, `RULE is a|b`, `RULE ~ regular-expression` (`(?i)` before it: whatever the case), `word ~
 * …`, `RULE named regular-expression` (the value is known only as the secret or variable of such a name), each with `no`
 * before it, several joined by ` or `. Throws a message without place.
 */
export function parseCondition(text: string): Condition {
  return {
    any: text
      .split(/ or (?=no |flag |env |input |argument|last-argument|login |fact |word |file |place|stdin|positional )/)
      .map(parseAtom),
  };
}

function parseAtom(text: string): Atom {
  const negated = /^no\s+/.test(text);
  const plain = negated ? text.replace(/^no\s+/, "") : text;
  const word = /^word\s+~\s+(.+)$/.exec(plain);
  if (word) return { negated, rule: null, test: matcher(word[1] as string), looksAt: "stretches", text };
  const found = /^(.*?)\s+(is|~|named)\s+(.+)$/.exec(plain);
  if (!found) return { negated, rule: parseRule(plain, false), test: null, looksAt: "value", text };
  const [, rule = "", how, wanted = ""] = found;
  const test = how === "is" ? isOneOf(wanted) : matcher(wanted);
  const looksAt = how === "~" ? "stretches" : how === "named" ? "secret" : "value";
  return { negated, rule: parseRule(rule, false), test, looksAt, text };
}

function isOneOf(wanted: string): (value: string) => boolean {
  const values = wanted.split("|").map((value) => value.trim().toLowerCase());
  return (value) => values.includes(value.trim().toLowerCase());
}

function matcher(source: string): (value: string) => boolean {
  const regex = source.startsWith("(?i)") ? new RegExp(source.slice(4), "i") : new RegExp(source);
  return (value) => regex.test(value);
}
