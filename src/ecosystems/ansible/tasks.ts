import { isGrowingModule, isIncludingModule, isReadingModule, isTaskKeyword, shortModule } from "./modules.ts";
import { listOf, switchOf, textOf, valueAt, type YamlMap, type YamlNode } from "./yaml.ts";

/** One task as far as it says where it works and how many hosts at once. */
export interface Task {
  /** Null where it cannot be told. */
  readonly module: string | null;
  readonly reads: boolean;
  /** Tasks from elsewhere: whatever they do is not seen here. */
  readonly includes: boolean;
  /** May add hosts or groups to the inventory. */
  readonly grows: boolean;
  /** Runs on the machine that runs Ansible, whatever the play's hosts are. */
  readonly local: boolean;
  readonly runOnce: boolean;
  /** Hosts at once in this task, null where it does not say. */
  readonly throttle: YamlNode | null;
  readonly tags: readonly string[];
}

/** What a play or block passes on to its tasks. */
interface Inherited {
  readonly local: boolean;
  readonly runOnce: boolean;
  readonly throttle: YamlNode | null;
  readonly tags: readonly string[];
}

const NOTHING: Inherited = { local: false, runOnce: false, throttle: null, tags: [] };
const LOCAL_NAMES = ["localhost", "127.0.0.1", "::1"];
const BLOCK_PARTS = ["block", "rescue", "always"];

/** The tasks of a task list with its blocks opened; what stands on a block holds for its tasks. */
export function tasksOf(list: YamlNode | null, tags: readonly string[]): readonly Task[] {
  return listOf(list).flatMap((node) => tasksOfNode(node, { ...NOTHING, tags }));
}

function tasksOfNode(node: YamlNode, outer: Inherited): readonly Task[] {
  if (node.kind !== "map") return [];
  const inherited = inherit(node, outer);
  if (!valueAt(node, "block")) return [taskOf(node, inherited)];
  return BLOCK_PARTS.flatMap((part) => listOf(valueAt(node, part)).flatMap((task) => tasksOfNode(task, inherited)));
}

function inherit(node: YamlNode, outer: Inherited): Inherited {
  const delegate = textOf(valueAt(node, "delegate_to"));
  const connection = textOf(valueAt(node, "connection"));
  return {
    local:
      delegate === null ? (connection === null ? outer.local : connection === "local") : LOCAL_NAMES.includes(delegate),
    runOnce: switchOf(valueAt(node, "run_once")) ?? outer.runOnce,
    throttle: valueAt(node, "throttle") ?? outer.throttle,
    tags: [...outer.tags, ...tagsOf(valueAt(node, "tags"))],
  };
}

function taskOf(node: YamlMap, inherited: Inherited): Task {
  const { module, args } = moduleOf(node);
  const method =
    textOf(valueAt(args, "method")) ?? methodIn(textOf(args)) ?? textOf(valueAt(valueAt(node, "args"), "method"));
  const includes = module !== null && isIncludingModule(module);
  return {
    ...inherited,
    module: module === null ? null : shortModule(module),
    reads: module !== null && isReadingModule(module, method),
    includes,
    grows: module !== null && isGrowingModule(module),
    // `delegate_to` of an include does not hold for the tasks that it brings in.
    local: (inherited.local && !includes) || valueAt(node, "local_action") !== null,
  };
}

interface ModuleUse {
  readonly module: string | null;
  readonly args: YamlNode | null;
}

/** `action: command x` and `local_action: …` name the module in their text or in `module:`. */
function moduleOf(node: YamlMap): ModuleUse {
  const action = valueAt(node, "action") ?? valueAt(node, "local_action");
  if (action) {
    const name =
      action.kind === "map" ? textOf(valueAt(action, "module")) : (textOf(action)?.trim().split(/\s+/, 1)[0] ?? null);
    return { module: name, args: action };
  }
  const entry = node.entries.find(({ key }) => !isTaskKeyword(key));
  return { module: entry?.key ?? null, args: entry?.value ?? null };
}

function methodIn(args: string | null): string | null {
  return /(?:^|\s)method=["']?(\w+)/.exec(args ?? "")?.[1] ?? null;
}

/** The tags of a play, block or task: a list, or text with commas. */
export function tagsOf(node: YamlNode | null): readonly string[] {
  return listOf(node)
    .flatMap((item) => (textOf(item) ?? "").split(","))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/**
 * Whether tasks with these tags run under `--tags` and `--skip-tags`.
 * https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_tags.html
 */
export function isSelected(tags: readonly string[], wanted: readonly string[], skipped: readonly string[]): boolean {
  const only = wanted.length === 0 ? ["all"] : wanted;
  const has = (list: readonly string[]): boolean => tags.some((tag) => list.includes(tag));
  const byTags =
    tags.includes("always") ||
    has(only) ||
    (only.includes("all") && !tags.includes("never")) ||
    (only.includes("tagged") && tags.length > 0 && !tags.includes("never")) ||
    (only.includes("untagged") && tags.length === 0);
  if (!byTags) return false;
  if (skipped.includes("all")) return tags.includes("always") && !skipped.includes("always");
  if (has(skipped)) return false;
  return !(skipped.includes("tagged") && tags.length > 0) && !(skipped.includes("untagged") && tags.length === 0);
}
