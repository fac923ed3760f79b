import { concat } from "../../values/text.ts";
import { callFunction } from "./functions.ts";
import type { HclExpression, HclStep } from "./tree.ts";
import { asText, knownString, NULL, stringValue, textValue, unknownValue, type HclValue } from "./value.ts";

/** What names mean where an expression stands. Both answer null for what they do not know. */
export interface HclScope {
  /** The value of a root (`var`, `local`, `path`) with its first step: `lookup("var", "region")`. */
  lookup(root: string, name: string): HclValue | null;
  /** Functions beyond the common ones, or in their place (`find_in_parent_folders`). */
  call(name: string, args: readonly HclValue[]): HclValue | null;
  /** Where this is, so that `var.x` of two modules are two unknowns: `var.x@infra/network`. */
  readonly place: string;
}

/** Longer strings are no settings: locals that double each other would fill the memory. */
const LONGEST = 20_000;

/** Works out an expression as far as files say. Never throws; cycles are the scope's business. */
export function evaluate(expression: HclExpression, scope: HclScope): HclValue {
  switch (expression.kind) {
    case "literal":
      return expression.value === null ? NULL : stringValue(String(expression.value));
    case "hole":
      return textValue(expression.text);
    case "template":
      return evaluateTemplate(expression.parts, scope);
    case "reference":
      return evaluateReference(expression, scope);
    case "access":
      return walk(evaluate(expression.of, scope), expression.steps, scope, "");
    case "list":
      return { kind: "list", items: expression.items.map((item) => evaluate(item, scope)) };
    case "object":
      return evaluateObject(expression, scope);
    case "call":
      return evaluateCall(expression, scope);
    case "conditional":
      return evaluateConditional(expression, scope);
    case "operation":
      return evaluateOperation(expression, scope);
    case "other":
      return unknownValue(named(scope, expression.source));
  }
}

function named(scope: HclScope, source: string): string {
  const short = source.replaceAll(/\s+/g, " ");
  const cut = short.length > 60 ? `${short.slice(0, 57)}…` : short;
  return scope.place === "" ? cut : `${cut}@${scope.place}`;
}

function evaluateTemplate(parts: readonly HclExpression[], scope: HclScope): HclValue {
  const values = parts.map((part) => evaluate(part, scope));
  const texts = values.map((value) => (value.kind === "null" ? [] : asText(value)));
  const known = texts.filter((text) => text !== null);
  const size = known.flat().reduce((sum, part) => sum + (typeof part === "string" ? part.length : 1), 0);
  const whole = known.length === texts.length && size <= LONGEST;
  return whole ? textValue(concat(...known)) : unknownValue(named(scope, "a template"));
}

function evaluateReference(expression: Extract<HclExpression, { kind: "reference" }>, scope: HclScope): HclValue {
  const [first, ...rest] = expression.steps;
  const name = `${expression.root}${showSteps(expression.steps)}`;
  const key = first ? stepKey(first, scope) : "";
  const found = key === null ? null : scope.lookup(expression.root, key);
  return found ? walk(found, rest, scope, name) : unknownValue(named(scope, name));
}

function stepKey(step: HclStep, scope: HclScope): string | null {
  if (step.kind === "attribute") return step.name;
  return step.kind === "index" ? knownString(evaluate(step.key, scope)) : null;
}

function walk(from: HclValue, steps: readonly HclStep[], scope: HclScope, name: string): HclValue {
  let value = from;
  for (const step of steps) {
    if (value.kind === "unknown")
      return unknownValue(name === "" ? `${value.name}${showSteps(steps)}` : named(scope, name), value.given);
    const key = stepKey(step, scope);
    const next = key === null ? undefined : member(value, key);
    if (!next) return unknownValue(named(scope, name === "" ? showSteps(steps) : name));
    value = next;
  }
  return value;
}

function member(value: HclValue, key: string): HclValue | undefined {
  if (value.kind === "object") return value.entries.get(key);
  return value.kind === "list" ? value.items[Number(key)] : undefined;
}

function showSteps(steps: readonly HclStep[]): string {
  return steps
    .map((step) => (step.kind === "attribute" ? `.${step.name}` : step.kind === "splat" ? "[*]" : "[…]"))
    .join("");
}

function evaluateObject(expression: Extract<HclExpression, { kind: "object" }>, scope: HclScope): HclValue {
  const entries = new Map<string, HclValue>();
  for (const entry of expression.entries) {
    const key = knownString(evaluate(entry.key, scope));
    if (key !== null) entries.set(key, evaluate(entry.value, scope));
  }
  return { kind: "object", entries };
}

function evaluateCall(expression: Extract<HclExpression, { kind: "call" }>, scope: HclScope): HclValue {
  const args = expression.args.map((arg) => evaluate(arg, scope));
  const answer = scope.call(expression.name, args) ?? callFunction(expression.name, args);
  if (answer) return answer;
  const given = args.flatMap((arg) => asText(arg) ?? []).filter((part) => typeof part !== "string");
  return unknownValue(
    named(scope, `${expression.name}(…)`),
    given.map((part) => [part]),
  );
}

function evaluateConditional(expression: Extract<HclExpression, { kind: "conditional" }>, scope: HclScope): HclValue {
  const condition = evaluate(expression.condition, scope);
  const known = knownString(condition);
  if (known === "true" || known === "false") return evaluate(known === "true" ? expression.yes : expression.no, scope);
  const [yes, no] = [evaluate(expression.yes, scope), evaluate(expression.no, scope)];
  const [a, b] = [knownString(yes), knownString(no)];
  if (a !== null && a === b) return yes;
  const given = condition.kind === "text" ? [condition.text] : condition.kind === "unknown" ? condition.given : [];
  return unknownValue(named(scope, "a condition"), given);
}

function evaluateOperation(expression: Extract<HclExpression, { kind: "operation" }>, scope: HclScope): HclValue {
  const values = expression.operands.map((operand) => evaluate(operand, scope));
  const [left, right] = values.map((value) => (value.kind === "null" ? null : (knownString(value) ?? undefined)));
  const answer = operate(expression.operator, left, right, values.length);
  if (answer !== null) return stringValue(answer);
  const given = values.flatMap((value) =>
    value.kind === "text" ? [value.text] : value.kind === "unknown" ? value.given : [],
  );
  return unknownValue(named(scope, `an operation ${expression.operator}`), given);
}

/** `undefined` operands are unknown, `null` is HCL's null. Answers null where nothing is certain. */
function operate(
  operator: string,
  left: string | null | undefined,
  right: string | null | undefined,
  arity: number,
): string | null {
  if (arity === 1) return operator === "!" ? negate(left) : left ? String(-Number(left)) : null;
  if (operator === "&&" && (left === "false" || right === "false")) return "false";
  if (operator === "||" && (left === "true" || right === "true")) return "true";
  if (left === undefined || right === undefined) return null;
  if (operator === "&&" || operator === "||") return right;
  if (operator === "==" || operator === "!=") return String((left === right) === (operator === "=="));
  return calculate(operator, Number(left), Number(right));
}

function negate(value: string | null | undefined): string | null {
  return value === "true" ? "false" : value === "false" ? "true" : null;
}

function calculate(operator: string, left: number, right: number): string | null {
  if (Number.isNaN(left) || Number.isNaN(right)) return null;
  switch (operator) {
    case "+":
      return String(left + right);
    case "-":
      return String(left - right);
    case "*":
      return String(left * right);
    case "/":
      return right === 0 ? null : String(left / right);
    case "%":
      return right === 0 ? null : String(left % right);
    case ">":
      return String(left > right);
    case ">=":
      return String(left >= right);
    case "<":
      return String(left < right);
    case "<=":
      return String(left <= right);
    default:
      return null;
  }
}
