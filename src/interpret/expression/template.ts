import type { Field } from "../../ecosystems/github-actions/field.ts";
import {
  asksStatus,
  hasExpression,
  parseExpression,
  parseTemplate,
  type TemplatePart,
} from "../../syntax/expression/index.ts";
import { settle, type Cube } from "../../values/cube.ts";
import { concat, type Text } from "../../values/text.ts";
import { bool, NULL, num, textValue, type Value } from "../../values/value.ts";
import type { Branch } from "../../values/decide.ts";
import type { ExpressionContext, Outcome } from "./context.ts";
import { textOf } from "../../values/compare.ts";
import { truthy } from "./decide.ts";
import { evaluate } from "./evaluate.ts";
import { merge } from "./outcomes.ts";

export interface TextOutcome {
  readonly cube: Cube;
  readonly text: Text;
  readonly failed?: string;
}

/** A string with `${{ }}` in it, as every run of `cube` sees it. */
export function evaluateTemplate(
  parts: readonly TemplatePart[],
  context: ExpressionContext,
  cube: Cube,
): readonly TextOutcome[] {
  return evaluateParts(parts, context, cube).map(({ value, ...outcome }) => ({
    ...outcome,
    text: settle(textOf(value), outcome.cube),
  }));
}

/** The value of a string with expressions: of one expression alone its own, else the string that it makes. */
export function evaluateParts(
  parts: readonly TemplatePart[],
  context: ExpressionContext,
  cube: Cube,
): readonly Outcome[] {
  const [only] = parts;
  if (parts.length === 1 && only?.kind === "expression") return evaluatePart(only, context, cube);
  let worlds: readonly Outcome[] = [{ cube, value: textValue([]) }];
  for (const part of parts) worlds = merge(worlds.flatMap((world) => appended(world, part, context)));
  return worlds;
}

function appended(world: Outcome, part: TemplatePart, context: ExpressionContext): readonly Outcome[] {
  if (world.failed !== undefined) return [world];
  const before = textOf(world.value);
  if (part.kind === "literal") return [{ ...world, value: textValue(concat(before, [part.text])) }];
  return evaluatePart(part, context, world.cube).map((outcome) =>
    outcome.failed === undefined ? { ...outcome, value: textValue(concat(before, textOf(outcome.value))) } : outcome,
  );
}

function evaluatePart(
  part: TemplatePart & { kind: "expression" },
  context: ExpressionContext,
  cube: Cube,
): readonly Outcome[] {
  return part.parsed.ok
    ? evaluate(part.parsed.ast, context, cube)
    : [{ cube, value: NULL, failed: part.parsed.message }];
}

/** A scalar of a workflow with its type: what is written without an expression keeps the type that YAML gives it. */
export function evaluateField(field: Field, context: ExpressionContext, cube: Cube): readonly Outcome[] {
  if (typeof field.value === "string") return evaluateParts(parseTemplate(field.text), context, cube);
  return [
    {
      cube,
      value: field.value === null ? NULL : typeof field.value === "number" ? num(field.value) : bool(field.value),
    },
  ];
}

export interface ConditionOutcome extends Branch {
  readonly failed?: string;
}

/**
 * An `if:` as GitHub reads it: an expression with or without `${{ }}`, with an implicit `success() &&` unless it asks
 * for the status itself. Text around the braces makes it a string, which is true unless it is empty. One that fails
 * does not hold. Null or empty: `success()`. Docs: "Workflow syntax", `jobs.<job_id>.if`.
 */
export function evaluateCondition(
  text: string | null,
  context: ExpressionContext,
  cube: Cube,
): readonly ConditionOutcome[] {
  const parts = partsOf(text ?? "");
  const asks = parts.some((part) => part.kind === "expression" && part.parsed.ok && asksStatus(part.parsed.ast));
  if (!asks && context.status?.success === false) return [{ cube, holds: false }];
  if (parts.length === 0) return [{ cube, holds: true }];
  const outcomes = evaluateParts(parts, context, cube).flatMap(
    ({ value, failed, cube: at }): readonly ConditionOutcome[] =>
      failed === undefined ? truthy(value, at) : [{ cube: at, holds: false, failed }],
  );
  return merge(
    outcomes.map(({ cube: at, holds, failed }) => ({
      cube: at,
      value: bool(holds),
      ...(failed === undefined ? {} : { failed }),
    })),
  ).map(({ cube: at, value, failed }) => ({
    cube: at,
    holds: isTrue(value),
    ...(failed === undefined ? {} : { failed }),
  }));
}

function isTrue(value: Value): boolean {
  return value.kind === "boolean" && value.value;
}

/** Without braces all of it is one expression. */
function partsOf(text: string): readonly TemplatePart[] {
  if (text.trim() === "") return [];
  if (hasExpression(text)) return parseTemplate(text.trim());
  return [{ kind: "expression", start: 0, end: text.length, bodyStart: 0, body: text, parsed: parseExpression(text) }];
}
