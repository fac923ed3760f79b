/**
 * Folders that hold other people's code or what a tool made. They are skipped wherever they stand: a workflow inside
 * `node_modules` deploys nothing.
 */
const VENDORED = [
  "node_modules",
  "bower_components",
  "vendor",
  "\\.git",
  "\\.terraform",
  "\\.terragrunt-cache",
  "\\.venv",
  "venv",
  "\\.tox",
  "__pycache__",
  "site-packages",
  "\\.bundle",
  "\\.yarn",
  "cdk\\.out",
];

/** Build output: only skipped where no git says which of it is a source file. */
const BUILD_OUTPUT = ["dist", "target", "coverage", "\\.next", "\\.cache"];

const vendoredFolder = new RegExp(`(?:^|/)(?:${VENDORED.join("|")})/`);
const skippedName = new RegExp(`^(?:${[...VENDORED, ...BUILD_OUTPUT].join("|")})$`);

/** Whether a file (path with `/`) lies in a vendored folder. */
export function isVendored(path: string): boolean {
  return vendoredFolder.test(path);
}

/** Whether a walk outside git leaves out a folder of this name. */
export function isSkippedFolder(name: string): boolean {
  return skippedName.test(name);
}
