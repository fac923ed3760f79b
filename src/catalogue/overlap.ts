import { literalOf, type Text } from "../values/text.ts";
import { canonical } from "../values/text.ts";
import { headOf, tailOf } from "./pieces.ts";
import type { Recognition } from "./recognition.ts";

/**
 * Whether a write reaches into another target of its kind without being a write of the same id: the id is among those
 * that it names, or begins like one that ends in `*` (`prefix/*` of a bucket, a folder). `id` is without `kind:`.
 */
export function reachesInto(recognition: Pick<Recognition, "overlapsWith">, id: Text): boolean {
  return recognition.overlapsWith.some((text) =>
    tailOf(text).endsWith("*") ? isBelow(text, id) : canonical(text) === canonical(id),
  );
}

/** Whether `id` begins with everything before the star. */
function isBelow(pattern: Text, id: Text): boolean {
  const known = literalOf(pattern);
  if (known !== null) return headOf(id).startsWith(known.slice(0, -1)) && headOf(id).length >= known.length - 1;
  const base = pattern.slice(0, -1);
  const rest = tailOf(pattern).slice(0, -1);
  const same = base.every((part, index) => id[index] !== undefined && canonical([part]) === canonical([id[index]]));
  const next = id[base.length];
  return same && typeof next === "string" && next.startsWith(rest);
}
