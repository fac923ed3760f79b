import { dataOf, isRecord } from "../../catalogue/data-file.ts";
import type { Evidence } from "../../model/answers.ts";
import type { SourceFile } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";

/** Templates whose jobs may run side by side, by name in lower case, with where the repository says so. */
type Simultaneous = ReadonlyMap<string, Evidence>;

const MARKS = /allow_simultaneous|concurrent_jobs_enabled|job_slice_count/;
const LARGEST = 500_000;
const known = new WeakMap<Tree, Simultaneous>();

/**
 * What the repository says of a template's queue: `allow_simultaneous` or slices take it away, in a task of the
 * `job_template` modules, in a list of templates as code, in a Terraform resource or in a command.
 * https://github.com/ansible/awx/blob/devel/docs/job_slicing.md
 */
export function simultaneousTemplate(name: string, tree: Tree): Evidence | null {
  const before = known.get(tree);
  const found = before ?? readTemplates(tree);
  if (!before) known.set(tree, found);
  return found.get(name.toLowerCase()) ?? null;
}

function readTemplates(tree: Tree): Simultaneous {
  const found = new Map<string, Evidence>();
  for (const path of tree.paths) {
    if (!/\.(?:ya?ml|json|tf|sh)$/.test(path)) continue;
    const read = tree.read(path);
    if (!read?.ok || read.file.text.length > LARGEST || !MARKS.test(read.file.text)) continue;
    for (const name of namesIn(read.file)) {
      const start = read.file.text.search(MARKS);
      const span = { file: path, start, end: start + (MARKS.exec(read.file.text)?.[0].length ?? 0) };
      if (!found.has(name)) found.set(name, { span, note: `jobs of ${name} may run side by side, as ${path} says` });
    }
  }
  return new Map([...found].map(([name, evidence]) => [name.toLowerCase(), evidence]));
}

function namesIn(file: SourceFile): readonly string[] {
  const commands = [...file.text.matchAll(COMMAND)].flatMap(
    ({ groups }) => groups?.["named"] ?? groups?.["name"] ?? [],
  );
  if (/\.sh$/.test(file.path)) return commands.map(unquoted);
  if (/\.tf$/.test(file.path)) return [...file.text.matchAll(RESOURCE)].flatMap(([block]) => nameOfResource(block));
  return [...commands.map(unquoted), ...dataOf(file).flatMap((data) => namesOf(data, 0))];
}

const COMMAND =
  /\bjob_templates?\s+(?:modify|create)\s+(?:--name[ =](?<named>"[^"\n]+"|'[^'\n]+'|\S+)|(?<name>"[^"\n]+"|'[^'\n]+'|[^-\s]\S*))?[^\n]*(?:--allow_simultaneous[ =]true|--job_slice_count[ =](?:[2-9]|\d\d))/gi;
const RESOURCE = /^resource\s+"(?:awx|aap|tower)_job_template"\s+"[^"]+"\s*\{[\s\S]*?^\}/gm;

function nameOfResource(block: string): readonly string[] {
  const name = /^\s*name\s*=\s*"([^"$]+)"/m.exec(block)?.[1];
  const free = /^\s*allow_simultaneous\s*=\s*true\b|^\s*job_slice_count\s*=\s*(?:[2-9]|\d\d)/m.test(block);
  return name !== undefined && free ? [name] : [];
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, "$2");
}

/** Every mapping that names a template and lets its jobs run side by side; YAML of tasks nests them a few levels deep. */
function namesOf(data: unknown, depth: number): readonly string[] {
  if (depth > 12) return [];
  if (Array.isArray(data)) return (data as readonly unknown[]).flatMap((one) => namesOf(one, depth + 1));
  if (!isRecord(data)) return [];
  const { name } = data;
  const own = typeof name === "string" && isFree(data) ? [name] : [];
  return [...own, ...Object.values(data).flatMap((one) => namesOf(one, depth + 1))];
}

function isFree(data: Readonly<Record<string, unknown>>): boolean {
  const slices = Number(data["job_slice_count"] ?? 1);
  return saysYes(data["allow_simultaneous"]) || saysYes(data["concurrent_jobs_enabled"]) || slices > 1;
}

function saysYes(value: unknown): boolean {
  return value === true || (typeof value === "string" && /^(?:yes|true|on)$/i.test(value));
}
