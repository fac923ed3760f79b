import { canonical, mention, show, type Text } from "../../values/text.ts";
import type { Variable } from "../../values/variable.ts";

const LABEL = 60;

/**
 * A value that is an unknown function of what is given; one name and one input make one value within a run.
 * `base`: the function's name where `name` holds some of its arguments too.
 */
export function unknownText(name: string, given: readonly Text[], label?: string, base = name): Text {
  const key = `${name}(${given.map(canonical).join(", ")})`;
  const variable: Variable = { key, base, label: shortened(label ?? `${name} ${given.map(show).join(" ")}`), kind: "output", given };
  return mention(variable);
}

export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > LABEL ? `${line.slice(0, LABEL - 1)}…` : line;
}
