import { admits, ANY, constraintOf, learn, openParts } from "../values/cube.ts";
import { isMention, literalOf, termKey, type Text } from "../values/text.ts";
import type { Presence } from "./presence.ts";
import { solve } from "./solve.ts";
import { textOf, unify } from "./unify.ts";

/**
 * The runs of a presence that are in the target with this literal id, none where no such run exists: what a template
 * leaves open is fixed, so that nothing which another value of it allows is said of this one.
 */
export function inTarget(presence: Presence, pinned: Text | null): readonly Presence[] {
  const { id, cube } = presence;
  if (!pinned || literalOf(id) !== null) return [presence];
  if (!solve({ a: cube, b: ANY, sameRun: false, equal: [{ a: id, b: pinned }], differ: [] })) return [];
  const [bindings, ...others] = unify(id, pinned, { fold: false, sameRun: false });
  if (!bindings || others.length > 0) return [presence];
  const fixed = openParts(id).reduce((known, part) => {
    const bound = bindings.get(`a:${termKey(part)}`);
    const value =
      bound && isMention(part) && part.variable.kind === "chosen" ? literalOf(textOf(bound) ?? [part]) : null;
    return value !== null && admits(constraintOf(known, part), value)
      ? learn(known, part, { within: [value], not: [], tests: [] })
      : known;
  }, cube);
  return [{ ...presence, cube: fixed }];
}
