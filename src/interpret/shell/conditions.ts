import type { ArithmeticCommand, Condition, Test } from "../../syntax/shell/ast.ts";
import { decideEmpty } from "../../values/decide.ts";
import { holdsExpansion } from "./arithmetic.ts";
import { matchesPattern } from "./choices.ts";
import { expandPieces, expandText } from "./expand.ts";
import type { Frame } from "./frame.ts";
import { plainText } from "./patterns.ts";
import { redirected } from "./redirect.ts";
import { matchesRegex } from "./regex.ts";
import { binaryTest, unaryTest } from "./tests.ts";
import { branches, mapValue, one, bind, type Outcome, type World } from "./world.ts";

/** `[[ … ]]`. https://www.gnu.org/software/bash/manual/bash.html#Bash-Conditional-Expressions */
export function executeCondition(statement: Condition, world: World, frame: Frame): readonly World[] {
  return redirected(statement.redirects, world, frame, (inner) =>
    withAnswer(evaluateTest(statement.test, inner, frame)),
  );
}

/** `(( … ))`. */
export function executeArithmetic(statement: ArithmeticCommand, world: World, frame: Frame): readonly World[] {
  return redirected(statement.redirects, world, frame, (inner) =>
    withAnswer(holdsExpansion(statement.expression, inner, frame)),
  );
}

/** The worlds with the answer as their status. */
export function withAnswer(outcomes: Outcome<boolean>): readonly World[] {
  return outcomes.map(({ world, value }) => (world.flow.kind === "next" ? { ...world, status: value ? 0 : 1 } : world));
}

function evaluateTest(test: Test, world: World, frame: Frame): Outcome<boolean> {
  switch (test.kind) {
    case "and":
    case "or":
      return bind(evaluateTest(test.left, world, frame), (value, next) =>
        value === (test.kind === "or") ? one(next, value) : evaluateTest(test.right, next, frame),
      );
    case "not":
      return mapValue(evaluateTest(test.of, world, frame), (value) => !value);
    case "word":
      return bind(expandText(test.word, world, frame), (text, next) =>
        mapValue(branches(next, decideEmpty(next.machine.cube, text)), (empty) => !empty),
      );
    case "unary":
      return bind(expandText(test.operand, world, frame), (text, next) => unaryTest(test.operator, text, next, frame));
    case "binary":
      return evaluateBinary(test, world, frame);
  }
}

function evaluateBinary(test: Extract<Test, { kind: "binary" }>, world: World, frame: Frame): Outcome<boolean> {
  return bind(expandText(test.left, world, frame), (left, next) =>
    bind(expandPieces(test.right, next, frame), (right, last): Outcome<boolean> => {
      switch (test.operator) {
        case "==":
          return matchesPattern(left, right, last);
        case "!=":
          return mapValue(matchesPattern(left, right, last), (value) => !value);
        case "=~":
          return matchesRegex(left, right, last);
        default:
          return binaryTest(left, test.operator, plainText(right), last, true);
      }
    }),
  );
}
