export {
  operands,
  type CompareOperator,
  type Expression,
  type Extent,
  type LogicalNode,
  type ParsedExpression,
} from "./ast.ts";
export { CONTEXTS, FUNCTIONS, STATUS_FUNCTIONS } from "./names.ts";
export { showExpression } from "./show.ts";
export { parseExpression } from "./parse.ts";
export { asksStatus, calledFunctions, references, type CalledFunction, type Reference } from "./references.ts";
export {
  expressionsIn,
  hasExpression,
  parseTemplate,
  type ExpressionPart,
  type LiteralPart,
  type TemplatePart,
} from "./template.ts";
