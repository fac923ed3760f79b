import { operands, type Expression, type Extent } from "./ast.ts";
import { STATUS_FUNCTIONS } from "./names.ts";

/** What an expression reads: `github.event.number` is a path; null stands for a step that is computed, or `*`. */
export interface Reference extends Extent {
  /** The context's name, then properties as written. */
  readonly path: readonly (string | null)[];
}

export interface CalledFunction extends Extent {
  readonly name: string;
}

/** Every context that an expression reads, with the longest path of properties, in order of appearance. */
export function references(node: Expression): readonly Reference[] {
  if (node.kind === "context") return [{ path: [node.name], start: node.start, end: node.end }];
  if (node.kind !== "index") return operands(node).flatMap(references);
  const chain = chainOf(node);
  const inner = indexes(node).flatMap((index) => (index === null || index.kind === "literal" ? [] : references(index)));
  return chain ? [chain, ...inner] : [...references(root(node)), ...inner];
}

/** Every function that an expression calls, names in lower case. */
export function calledFunctions(node: Expression): readonly CalledFunction[] {
  const inner = operands(node).flatMap(calledFunctions);
  return node.kind === "call" ? [{ name: node.name, start: node.start, end: node.end }, ...inner] : inner;
}

/** Whether an expression asks how things ended (`success()`, `failure()`, `always()`, `cancelled()`). */
export function asksStatus(node: Expression): boolean {
  const known = ASKING.get(node);
  if (known !== undefined) return known;
  const asks = calledFunctions(node).some(({ name }) => STATUS_FUNCTIONS.has(name));
  ASKING.set(node, asks);
  return asks;
}

/** One condition is asked for in every run. */
const ASKING = new WeakMap<Expression, boolean>();

function chainOf(node: Expression): Reference | null {
  if (node.kind === "context") return { path: [node.name], start: node.start, end: node.end };
  if (node.kind !== "index") return null;
  const before = chainOf(node.object);
  if (!before) return null;
  const step = node.index?.kind === "literal" && node.index.value !== null ? String(node.index.value) : null;
  return { path: [...before.path, step], start: before.start, end: node.end };
}

function root(node: Expression): Expression {
  return node.kind === "index" ? root(node.object) : node;
}

function indexes(node: Expression): readonly (Expression | null)[] {
  return node.kind === "index" ? [...indexes(node.object), node.index] : [];
}
