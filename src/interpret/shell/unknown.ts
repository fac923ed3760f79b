import { canonical, mention, show, type Text } from "../../values/text.ts";
import type { Variable } from "../../values/variable.ts";

const LABEL = 60;
/** Longer texts than this are not followed any further. */
export const MAX_TEXT = 200_000;
const MAX_PARTS = 400;

/**
 * A value that is an unknown function of what is given; one name and one input make one value within a run.
 * `base`: the function's name where `name` holds some of its arguments too.
 */
export function unknownText(
  name: string,
  given: readonly Text[],
  label?: string,
  base = name,
  more: Pick<Variable, "lasting"> = {},
): Text {
  const key = bounded(`${name}(${given.map(canonical).join(", ")})`);
  const variable: Variable = {
    key,
    base,
    label: shortened(label ?? `${name} ${given.map(show).join(" ")}`),
    kind: "output",
    given,
    ...more,
  };
  return mention(variable);
}

const LONGEST_KEY = 400;

/** Functions of functions have names that grow with each; beyond a length a checksum stands for the rest. */
function bounded(key: string): string {
  if (key.length <= LONGEST_KEY) return key;
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < key.length; at += 1) {
    low = Math.imul(low ^ key.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ key.charCodeAt(at), 0x85ebca6b) ^ (low >>> 13);
  }
  return `${key.slice(0, LONGEST_KEY / 2)}…${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}-${key.length}`;
}

/** The text, or an unknown one where it is longer than anything that names a target. */
export function limited(text: Text): Text {
  if (text.length <= MAX_PARTS && !text.some((part) => typeof part === "string" && part.length > MAX_TEXT)) return text;
  return unknownText("text that is too long", []);
}

export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > LABEL ? `${line.slice(0, LABEL - 1)}…` : line;
}
