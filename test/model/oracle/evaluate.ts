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

/** The contexts of a place: `github`, `inputs` and so on. */
export type Contexts = Readonly<Record<string, Plain>>;

/** An expression with the values that it looks at and its answers so far: thousands of runs ask for the same few. */
interface Asked {
  readonly paths: readonly (readonly string[])[];
  /** It is nothing but one of them. */
  readonly plain: boolean;
  readonly answers: Map<string, data.ExpressionData>;
}

const asked = new Map<string, Asked>();

function askedOf(expression: string): Asked {
  const known = asked.get(expression);
  if (known) return known;
  const bare = expression.replaceAll(/'[^']*'/gu, "''");
  const paths = [...bare.matchAll(/\b(?:github|inputs|needs|matrix)(?:\.[\w-]+)+/gu)].map(([path]) => path.split("."));
  const fresh: Asked = { paths, plain: paths.length === 1 && paths[0]?.join(".") === expression, answers: new Map() };
  asked.set(expression, fresh);
  return fresh;
}

function read(values: Contexts, path: readonly string[]): Plain | undefined {
  let at: Plain | undefined = values;
  for (const name of path) at = typeof at === "object" && at !== null ? (at as Record<string, Plain>)[name] : undefined;
  return at;
}

function run(expression: string, contexts: Contexts, status: Status): data.ExpressionData {
  const { paths, plain, answers } = askedOf(expression);
  let key = status.success ? "s" : "n";
  if (status.failure) key += "f";
  const found = paths.map((path) => read(contexts, path));
  const [only] = found;
  if (plain && typeof only !== "object" && only !== undefined) return toData(only);
  for (const value of found) key += `\n${typeof value} ${typeof value === "object" ? JSON.stringify(value) : value}`;
  const known = answers.get(key);
  if (known) return known;
  const answer = evaluate(expression, onlyThose(paths, found), status);
  answers.set(key, answer);
  return answer;
}

/** Contexts with nothing but the values that an expression looks at. */
function onlyThose(paths: Asked["paths"], found: readonly (Plain | undefined)[]): Contexts {
  const out: Record<string, Record<string, Plain>> = {};
  paths.forEach((path, index) => {
    let at: Record<string, Plain> = out;
    for (const name of path.slice(0, -1)) at = (at[name] ??= {}) as Record<string, Plain>;
    at[path.at(-1) as string] = found[index] ?? null;
  });
  return out;
}

/** Between two repositories: answers of one say nothing about the values of the next, and would only fill memory. */
export function forgetAnswers(): void {
  asked.clear();
  templates.clear();
  conditions.clear();
}

function evaluate(expression: string, contexts: Contexts, status: Status): data.ExpressionData {
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
  const whole = toData({ ...EMPTY, ...contexts }) as data.Dictionary;
  return new Evaluator(parse(expression), whole, functions).evaluate();
}

const WELL: Status = { success: true, failure: false };
const HOLE = /\$\{\{(.*?)\}\}/gu;

const templates = new Map<string, readonly { readonly text: string; readonly hole: boolean }[]>();

function piecesOf(template: string): readonly { readonly text: string; readonly hole: boolean }[] {
  const known = templates.get(template);
  if (known) return known;
  const fresh = template
    .split(HOLE)
    .map((piece, index) => (index % 2 === 1 ? { text: piece.trim(), hole: true } : { text: piece, hole: false }));
  templates.set(template, fresh);
  return fresh;
}

/** A template's string. */
export function text(template: string, contexts: Contexts): string {
  let out = "";
  for (const piece of piecesOf(template))
    out += piece.hole ? run(piece.text, contexts, WELL).coerceString() : piece.text;
  return out;
}

const BRACES = /^\$\{\{(.*)\}\}$/u;
const ASKS = /\b(always|success|failure|cancelled)\s*\(/u;
const conditions = new Map<string, { readonly expression: string; readonly asks: boolean }>();

function conditionOf(condition: string): { readonly expression: string; readonly asks: boolean } {
  const known = conditions.get(condition);
  if (known) return known;
  const expression = condition.trim().replace(BRACES, "$1").trim();
  const fresh = { expression, asks: ASKS.test(expression) };
  conditions.set(condition, fresh);
  return fresh;
}

/** Whether an `if:` lets the job or step in: without a status function all before it must have gone well. */
export function admits(condition: string | null, contexts: Contexts, status: Status): boolean {
  if (condition === null) return status.success;
  const { expression, asks } = conditionOf(condition);
  if (!asks && !status.success) return false;
  return isTrue(run(expression, contexts, status));
}

/** The value of a field that is a literal or one expression, as true or false. */
export function flag(field: string | null, contexts: Contexts): boolean {
  if (field === null) return false;
  const whole = BRACES.exec(field.trim());
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
