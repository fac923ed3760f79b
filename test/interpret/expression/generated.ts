import * as data from "@actions/expressions/data/index";
import fc from "fast-check";
import { bool, list, NULL, num, object, str, type Value } from "../../../src/values/value.ts";

/** Plain data, to be given to both evaluators. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

export function toLibrary(plain: Plain): data.ExpressionData {
  if (plain === null) return new data.Null();
  if (typeof plain === "boolean") return new data.BooleanData(plain);
  if (typeof plain === "number") return new data.NumberData(plain);
  if (typeof plain === "string") return new data.StringData(plain);
  if (Array.isArray(plain)) return new data.Array(...plain.map(toLibrary));
  return new data.Dictionary(
    ...Object.entries(plain).map(([key, value]) => ({ key, value: toLibrary(value as Plain) })),
  );
}

export function toValue(plain: Plain): Value {
  if (plain === null) return NULL;
  if (typeof plain === "boolean") return bool(plain);
  if (typeof plain === "number") return num(plain);
  if (typeof plain === "string") return str(plain);
  if (Array.isArray(plain)) return list(plain.map(toValue));
  return object(Object.entries(plain).map(([key, value]) => [key, toValue(value as Plain)]));
}

const WORDS = [
  "main",
  "Main",
  "refs/heads/main",
  "refs/tags/v1",
  "prod",
  "PROD",
  "true",
  "false",
  "",
  "0",
  "1",
  "1.5",
  "0x1F",
  " 7 ",
  "null",
  "{0}-{1}",
  "{{x}}",
  '["a","b"]',
  '{"env":"prod","n":2}',
  "it's",
  "ıI",
  "straße",
  "a b",
];
const KEYS = ["ref", "Env", "nested", "list", "flag", "count", "missing", "0"];

const leaf: fc.Arbitrary<Plain> = fc.oneof(
  fc.constantFrom<Plain>(...WORDS),
  fc.constantFrom<Plain>(null, true, false),
  fc.constantFrom<Plain>(0, 1, -1, 2, 1.5, 1e6, 0.1, 31),
);

export const plain: fc.Arbitrary<Plain> = fc.letrec<{ value: Plain }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 4 }) },
    {
      weight: 2,
      arbitrary: fc.dictionary(fc.constantFrom(...KEYS.filter((key) => key !== "0")), tie("value"), {
        maxKeys: 5,
        noNullPrototype: true,
      }),
    },
  ),
})).value;

export const contexts = fc.record({ github: objects(), inputs: objects(), matrix: objects() });

function objects(): fc.Arbitrary<Plain> {
  return fc.dictionary(fc.constantFrom("ref", "Env", "nested", "list", "flag", "count"), plain, {
    maxKeys: 6,
    noNullPrototype: true,
  });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Text of an expression that parses. */
export const expressionText: fc.Arbitrary<string> = fc.letrec<{ expr: string; access: string }>((tie) => {
  const expr = tie("expr");
  const one = (name: string): fc.Arbitrary<string> => expr.map((arg) => `${name}(${arg})`);
  const two = (name: string): fc.Arbitrary<string> => fc.tuple(expr, expr).map(([a, b]) => `${name}(${a}, ${b})`);
  return {
    access: fc.oneof(
      { depthSize: "small", maxDepth: 4 },
      fc.constantFrom("github", "inputs", "matrix"),
      fc
        .tuple(
          tie("access"),
          fc.constantFrom(
            ".ref",
            ".env",
            ".NESTED",
            ".list",
            ".flag",
            ".count",
            ".missing",
            ".*",
            "[0]",
            "[1]",
            "['Env']",
            "[*]",
          ),
        )
        .map((parts) => parts.join("")),
      fc.tuple(tie("access"), fc.constantFrom(...WORDS).map(quoted)).map(([a, b]) => `${a}[${b}]`),
    ),
    expr: fc.oneof(
      { depthSize: "small", maxDepth: 6, withCrossShrink: true },
      fc.constantFrom(...WORDS).map(quoted),
      fc.tuple(tie("access"), expr).map(([a, b]) => `${a}[${b}]`),
      fc.constantFrom("1", "0", "-1.5", "0x1F", "1e3", "true", "false", "null", "NaN", "Infinity"),
      tie("access"),
      tie("access"),
      fc.tuple(expr, fc.constantFrom("==", "!=", "<", "<=", ">", ">="), expr).map(([a, op, b]) => `(${a} ${op} ${b})`),
      fc.tuple(expr, fc.constantFrom("&&", "||"), expr).map(([a, op, b]) => `(${a} ${op} ${b})`),
      expr.map((a) => `!${a}`),
      two("contains"),
      two("startsWith"),
      two("endsWith"),
      two("join"),
      one("join"),
      one("toJSON"),
      one("fromJSON"),
      fc.tuple(expr, expr, expr).map((args) => `format(${args.join(", ")})`),
      fc
        .tuple(fc.constantFrom("'{0}/{1}'", "'{1}{{0}}{0}'", "'{0'", "'{2}'"), expr, expr)
        .map((args) => `format(${args.join(", ")})`),
      // The library evaluates all arguments of case() and the runner only those it needs, so none of these may fail.
      fc
        .tuple(tie("access"), tie("access"), fc.constantFrom(...WORDS).map(quoted))
        .map(([a, b, c]) => `case(!!${a}, ${b}, ${c})`),
    ),
  };
}).expr;

const OPERANDS = [
  "github.ref",
  "github.env",
  "github.flag",
  "inputs.ref",
  "inputs.env",
  "inputs.list[0]",
  "inputs.nested.ref",
  "matrix.ref",
  "matrix.nested.env",
  "matrix.nested[0]",
  "matrix.list",
  "github.none",
];
const NAMES = [
  "main",
  "Main",
  "refs/heads/main",
  "refs/heads/",
  "prod",
  "staging",
  "-true",
  "prod-true",
  "7",
  "true",
  "a",
  "x/",
  "",
];

/** The kind of question that pipelines ask about values that a run leaves open. */
export const questionText: fc.Arbitrary<string> = fc.letrec<{ question: string; operand: string }>((tie) => {
  const [question, operand] = [tie("question"), tie("operand")];
  const name = fc.constantFrom(...NAMES).map(quoted);
  const access = fc.constantFrom(...OPERANDS);
  return {
    operand: fc.oneof(
      { weight: 6, arbitrary: access },
      { weight: 2, arbitrary: name },
      fc.tuple(access, name).map(([a, b]) => `format('{0}/{1}', ${a}, ${b})`),
      fc.tuple(access, access).map(([a, b]) => `format('{0}-{1}', ${a}, ${b})`),
      access.map((a) => `fromJSON(toJSON(${a}))`),
      fc.constantFrom("7", "0", "true", "null", "join(inputs.list, '/')", "inputs[github.env]"),
    ),
    question: fc.oneof(
      { maxDepth: 4, depthSize: "medium" },
      fc
        .tuple(operand, fc.constantFrom("==", "==", "!=", "<", ">="), fc.oneof(name, operand))
        .map(([a, op, b]) => `${a} ${op} ${b}`),
      fc
        .tuple(fc.constantFrom("startsWith", "endsWith", "contains"), operand, fc.oneof(name, operand))
        .map(([f, a, b]) => `${f}(${a}, ${b})`),
      fc.tuple(access, name).map(([a, b]) => `contains(inputs.list, ${a}) && ${b}`),
      access,
      fc.tuple(question, fc.constantFrom("&&", "||"), question).map(([a, op, b]) => `(${a} ${op} ${b})`),
      question.map((a) => `!(${a})`),
      fc.tuple(question, operand, operand).map(([a, b, c]) => `((${a}) && ${b} || ${c})`),
      fc.tuple(question, operand, operand).map(([a, b, c]) => `case(!!(${a}), ${b}, ${c})`),
    ),
  };
}).question;
