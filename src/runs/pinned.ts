import { admits, ANY, constraintOf, learn, openParts, type Cube } from "../values/cube.ts";
import { isMention, literalOf, termKey, type Text } from "../values/text.ts";
import type { Presence } from "./presence.ts";
import { solve } from "./solve.ts";
import { textOf, unify, type Bindings } from "./unify.ts";

/** In more ways than this the parts of a literal id are not told apart. */
const MOST_WAYS = 8;

/**
 * The runs of a presence that are in the target with this literal id, none where no such run exists: what a template
 * leaves open is fixed, so that nothing which another value of it allows is said of this one. One for each way in which
 * the id is made: `web-eu-1` of `{app}-{env}` is `web` and `eu-1`, or `web-eu` and `1`.
 */
export function inTarget(presence: Presence, pinned: Text | null): readonly Presence[] {
  const { id, cube } = presence;
  if (!pinned || literalOf(id) !== null) return [presence];
  if (!solve({ a: cube, b: ANY, sameRun: false, equal: [{ a: id, b: pinned }], differ: [] })) return [];
  const ways = unify(id, pinned, { fold: false, sameRun: false });
  if (ways.length > MOST_WAYS) return [presence];
  const cubes = ways.flatMap((bindings) => fixedBy(cube, id, bindings) ?? []);
  return cubes.length === 0 ? [presence] : cubes.map((fixed) => ({ ...presence, cube: fixed }));
}

/** Null where the open parts of the id cannot have the values that make it the literal one. */
function fixedBy(cube: Cube, id: Text, bindings: Bindings): Cube | null {
  let known = cube;
  for (const part of openParts(id)) {
    const bound = bindings.get(`a:${termKey(part)}`);
    const value =
      bound && isMention(part) && part.variable.kind === "chosen" ? literalOf(textOf(bound) ?? [part]) : null;
    if (value === null) continue;
    if (!admits(constraintOf(known, part), value)) return null;
    known = learn(known, part, { within: [value], not: [], tests: [] });
  }
  return known;
}
