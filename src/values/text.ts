import type { Variable } from "./variable.ts";

/** A variable's value with a literal prefix and suffix taken off: `${REF#release/}` of a ref known to start so. */
export interface Mention {
  readonly variable: Variable;
  readonly prefix: string;
  readonly suffix: string;
}

/**
 * A function of a text that cannot be undone (`tr`, `cut`, `${x//a/b}`, `${x,,}`): equal arguments give equal values,
 * different ones may. `apply` computes it as soon as its argument is known.
 */
export interface Derived {
  readonly name: string;
  readonly of: Text;
  readonly apply: (value: string) => string;
}

export type Part = string | Mention | Derived;

/**
 * A string as far as one run fixes it: literal stretches, mentions of variables, derived values.
 * Normal form: no empty literal, no two literals in a row. The empty string is the empty list.
 */
export type Text = readonly Part[];

export const EMPTY: Text = [];

export function isDerived(part: Part): part is Derived {
  return typeof part !== "string" && "of" in part;
}

export function isMention(part: Part): part is Mention {
  return typeof part !== "string" && "variable" in part;
}

/** The text of a known string. */
export function literal(text: string): Text {
  return text === "" ? EMPTY : [text];
}

/** The whole value of a variable. */
export function mention(variable: Variable, prefix = "", suffix = ""): Text {
  return [{ variable, prefix, suffix }];
}

/** `apply(of)`, at once where `of` is known, else as a value that names the function. */
export function derive(name: string, of: Text, apply: (value: string) => string): Text {
  const known = literalOf(of);
  return known === null ? [{ name, of, apply }] : literal(apply(known));
}

/** Texts one after the other, in normal form. */
export function concat(...texts: readonly Text[]): Text {
  const out: Part[] = [];
  for (const text of texts) for (const part of text) append(out, part);
  return out;
}

function append(out: Part[], part: Part): void {
  if (part === "") return;
  const last = out[out.length - 1];
  if (typeof part === "string" && typeof last === "string") out[out.length - 1] = last + part;
  else out.push(part);
}

/** The string, where all of it is known; else null. */
export function literalOf(text: Text): string | null {
  if (text.length === 0) return "";
  const [only] = text;
  return text.length === 1 && typeof only === "string" ? only : null;
}

export function isLiteral(text: Text): boolean {
  return literalOf(text) !== null;
}

/** A name for a text such that two texts with one name have one value in one run. */
export function canonical(text: Text): string {
  return text.map((part) => (typeof part === "string" ? JSON.stringify(part) : termKey(part))).join("+");
}

/** The name under which a cube keeps what is known about an unknown part. */
export function termKey(part: Mention | Derived): string {
  if (!isDerived(part)) return part.variable.key;
  const key = KEYS.get(part) ?? `${part.name}(${canonical(part.of)})`;
  KEYS.set(part, key);
  return key;
}

/** The keys of functions of functions, which are asked for again and again. */
const KEYS = new WeakMap<Derived, string>();

/** As people read it: `github-{inputs.environment}/terraform.tfstate`. */
export function show(text: Text): string {
  return text.map((part) => (typeof part === "string" ? part : `{${label(part)}}`)).join("");
}

function label(part: Mention | Derived): string {
  if (isDerived(part)) return `${part.name} of ${show(part.of).replaceAll(/[{}]/g, "")}`;
  const { kind, given, base, label: own, word } = part.variable;
  // A secret of an environment is named by both; once the environment is known the name says so.
  if (kind === "constant" && given) return `${base ?? own}@${show(given.flat()).replaceAll(/[{}]/g, "")}`;
  return word === undefined ? own : `${own} (${word})`;
}

const NO_VARIABLES: readonly Variable[] = [];

/** Every variable that the text depends on, in order of first mention, also those inside functions and outputs. */
export function variablesOf(text: Text): readonly Variable[] {
  if (text.every((part) => typeof part === "string")) return NO_VARIABLES;
  const found = new Map<string, Variable>();
  const visit = (parts: Text): void => {
    for (const part of parts) {
      if (typeof part === "string") continue;
      if (isDerived(part)) visit(part.of);
      else if (!found.has(part.variable.key)) {
        found.set(part.variable.key, part.variable);
        for (const given of part.variable.given ?? []) visit(given);
      }
    }
  };
  visit(text);
  return [...found.values()];
}
