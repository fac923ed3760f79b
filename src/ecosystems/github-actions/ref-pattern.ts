/** Marks that are read otherwise by different readers; a pattern with one of them is not decided. */
const UNDECIDED = /[[\]\\{}]/u;

const ALL = "~ALL";

function regexOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*+|\?)/u).map((part) => {
    if (part === "**/") return "(?:[^/]+/)*";
    if (part === "?") return "[^/]";
    return part.startsWith("*") ? "[^/]*" : part.replaceAll(/[.+^$()|]/gu, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`, "u");
}

/**
 * Whether a name fits a pattern of a ruleset: `fnmatch` in which `*` stops at `/` (docs "Creating rulesets for a
 * repository"). Null where the pattern has marks that are not decided here.
 */
export function fitsPattern(pattern: string, name: string): boolean | null {
  if (pattern === ALL || pattern === name) return true;
  return UNDECIDED.test(pattern) ? null : regexOf(pattern).test(name);
}

/**
 * Whether a pattern of a ruleset fits every name that a pattern of a workflow's filter lets in. False where that is not
 * plain to see.
 */
export function covers(wide: string, narrow: string): boolean {
  if (wide === ALL || wide === "**/*") return true;
  if (!/^[\w./*-]+$/u.test(narrow)) return false;
  const folder = /^([\w./-]+\/)\*\*\/\*$/u.exec(wide)?.[1];
  if (folder !== undefined) return narrow.startsWith(folder) && narrow.length > folder.length;
  const beginning = /^([\w./-]*)\*$/u.exec(wide)?.[1];
  if (beginning === undefined) return wide === narrow && !wide.includes("*");
  return narrow.startsWith(beginning) && !/\/|\*\*/u.test(narrow.slice(beginning.length));
}
