import type { Matrix } from "../../ecosystems/github-actions/document.ts";
import type { Field } from "../../ecosystems/github-actions/field.ts";
import { expandMatrix, type MatrixLegs } from "../../ecosystems/github-actions/matrix.ts";
import { matrixFields } from "../../ecosystems/github-actions/matrix-values.ts";
import { hasExpression } from "../../syntax/expression/index.ts";
import type { Cube } from "../../values/cube.ts";
import { enumerate } from "../../values/enumerate.ts";
import { literalOf, mention } from "../../values/text.ts";
import { NULL, unknownOf, type Value } from "../../values/value.ts";
import type { ExpressionContext } from "./context.ts";
import { pin } from "./decide.ts";
import { evaluateField } from "./template.ts";

export interface MatrixOutcome {
  readonly cube: Cube;
  readonly expansion: MatrixLegs;
}

const MAX_WORLDS = 32;

/** The legs of a matrix in every run of `cube`, its expressions evaluated with what `context` gives. */
export function evaluateMatrix(matrix: Matrix, context: ExpressionContext, cube: Cube): readonly MatrixOutcome[] {
  let worlds: readonly { readonly cube: Cube; readonly values: ReadonlyMap<Field["source"], Value> }[] = [
    { cube, values: new Map() },
  ];
  for (const field of matrixFields(matrix)) {
    if (!hasExpression(field.text)) continue;
    const next = worlds.flatMap((world) =>
      lists(field, context, world.cube).map((one) => ({
        cube: one.cube,
        values: new Map([...world.values, [field.source, one.value]]),
      })),
    );
    worlds =
      next.length > MAX_WORLDS
        ? worlds.map((world) => ({
            ...world,
            values: new Map([...world.values, [field.source, unsplit(field, context)]]),
          }))
        : next;
  }
  return worlds.map((world) => ({
    cube: world.cube,
    expansion: expandMatrix(matrix, (field) => world.values.get(field.source) ?? plain(field, world.cube)),
  }));
}

/** A value that follows from one of a few strings is taken once for each, so that its list is known. */
function lists(
  field: Field,
  context: ExpressionContext,
  cube: Cube,
): readonly { readonly cube: Cube; readonly value: Value }[] {
  return evaluateField(field, context, cube).flatMap((outcome) => {
    if (outcome.value.kind !== "unknown" || !outcome.value.from) return [outcome];
    const cases = enumerate(outcome.cube, outcome.value.from.of, 16);
    return cases.every(({ text }) => literalOf(text) !== null)
      ? cases.map((one) => ({ cube: one.cube, value: pin(outcome.value, one.cube) }))
      : [outcome];
  });
}

/** In too many worlds: a list that nobody knows. */
function unsplit(field: Field, context: ExpressionContext): Value {
  context.cut?.(`the matrix comes out in more than ${MAX_WORLDS} ways; \`${field.text}\` was taken as unknown`);
  return unknownOf(mention({ key: `?${field.text}`, label: field.text, kind: "output" }));
}

function plain(field: Field, cube: Cube): Value {
  return evaluateField(field, { contexts: new Map() }, cube)[0]?.value ?? NULL;
}
