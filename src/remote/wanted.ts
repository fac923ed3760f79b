import type { RemoteFile } from "./types.ts";

/** Names of files that audits read: fetched at once. What else an audit asks for is fetched when it does. */
const CONFIGURATION = /\.(?:ya?ml|tf|tofu|tfvars|tfbackend|hcl|sh|bash|ps1|cfg|ini|toml|mk|env|gotmpl|tpl|j2|prisma)$/u;
const BUILD_FILE =
  /(?:^|\/)(?:(?:GNUm|M)akefile|Dockerfile|[Jj]ustfile|Taskfile|Procfile|Gemfile|Capfile|Rakefile|hosts)$/u;
const JSON_FILE = /\.(?:json|jsonc|json5)$/u;
const DOCUMENT = /(?:^|\/)[^/]*\.(?:md|rst|adoc)$/u;
const SCRIPT = /\.(?:py|rb|js|mjs|cjs|ts)$/u;
const SCRIPT_FOLDER = /(?:^|\/)(?:\.github|scripts?|ci|tools?|bin|ops|deploy(?:ment)?s?|infra(?:structure)?|hack)\//u;

/** Written by tools, large, and never asked for by an audit. */
const GENERATED = /(?:^|\/)(?:package-lock|npm-shrinkwrap|composer\.lock|tsconfig|\.eslintrc)[^/]*\.json$/u;
const GENERATED_TOO = /\.(?:min|snap|map)\.json$|(?:^|\/)(?:pnpm-lock|yarn\.lock)/u;

const LARGEST = 1024 * 1024;
const LARGEST_DOCUMENT = 128 * 1024;

/** All that is fetched of one repository at once; a repository that has more is read as it is asked for. */
const MOST_BYTES = 96 * 1024 * 1024;

function isConfiguration(path: string): boolean {
  return CONFIGURATION.test(path) || BUILD_FILE.test(path);
}

/** Whether a file is one that audits read. */
export function isWanted({ path, mode, size }: Omit<RemoteFile, "sha">): boolean {
  if (mode === "link") return true;
  if (size > LARGEST || GENERATED.test(path) || GENERATED_TOO.test(path)) return false;
  if (isConfiguration(path) || JSON_FILE.test(path)) return true;
  if (DOCUMENT.test(path)) return size <= LARGEST_DOCUMENT;
  if (mode === "executable") return size <= LARGEST_DOCUMENT;
  return SCRIPT.test(path) && SCRIPT_FOLDER.test(path);
}

/** Workflows, actions and the config first: they decide what else is needed. */
function rank({ path }: RemoteFile): number {
  if (/^(?:\.github\/|\.signalbox\/|signalbox\.ya?ml$)/u.test(path)) return 0;
  return isConfiguration(path) ? 1 : 2;
}

/** The files that are fetched before the first audit. */
export function wantedFiles(files: readonly RemoteFile[]): readonly RemoteFile[] {
  let bytes = 0;
  return files
    .filter(isWanted)
    .sort((a, b) => rank(a) - rank(b))
    .filter(({ size }) => (bytes += size) <= MOST_BYTES);
}
