import { evaluate, type HclScope } from "./evaluate.ts";
import type { HclExpression } from "./tree.ts";
import { unknownValue, type HclValue } from "./value.ts";

/** Locals that lead to each other further than this are a mistake or an attack on the stack. */
const DEEPEST = 100;

/** Answers for the locals of one module or file, each worked out once. */
export interface Locals {
  /** Null where there is no such local; unknown for one that depends on itself. */
  value(name: string, scope: HclScope): HclValue | null;
}

/** Locals by name, found through `expressionOf`. */
export function localsOf(expressionOf: (name: string) => HclExpression | undefined): Locals {
  const known = new Map<string, HclValue>();
  let depth = 0;
  return {
    value(name, scope) {
      const before = known.get(name);
      if (before) return before;
      const expression = expressionOf(name);
      if (!expression) return null;
      const unknown = unknownValue(`local.${name}@${scope.place}`);
      if (depth > DEEPEST) return unknown;
      known.set(name, unknown);
      depth += 1;
      const value = evaluate(expression, scope);
      depth -= 1;
      known.set(name, value);
      return value;
    },
  };
}
