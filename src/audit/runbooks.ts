import type { RecoveryPath } from "../model/config.ts";
import type { Span } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";
import { table } from "../values/table.ts";

/** A document that tells people how to get something back. */
export interface Runbook {
  readonly path: string;
  readonly text: string;
  readonly span: Span;
}

const NAME = /(?:run-?book|roll-?back|restor|recover|disaster|backup|incident|on-?call|break-?glass)/i;
const DOCUMENT = /\.(?:md|mdx|markdown|rst|adoc|txt)$/i;
const SAMPLES = /(?:^|\/)(?:fixtures?|testdata|tests?|__tests__|specs?|examples?|node_modules|vendor)\//i;
/** A document that tells what to do says so; a change log or a design only mentions it. */
const TELLS =
  /\b(?:roll(?:ing)?[- ]?back|restor(?:e|es|ing)|recover(?:y|s|ing)?|revert(?:s|ing)?|force-unlock|point[- ]in[- ]time|undo)\b/i;
const LONGEST = 200_000;

const known = new WeakMap<Tree, readonly Runbook[]>();

/** Documents whose path says that they are runbooks and whose text speaks of a way back; read once for a tree. */
export function runbooksIn(tree: Tree): readonly Runbook[] {
  const before = known.get(tree);
  if (before) return before;
  const found = tree.paths.flatMap((path): readonly Runbook[] => {
    if (!DOCUMENT.test(path) || !NAME.test(path) || SAMPLES.test(path)) return [];
    const read = tree.read(path);
    if (!read?.ok || read.file.text.length > LONGEST) return [];
    const at = TELLS.exec(read.file.text);
    if (!at) return [];
    return [{ path, text: read.file.text, span: { file: path, start: at.index, end: at.index + at[0].length } }];
  });
  known.set(tree, found);
  return found;
}

/** Other words for what a kind is called by those who write runbooks. */
const WORDS: Readonly<Record<string, readonly string[]>> = table({
  "terraform-state": ["terraform", "tofu", "opentofu", "terragrunt", "state"],
  database: ["database", "postgres", "postgresql", "mysql", "mariadb", "mongo", "migration", "migrations", "dump"],
  "helm-release": ["helm"],
  "kubernetes-apply": ["kubectl", "kubernetes", "cluster"],
  "ansible-fleet": ["ansible", "playbook"],
  "pulumi-stack": ["pulumi"],
  "cloudformation-stack": ["cloudformation", "cdk", "stack"],
  "s3-prefix": ["s3", "bucket"],
  "gcs-prefix": ["gcs", "bucket"],
  "host-path": ["ssh", "host", "server"],
  package: ["npm", "pypi", "publish", "yank", "deprecate", "release"],
});

/** The runbook that speaks of this target, null where none does: by its kind's words, or by the target's own name. */
export function runbookFor(id: string, kind: string, tree: Tree): Runbook | null {
  const words = WORDS[kind] ?? kind.split("-").filter((word) => word.length > 3);
  const name = /([\w.-]{5,})[^\w]*$/.exec(id)?.[1];
  const says = new RegExp(`(?<![\\w-])(?:${[...words, ...(name ? [escaped(name)] : [])].join("|")})(?![\\w-])`, "i");
  return runbooksIn(tree).find(({ text, path }) => says.test(text) || says.test(path)) ?? null;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The path that the config names as a runbook and that is not in the repository; null where it is, or is an address. */
export function missingRunbook(path: RecoveryPath | null, tree: Tree): string | null {
  const runbook = path?.runbook ?? null;
  if (runbook === null || /^[a-z][\w+.-]*:\/\//i.test(runbook)) return null;
  const plain = runbook.replace(/[#?].*$/, "").replace(/^\.?\//, "");
  return tree.has(plain) || tree.paths.some((one) => one.startsWith(`${plain.replace(/\/$/, "")}/`)) ? null : runbook;
}
