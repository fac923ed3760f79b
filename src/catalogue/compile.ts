import { PLAIN, type Grammar } from "./command-line.ts";
import { parseCondition, type Condition } from "./condition.ts";
import {
  LISTS,
  type Entry,
  type Escape,
  type KindFile,
  type Leaves,
  type ProgramEntry,
  type RuleText,
  type Switch,
  type Transient,
} from "./kind.ts";
import { parsePattern, type Pattern } from "./pattern.ts";
import type { Role } from "./resolution.ts";
import { parseRule, type Rule } from "./rule.ts";

export type Rules = ReadonlyMap<string, readonly Rule[]>;

export interface CompiledSwitch {
  readonly says: Switch;
  readonly when: readonly Condition[];
}

export interface CompiledEntry {
  readonly kind: Kind;
  readonly role: Role;
  readonly says: Entry;
  readonly pattern: Pattern | null;
  readonly actions: readonly string[];
  readonly details: () => EntryDetails;
}

/** What is only needed once an entry's words have matched. */
export interface EntryDetails {
  readonly when: readonly Condition[];
  readonly unless: readonly Condition[];
  readonly parts: Rules;
  readonly switches: readonly CompiledSwitch[];
  readonly escapes: readonly (readonly [Escape, readonly Condition[]])[];
}

export interface CompiledLeaves {
  readonly says: Leaves;
  readonly pattern: Pattern | null;
  readonly actions: readonly string[];
  readonly details: () => {
    readonly when: readonly Condition[];
    readonly unless: readonly Condition[];
    readonly facts: Rules;
    readonly outputs: Rules;
    readonly env: Rules;
    readonly stdout: readonly Rule[];
  };
}

export interface Kind {
  readonly name: string;
  readonly file: KindFile;
  /** Where it is written, relative to the program or to the audited root. */
  readonly path: string;
  readonly own: boolean;
  readonly entries: readonly CompiledEntry[];
  readonly leaves: readonly CompiledLeaves[];
  readonly details: () => KindDetails;
}

export interface KindDetails {
  readonly parts: Rules;
  readonly qualifiers: Rules;
  readonly switches: readonly CompiledSwitch[];
  readonly transient: readonly (readonly [Transient, readonly Condition[]])[];
}

/** A value that is made at its first use. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** A kind from its file; conditions and rules are read when an entry first matches, so that a run pays for few. */
export function compileKind(file: KindFile, path: string, own: boolean): Kind {
  const entries: CompiledEntry[] = [];
  const kind: Kind = {
    name: file.kind,
    file,
    path,
    own,
    entries,
    leaves: (file.leaves ?? []).map(compileLeaves),
    details: once(() => ({
      parts: compileRules(file.parts),
      qualifiers: compileRules(file.qualifiers),
      switches: (file.switches ?? []).map(compileSwitch),
      transient: (file.transient ?? []).map((says) => [says, says.when.map(parseCondition)] as const),
    })),
  };
  for (const [list, role] of LISTS) for (const says of file[list] ?? []) entries.push(compileEntry(kind, role, says));
  return kind;
}

function compileEntry(kind: Kind, role: Role, says: Entry): CompiledEntry {
  return {
    kind,
    role,
    says,
    pattern: says.command === undefined ? null : parsePattern(says.command),
    actions: actionNames(says.action),
    details: once(() => ({
      when: (says.when ?? []).map(parseCondition),
      unless: (says.unless ?? []).map(parseCondition),
      parts: compileRules(says.parts),
      switches: (says.switches ?? []).map(compileSwitch),
      escapes: (says.escapes ?? []).map((escape) => [escape, escape.when.map(parseCondition)] as const),
    })),
  };
}

export function compileLeaves(says: Leaves): CompiledLeaves {
  return {
    says,
    pattern: says.command === undefined ? null : parsePattern(says.command),
    actions: actionNames(says.action),
    details: once(() => ({
      when: (says.when ?? []).map(parseCondition),
      unless: (says.unless ?? []).map(parseCondition),
      facts: compileRules(says.facts),
      outputs: compileRules(says.outputs),
      env: compileRules(says.env),
      stdout: (says.stdout ?? []).map(compileRule),
    })),
  };
}

function compileSwitch(says: Switch): CompiledSwitch {
  return { says, when: says.when.map(parseCondition) };
}

function actionNames(action: string | readonly string[] | undefined): readonly string[] {
  const names = action === undefined ? [] : typeof action === "string" ? [action] : action;
  return names.map((name) => name.toLowerCase());
}

function compileRules(rules: Readonly<Record<string, readonly RuleText[]>> | undefined): Rules {
  return new Map(Object.entries(rules ?? {}).map(([name, list]) => [name, list.map(compileRule)]));
}

export function compileRule(rule: RuleText): Rule {
  return typeof rule === "string" ? parseRule(rule, false) : parseRule(rule.text, true);
}

export function compileGrammar(entry: ProgramEntry): Grammar {
  return {
    valueFlags: words(entry.valueFlags),
    booleanFlags: words(entry.booleanFlags),
    othersTakeValues: entry.othersTakeValues ?? false,
    singleDash: entry.singleDash ?? false,
    helpFlags: entry.help === undefined ? PLAIN.helpFlags : words(entry.help),
  };
}

function words(list: string | undefined): ReadonlySet<string> {
  return new Set((list ?? "").split(/\s+/).filter((word) => word !== ""));
}
