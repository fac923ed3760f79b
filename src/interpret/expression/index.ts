export { isConcrete, isTruthy, numberOfValue, stringOf, textOf } from "../../values/compare.ts";
export { CANCELLED, FAILURE, SUCCESS, type ExpressionContext, type Outcome, type Status } from "./context.ts";
export { decideRelation, pin, truthy } from "./decide.ts";
export { evaluate } from "./evaluate.ts";
export { fromJson } from "./json-in.ts";
export { toJson } from "./json-out.ts";
export { evaluateMatrix, type MatrixOutcome } from "./matrix.ts";
export { filtered, indexed } from "./property.ts";
export {
  evaluateCondition,
  evaluateField,
  evaluateParts,
  evaluateTemplate,
  type ConditionOutcome,
  type TextOutcome,
} from "./template.ts";
