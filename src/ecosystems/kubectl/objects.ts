import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { cutAt } from "../../catalogue/pieces.ts";
import { kindName } from "../kubernetes/kinds.ts";

/** `deployment/api`, `deploy api worker`, `-l app=web`: the objects that positional words name, as `type/name`. */
export function objectsIn(words: readonly Text[], selector: Text | null): readonly Text[] {
  const [first, ...rest] = words;
  if (!first) return [];
  if (cutAt(first, "/")) return words.flatMap((word) => slashed(word));
  const type = literalOf(first);
  const name = type === null ? first : literal(kindName(type));
  if (rest.length > 0) return rest.map((word) => concat(name, literal("/"), word));
  return [selector ? concat(name, literal("?"), selector) : concat(name, literal("/*"))];
}

function slashed(word: Text): readonly Text[] {
  const cut = cutAt(word, "/");
  if (!cut) return [];
  const type = literalOf(cut[0]);
  return [concat(type === null ? cut[0] : literal(kindName(type)), literal("/"), cut[1])];
}
