/** Contexts of GitHub Actions (docs "Contexts reference"); some exist only at some places of a workflow. */
export const CONTEXTS: readonly string[] = [
  "github",
  "env",
  "vars",
  "job",
  "jobs",
  "steps",
  "runner",
  "secrets",
  "strategy",
  "matrix",
  "needs",
  "inputs",
];

/** Functions with the fewest and most arguments (docs "Evaluate expressions"), names in lower case. */
export const FUNCTIONS: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
  ["contains", [2, 2]],
  ["startswith", [2, 2]],
  ["endswith", [2, 2]],
  ["format", [1, 255]],
  ["join", [1, 2]],
  ["tojson", [1, 1]],
  ["fromjson", [1, 1]],
  ["case", [3, 255]],
  ["hashfiles", [1, 255]],
  ["success", [0, 255]],
  ["failure", [0, 255]],
  ["always", [0, 0]],
  ["cancelled", [0, 0]],
]);

/** Functions that look at how earlier steps or jobs ended; a condition without one has an implicit `success()`. */
export const STATUS_FUNCTIONS: ReadonlySet<string> = new Set(["success", "failure", "always", "cancelled"]);
