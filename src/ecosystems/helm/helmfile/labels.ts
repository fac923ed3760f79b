import { hasHole, type Word } from "../../../syntax/template/holes.ts";

export type Labels = ReadonlyMap<string, Word>;

/**
 * Whether a release with these labels is selected: one selector must fit, and each of its labels must. Null where a
 * hole decides. https://helmfile.readthedocs.io/en/latest/#labels-overview
 */
export function isSelected(labels: Labels, selectors: readonly Word[]): boolean | null {
  if (selectors.length === 0) return true;
  const answers = selectors.map((selector) => fits(labels, selector));
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

function fits(labels: Labels, selector: Word): boolean | null {
  const answers = selector.split(",").map((term) => fitsTerm(labels, term.trim()));
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}

function fitsTerm(labels: Labels, term: Word): boolean | null {
  const match = /^([^=!]+)(!?=)(.*)$/s.exec(term);
  if (!match) return hasHole(term) ? null : false;
  const [, key = "", operator, wanted = ""] = match;
  const label = labels.get(key);
  if (label === undefined) return operator === "!=";
  if (label !== wanted && (hasHole(label) || hasHole(wanted))) return null;
  return (label === wanted) === (operator === "=");
}
