import { escape } from "html-escaper";
import { visible } from "../view/clean.ts";

/** Markup that is safe to put into the page: written by us, or text that was escaped on the way in. */
export interface Markup {
  readonly markup: string;
}

type Value = Markup | string | number | null | undefined | false | readonly Value[];

/**
 * Template tag for HTML and SVG. Every value that is not `Markup` is escaped, so that a name from a repository cannot
 * become a tag or leave its attribute; attributes must be quoted in the template.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  let markup = parts[0] ?? "";
  for (const [index, value] of values.entries()) markup += render(value) + (parts[index + 1] ?? "");
  return { markup };
}

/** Constants of ours that hold markup: style, script, symbols. Never for anything that comes from the report. */
export function trusted(markup: string): Markup {
  return { markup };
}

/** For drawings that repeat what stands beside them in words: a screen reader passes over them. */
export const UNSPOKEN: Markup = trusted('aria-hidden="true" focusable="false"');

/** Markup in place of a list, with something between the parts. */
export function joined(parts: readonly Markup[], between: string): Markup {
  return { markup: parts.map((part) => part.markup).join(escape(between)) };
}

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (Array.isArray(value)) return value.map((one) => render(one as Value)).join("");
  if (typeof value === "object" && "markup" in value) return value.markup;
  return escape(visible(String(value)));
}
