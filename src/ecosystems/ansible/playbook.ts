import type { Problem, SourceFile, Span } from "../../model/span.ts";
import { shortModule } from "./modules.ts";
import { tagsOf, tasksOf, type Task } from "./tasks.ts";
import {
  isNull,
  listOf,
  readAnsibleYaml,
  switchOf,
  textOf,
  valueAt,
  type YamlEntry,
  type YamlMap,
  type YamlNode,
} from "./yaml.ts";

/** One play as it is written; templates are not replaced yet. */
export interface Play {
  readonly kind: "play";
  readonly name: string | null;
  readonly span: Span;
  readonly hosts: YamlNode;
  readonly serial: YamlNode | null;
  readonly throttle: YamlNode | null;
  readonly runOnce: boolean;
  readonly connection: string | null;
  readonly strategy: string | null;
  readonly vars: YamlNode | null;
  readonly varsFiles: readonly YamlNode[];
  readonly varsPrompt: readonly YamlNode[];
  readonly tasks: readonly Task[];
  /** How many roles it lists; their tasks are not looked into. */
  readonly roles: number;
  readonly tags: readonly string[];
}

/** `import_playbook: web.yml` */
export interface PlaybookImport {
  readonly kind: "import";
  readonly span: Span;
  readonly path: string;
  readonly vars: YamlNode | null;
  readonly tags: readonly string[];
}

export interface Playbook {
  readonly path: string;
  readonly entries: readonly (Play | PlaybookImport)[];
  readonly problems: readonly Problem[];
}

/**
 * Reads a playbook: a list of plays and imports. What is neither costs itself and is a problem; the rest is kept.
 * https://docs.ansible.com/ansible/latest/reference_appendices/playbooks_keywords.html#play
 */
export function readPlaybook(file: SourceFile): Playbook {
  const { root, problems } = readAnsibleYaml(file);
  const found: Problem[] = [...problems];
  if (root?.kind !== "list") {
    if (found.length === 0)
      found.push({
        span: root?.span ?? startOf(file),
        message: "is no playbook: a list of plays is expected at the top",
      });
    return { path: file.path, entries: [], problems: found };
  }
  const entries: (Play | PlaybookImport)[] = [];
  for (const node of root.items) {
    const entry = node.kind === "map" ? readEntry(node) : null;
    if (entry) entries.push(entry);
    else found.push({ span: node.span, message: "is no play: a play has `hosts`, an import has `import_playbook`" });
  }
  return { path: file.path, entries, problems: found };
}

function startOf(file: SourceFile): Span {
  return { file: file.path, start: 0, end: 0 };
}

function readEntry(node: YamlMap): Play | PlaybookImport | null {
  const imported = node.entries.find(({ key }) => ["import_playbook", "include"].includes(shortModule(key)));
  if (imported) return readImport(node, textOf(imported.value), imported.keySpan);
  const hosts = node.entries.find(({ key }) => key === "hosts");
  return hosts && !isNull(hosts.value) ? readPlay(node, hosts) : null;
}

/** Old playbooks put variables behind the file name, which Ansible no longer reads: `web.yml tags=web`. */
function readImport(node: YamlMap, text: string | null, span: Span): PlaybookImport | null {
  const path = /^(?:\{\{.*?\}\}|\S)+/s.exec(text?.trim() ?? "")?.[0];
  if (path === undefined) return null;
  return { kind: "import", span, path, vars: valueAt(node, "vars"), tags: tagsOf(valueAt(node, "tags")) };
}

function readPlay(node: YamlMap, hosts: YamlEntry): Play {
  const tags = tagsOf(valueAt(node, "tags"));
  return {
    kind: "play",
    name: textOf(valueAt(node, "name")),
    span: hosts.keySpan,
    hosts: hosts.value,
    serial: valueAt(node, "serial"),
    throttle: valueAt(node, "throttle"),
    runOnce: switchOf(valueAt(node, "run_once")) === true,
    connection: textOf(valueAt(node, "connection")),
    strategy: textOf(valueAt(node, "strategy")),
    vars: valueAt(node, "vars"),
    varsFiles: listOf(valueAt(node, "vars_files")),
    varsPrompt: listOf(valueAt(node, "vars_prompt")),
    tasks: ["pre_tasks", "tasks", "post_tasks"].flatMap((section) => tasksOf(valueAt(node, section), tags)),
    roles: listOf(valueAt(node, "roles")).length,
    tags,
  };
}
