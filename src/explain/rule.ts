import type { RuleMeta } from "../rules/types.ts";
import { wrap } from "../reporters/text/measure.ts";
import { makeStyle } from "../reporters/text/style.ts";

/** A rule as `explain RULE` prints it: what it finds, why that matters, an example, the same made right, the fix. */
export function explainRule(meta: RuleMeta, options: { readonly color: boolean; readonly width: number }): string {
  const style = makeStyle(options.color);
  const { what, why, bad, good, fix } = meta.docs;
  const prose = (text: string): string => wrap(text, options.width, "  ");
  const block = (text: string): string =>
    text
      .split("\n")
      .map((line) => `    ${line}`.trimEnd())
      .join("\n");
  const parts = [
    `${style.bold(meta.id)} (${style.severity[meta.severity](meta.severity)})\n${prose(meta.summary)}`,
    `${style.bold("What")}\n${prose(what)}`,
    `${style.bold("Why")}\n${prose(why)}`,
    bad === "" ? null : `${style.bold("Reported")}\n${block(bad)}`,
    good === "" ? null : `${style.bold("Instead")}\n${block(good)}`,
    fix === "" ? null : `${style.bold("Fix")}\n${prose(fix)}`,
  ];
  return `${parts.filter((part) => part !== null).join("\n\n")}\n`;
}
