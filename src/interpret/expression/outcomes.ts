import { simplify } from "../../values/worlds.ts";
import type { Cube } from "../../values/cube.ts";
import { canonical } from "../../values/text.ts";
import type { Value } from "../../values/value.ts";
import type { Outcome } from "./context.ts";

/** More cases than this of one expression are not kept apart. */
export const MAX_OUTCOMES = 64;

/** Outcomes with equal values made one wherever their runs can be described together. */
export function merge(outcomes: readonly Outcome[]): readonly Outcome[] {
  if (outcomes.length < 2) return outcomes;
  const groups = new Map<unknown, Outcome[]>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome);
    const group = groups.get(key);
    if (group) group.push(outcome);
    else groups.set(key, [outcome]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group as [Outcome];
    if (group.length === 1) return [first];
    return simplify(group.map(({ cube }) => cube)).map((cube: Cube) => ({ ...first, cube }));
  });
}

/** Equal for outcomes that nothing distinguishes but their runs. */
function keyOf({ value, failed }: Outcome): unknown {
  if (failed !== undefined) return `failed ${failed}`;
  const key = primitiveKey(value);
  return key ?? value;
}

function primitiveKey(value: Value): string | null {
  switch (value.kind) {
    case "null":
      return "null";
    case "boolean":
      return `boolean ${value.value}`;
    case "number":
      return `number ${value.value}`;
    case "string":
      return `string ${canonical(value.text)}`;
    case "unknown":
      return value.from ? `unknown ${value.from.name} ${canonical(value.from.of)}` : `unknown ${canonical(value.text)}`;
    default:
      return null;
  }
}
