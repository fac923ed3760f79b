/** An expression of GitHub Actions. Offsets count from the beginning of the expression's own text. */
export type Expression = LiteralNode | ContextNode | IndexNode | CallNode | NotNode | CompareNode | LogicalNode;

export interface Extent {
  readonly start: number;
  readonly end: number;
}

export interface LiteralNode extends Extent {
  readonly kind: "literal";
  readonly value: string | number | boolean | null;
}

/** `github`, `env`, …; the name in lower case. */
export interface ContextNode extends Extent {
  readonly kind: "context";
  readonly name: string;
}

/** `object.name`, `object['name']`, `object[0]`; `index` null is the filter `.*`. */
export interface IndexNode extends Extent {
  readonly kind: "index";
  readonly object: Expression;
  readonly index: Expression | null;
}

/** The function's name in lower case. */
export interface CallNode extends Extent {
  readonly kind: "call";
  readonly name: string;
  readonly args: readonly Expression[];
}

export interface NotNode extends Extent {
  readonly kind: "not";
  readonly operand: Expression;
}

export type CompareOperator = "==" | "!=" | "<" | "<=" | ">" | ">=";

export interface CompareNode extends Extent {
  readonly kind: "compare";
  readonly operator: CompareOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface LogicalNode extends Extent {
  readonly kind: "and" | "or";
  readonly args: readonly Expression[];
}

/** An expression, or why it is none and where. */
export type ParsedExpression =
  | { readonly ok: true; readonly ast: Expression }
  | ({ readonly ok: false; readonly message: string } & Extent);

/** The direct parts of an expression. */
export function operands(node: Expression): readonly Expression[] {
  if (node.kind === "index") return node.index ? [node.object, node.index] : [node.object];
  if (node.kind === "call" || node.kind === "and" || node.kind === "or") return node.args;
  if (node.kind === "not") return [node.operand];
  return node.kind === "compare" ? [node.left, node.right] : [];
}
