import {
  showExpression,
  STATUS_FUNCTIONS,
  type CompareOperator,
  type Expression,
  type LogicalNode,
} from "../../syntax/expression/index.ts";
import { mention } from "../../values/text.ts";
import type { Cube } from "../../values/cube.ts";
import { decideUnknown } from "../../values/decide.ts";
import { bool, NULL, num, str, textValue, type Value } from "../../values/value.ts";
import type { ExpressionContext, Outcome } from "./context.ts";
import { decideRelation, truthy } from "./decide.ts";
import { answers, call } from "./functions.ts";
import { MAX_OUTCOMES, merge } from "./outcomes.ts";
import { filtered, indexed } from "./property.ts";

const MAX_SIZE = 1_000_000;

/**
 * The value of an expression in every run of `cube`: one outcome where all runs agree or the value can be written with
 * what is unknown in it, else one for each way it comes out, with the runs for which it does. GitHub's semantics
 * (docs "Evaluate expressions"); where everything is known there is one outcome, the one that GitHub has.
 */
export function evaluate(node: Expression, context: ExpressionContext, cube: Cube): readonly Outcome[] {
  const outcomes = merge(evaluateNode(node, context, cube));
  return outcomes.length <= MAX_OUTCOMES ? outcomes : joined(node, context, cube);
}

/** Too many cases: one unknown answer for all of them. */
function joined(node: Expression, context: ExpressionContext, cube: Cube): readonly Outcome[] {
  const name = showExpression(node);
  context.cut?.(`\`${name}\` comes out in more than ${MAX_OUTCOMES} ways; its value was taken as unknown`);
  if (isQuestion(node)) return answers(decideUnknown(cube, name));
  return [{ cube, value: textValue(mention({ key: `?${name}`, label: name, kind: "output" })) }];
}

const ASKING: ReadonlySet<string> = new Set(["contains", "startswith", "endswith", ...STATUS_FUNCTIONS]);

/** Whether an expression can only come out as true or false. */
function isQuestion(node: Expression): boolean {
  if (node.kind === "and" || node.kind === "or") return node.args.every(isQuestion);
  return node.kind === "not" || node.kind === "compare" || (node.kind === "call" && ASKING.has(node.name));
}

function evaluateNode(node: Expression, context: ExpressionContext, cube: Cube): readonly Outcome[] {
  switch (node.kind) {
    case "literal":
      return [{ cube, value: literalValue(node.value) }];
    case "context":
      return [{ cube, value: context.contexts.get(node.name) ?? NULL }];
    case "not":
      return then(evaluate(node.operand, context, cube), (outcome) =>
        answers(truthy(outcome.value, outcome.cube)).map(negated),
      );
    case "and":
    case "or":
      return logical(node, context, cube);
    case "compare":
      return withValues([node.left, node.right], context, cube, ([left = NULL, right = NULL], at) =>
        compared(node.operator, left, right, at),
      );
    case "index":
      return index(node.object, node.index, context, cube);
    case "call":
      return node.name === "case"
        ? caseOf(node.args, context, cube)
        : withValues(node.args, context, cube, (args, at) => call(node.name, args, context, at).map(sized));
  }
}

/** GitHub, too, stops an evaluation whose strings grow without end. */
function sized(outcome: Outcome): Outcome {
  if (outcome.value.kind !== "string") return outcome;
  const { text } = outcome.value;
  const size = text.reduce((sum, part) => sum + (typeof part === "string" ? part.length : 64), 0);
  return size <= MAX_SIZE
    ? outcome
    : { cube: outcome.cube, value: NULL, failed: `a string of more than ${MAX_SIZE} characters` };
}

function literalValue(value: string | number | boolean | null): Value {
  if (value === null) return NULL;
  if (typeof value === "string") return str(value);
  return typeof value === "number" ? num(value) : bool(value);
}

function negated(outcome: Outcome): Outcome {
  return { ...outcome, value: bool(outcome.value.kind === "boolean" && !outcome.value.value) };
}

/** Goes on with the outcomes that did not fail. */
function then(outcomes: readonly Outcome[], next: (outcome: Outcome) => readonly Outcome[]): readonly Outcome[] {
  return outcomes.flatMap((outcome) => (outcome.failed === undefined ? next(outcome) : [outcome]));
}

/** All parts evaluated one after the other, each in the runs that the earlier ones left. */
function withValues(
  parts: readonly Expression[],
  context: ExpressionContext,
  cube: Cube,
  next: (values: readonly Value[], cube: Cube) => readonly Outcome[],
  done: readonly Value[] = [],
): readonly Outcome[] {
  const part = parts[done.length];
  if (!part) return next(done, cube);
  return then(evaluate(part, context, cube), ({ cube: at, value }) =>
    withValues(parts, context, at, next, [...done, value]),
  );
}

/** `&&` gives its first false operand, `||` its first true one; else the last. */
function logical(node: LogicalNode, context: ExpressionContext, cube: Cube): readonly Outcome[] {
  const last = node.args.length - 1;
  const stops: Outcome[] = [];
  let open: readonly Cube[] = [cube];
  for (const [index, arg] of node.args.entries()) {
    const going: Outcome[] = [];
    for (const outcome of open.flatMap((at) => evaluate(arg, context, at))) {
      if (outcome.failed !== undefined || index === last) stops.push(outcome);
      else
        for (const branch of truthy(outcome.value, outcome.cube)) {
          if (branch.holds === (node.kind === "or")) stops.push({ cube: branch.cube, value: outcome.value });
          else going.push({ cube: branch.cube, value: NULL });
        }
    }
    open = merge(going).map((outcome) => outcome.cube);
    if (open.length > MAX_OUTCOMES) return joined(node, context, cube);
  }
  return stops;
}

function compared(operator: CompareOperator, left: Value, right: Value, cube: Cube): readonly Outcome[] {
  if (operator === "==" || operator === "!=") {
    const outcomes = answers(decideRelation("==", left, right, cube));
    return operator === "==" ? outcomes : outcomes.map(negated);
  }
  const strict = operator.startsWith("<") ? "<" : ">";
  const branches = decideRelation(strict, left, right, cube);
  if (operator === strict) return answers(branches);
  return answers(
    branches.flatMap((branch) => (branch.holds ? [branch] : decideRelation("==", left, right, branch.cube))),
  );
}

function index(object: Expression, key: Expression | null, context: ExpressionContext, cube: Cube): readonly Outcome[] {
  const objects = evaluate(object, context, cube);
  if (key === null) return then(objects, ({ cube: at, value }) => [{ cube: at, value: filtered(value, at) }]);
  return then(objects, (target) =>
    then(evaluate(key, context, target.cube), (found) => indexed(target.value, found.value, found.cube)),
  );
}

/** `case(condition, value, …, otherwise)`; conditions must be booleans. */
function caseOf(args: readonly Expression[], context: ExpressionContext, cube: Cube): readonly Outcome[] {
  const [condition, value, ...rest] = args;
  if (!condition) return [{ cube, value: NULL }];
  if (!value) return evaluate(condition, context, cube);
  return then(evaluate(condition, context, cube), (outcome) => {
    const unknown = outcome.value.kind === "unknown" && outcome.value.from?.name === "boolean";
    if (outcome.value.kind !== "boolean" && !unknown)
      return [{ cube: outcome.cube, value: NULL, failed: "a condition of case() is not a boolean" }];
    return truthy(outcome.value, outcome.cube).flatMap((branch) =>
      branch.holds ? evaluate(value, context, branch.cube) : caseOf(rest, context, branch.cube),
    );
  });
}
