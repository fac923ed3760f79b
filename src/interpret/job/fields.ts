import type { Field, FieldMap } from "../../ecosystems/github-actions/index.ts";
import type { Cube } from "../../values/cube.ts";
import { literal, literalOf, type Text } from "../../values/text.ts";
import type { Value } from "../../values/value.ts";
import { evaluateField, evaluateTemplate, textOf, type ExpressionContext } from "../expression/index.ts";
import { parseTemplate } from "../../syntax/expression/index.ts";

export interface WithTexts {
  readonly cube: Cube;
  readonly texts: ReadonlyMap<string, Text>;
}

/**
 * The values of an `env:`, `with:` or `outputs:` in every run of a cube. `context` is asked anew for each entry, since
 * an entry of `env:` at step level sees the ones of the levels above, not its siblings.
 */
export function evaluateMap(map: FieldMap, context: ExpressionContext, cube: Cube): readonly WithTexts[] {
  let worlds: readonly WithTexts[] = [{ cube, texts: new Map() }];
  if (map.whole)
    worlds = worlds.flatMap((world) =>
      evaluateField(map.whole as Field, context, world.cube).map(({ cube: at, value }) => ({
        cube: at,
        texts: textsOf(value),
      })),
    );
  for (const entry of map.entries) {
    worlds = worlds.flatMap(({ cube: at, texts }) =>
      evaluateTemplate(parseTemplate(entry.text), context, at).map(({ cube: next, text }) => ({
        cube: next,
        texts: new Map(texts).set(entry.name, text),
      })),
    );
  }
  return worlds;
}

function textsOf(value: Value): ReadonlyMap<string, Text> {
  if (value.kind !== "object" || !value.entries) return new Map();
  return new Map(value.entries.map(([name, inner]) => [name, textOf(inner)]));
}

/** A field as text in every run of a cube; null where there is no field. */
export function evaluateText(
  field: Field | null,
  context: ExpressionContext,
  cube: Cube,
): readonly { readonly cube: Cube; readonly text: Text | null }[] {
  if (!field) return [{ cube, text: null }];
  return evaluateTemplate(parseTemplate(field.text), context, cube).map(({ cube: at, text }) => ({ cube: at, text }));
}

/** A path below a base: absolute ones stand for themselves. Unknown parts stay. */
export function joinPath(base: Text, path: Text | null): Text {
  if (path === null || path.length === 0) return base;
  const known = literalOf(path);
  const root = literalOf(base);
  if (known !== null && root !== null) return literal(normalise(known.startsWith("/") ? known : `${root}/${known}`));
  const [first] = path;
  if (typeof first === "string" && first.startsWith("/")) return path;
  return [...base, "/", ...path];
}

/** `a/./b/../c` is `a/c`; never leads above the root. */
export function normalise(path: string): string {
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") out.pop();
    else out.push(part);
  }
  return `/${out.join("/")}`;
}
