import { data, Evaluator, Lexer, Parser } from "@actions/expressions";

/** Plain values of contexts; what is absent reads as null, as on the platform. */
export type Plain = string | number | boolean | null | { readonly [name: string]: Plain };

export interface Status {
  readonly success: boolean;
  readonly failure: boolean;
}

type Parsed = ReturnType<Parser["parse"]>;

const CONTEXTS = ["github", "inputs", "vars", "needs", "matrix", "strategy", "env", "steps"];
const STATUS = ["always", "success", "failure", "cancelled"].map((name) => ({ name, minArgs: 0, maxArgs: 0 }));
const parsed = new Map<string, Parsed>();

function parse(expression: string): Parsed {
  const known = parsed.get(expression);
  if (known) return known;
  const tree = new Parser(new Lexer(expression).lex().tokens, CONTEXTS, STATUS).parse();
  parsed.set(expression, tree);
  return tree;
}

const EMPTY: Readonly<Record<string, Plain>> = Object.fromEntries(CONTEXTS.map((name) => [name, {}]));
const whole = new WeakMap<object, data.Dictionary>();
const made = new WeakMap<object, data.Dictionary>();

function toData(value: Plain): data.ExpressionData {
  if (value === null) return new data.Null();
  if (typeof value === "string") return new data.StringData(value);
  if (typeof value === "number") return new data.NumberData(value);
  if (typeof value === "boolean") return new data.BooleanData(value);
  const known = made.get(value);
  if (known) return known;
  const out = new data.Dictionary(...Object.entries(value).map(([key, inner]) => ({ key, value: toData(inner) })));
  made.set(value, out);
  return out;
}

/** Contexts in the evaluator's own form. */
export type Contexts = data.Dictionary;

export function contextsOf(values: Readonly<Record<string, Plain>>): Contexts {
  const known = whole.get(values) ?? (toData({ ...EMPTY, ...values }) as data.Dictionary);
  whole.set(values, known);
  return known;
}

function run(expression: string, contexts: Contexts, status: Status): data.ExpressionData {
  const answer = (name: string, value: boolean): [string, never] => [
    name,
    { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(value) } as never,
  ];
  const functions = new Map([
    answer("always", true),
    answer("success", status.success),
    answer("failure", status.failure),
    answer("cancelled", false),
  ]);
  return new Evaluator(parse(expression), contexts, functions).evaluate();
}

const WELL: Status = { success: true, failure: false };
const HOLE = /\$\{\{(.*?)\}\}/gu;

/** A template's string. */
export function text(template: string, contexts: Contexts): string {
  return template.replaceAll(HOLE, (_, expression: string) => run(expression.trim(), contexts, WELL).coerceString());
}

/** Whether an `if:` lets the job or step in: without a status function all before it must have gone well. */
export function admits(condition: string | null, contexts: Contexts, status: Status): boolean {
  if (condition === null) return status.success;
  const expression = condition
    .trim()
    .replace(/^\$\{\{(.*)\}\}$/u, "$1")
    .trim();
  const asks = /\b(always|success|failure|cancelled)\s*\(/u.test(expression);
  if (!asks && !status.success) return false;
  return isTrue(run(expression, contexts, status));
}

/** The value of a field that is a literal or one expression, as true or false. */
export function flag(field: string | null, contexts: Contexts): boolean {
  if (field === null) return false;
  const whole = /^\$\{\{(.*)\}\}$/u.exec(field.trim());
  return whole ? isTrue(run((whole[1] ?? "").trim(), contexts, WELL)) : field === "true";
}

function isTrue(value: data.ExpressionData): boolean {
  const { kind } = value;
  if (kind === data.Kind.Null) return false;
  if (kind === data.Kind.Boolean) return value.value;
  if (kind === data.Kind.Number) return value.value !== 0;
  if (kind === data.Kind.String) return value.value !== "";
  return true;
}
