import type { Filter } from "../description.ts";

/**
 * Whether a filter admits a name (docs "Workflow syntax", filter pattern cheat sheet), written from the cheat sheet alone:
 * `*` stops at a slash, `**` does not, `?` and `+` repeat the character before, `[]` is a class, and of a list in order a
 * later `!` takes away what an earlier pattern let in.
 */
export function lets(filter: Filter | undefined, name: string): boolean {
  if (!filter) return true;
  if (filter.mode === "ignore") return !passes(filter.patterns, name);
  return passes(filter.patterns, name);
}

function passes(patterns: readonly string[], name: string): boolean {
  return patterns.reduce((inside, pattern) => {
    if (pattern.startsWith("!")) return inside && !expression(pattern.slice(1)).test(name);
    return inside || expression(pattern).test(name);
  }, false);
}

const compiled = new Map<string, RegExp>();

function expression(pattern: string): RegExp {
  const known = compiled.get(pattern);
  if (known) return known;
  const body = pattern.replaceAll(/\*\*|\*|\?|\+|\[[^\]]*\]|[^*?+[\]]/gu, (piece) => {
    if (piece === "**") return ".*";
    if (piece === "*") return "[^/]*";
    if (piece === "?" || piece === "+" || piece.startsWith("[")) return piece;
    return piece.replace(/[.(){}^$|\\/]/u, (character) => `\\${character}`);
  });
  const made = new RegExp(`^${body}$`, "u");
  compiled.set(pattern, made);
  return made;
}
