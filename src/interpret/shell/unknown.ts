import { canonical, mention, show, type Text } from "../../values/text.ts";
import type { Variable } from "../../values/variable.ts";

const LABEL = 60;

/** A value that is an unknown function of what is given; one name and one input make one value within a run. */
export function unknownText(name: string, given: readonly Text[], label?: string): Text {
  const key = `${name}(${given.map(canonical).join(", ")})`;
  const variable: Variable = { key, label: shortened(label ?? `${name} ${given.map(show).join(" ")}`), kind: "output", given };
  return mention(variable);
}

export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > LABEL ? `${line.slice(0, LABEL - 1)}…` : line;
}
