import { otherRepository, rootOf } from "../ecosystems/github-actions/other-repository.ts";
import {
  parseAction,
  parseWorkflow,
  type ActionDocument,
  type WorkflowDocument,
} from "../ecosystems/github-actions/index.ts";
import type { Problem } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/u;

export interface Documents {
  /** By path. */
  readonly workflows: ReadonlyMap<string, WorkflowDocument>;
  /**
   * The workflow that a job in `from` calls, null where it cannot be read. Those of other repositories can where the
   * tree has their files.
   */
  readonly called: (uses: string, from: string) => WorkflowDocument | null;
  /** The action that a step uses, null where there is none, or none that can be read. */
  readonly action: (uses: string) => ActionDocument | null;
  readonly problems: Problem[];
}

/**
 * Every workflow of the tree, and actions and called workflows when they are asked for. A broken file costs itself.
 * `knows`: actions of other repositories that need not be read, since the catalogue says what they do.
 */
export function readDocuments(tree: Tree, knows: (action: string) => boolean): Documents {
  const problems: Problem[] = [];
  const workflows = new Map<string, WorkflowDocument>();
  for (const path of tree.paths) {
    if (!WORKFLOW.test(path)) continue;
    const read = tree.read(path);
    if (!read) continue;
    if (!read.ok) {
      problems.push(read.problem);
      continue;
    }
    const { workflow, problems: found } = parseWorkflow(read.file);
    problems.push(...found);
    if (workflow) workflows.set(path, workflow);
  }
  const actions = new Map<string, ActionDocument | null>();
  const action = (uses: string): ActionDocument | null => {
    const folder = ownFolder(uses, tree) ?? folderOfAction(uses, knows);
    if (folder === null) return null;
    const known = actions.get(folder);
    if (known !== undefined) return known;
    const found = readAction(tree, folder, problems);
    actions.set(folder, found);
    return found;
  };
  return { workflows, called: calledReader(tree, workflows, problems), action, problems };
}

/** An action that the repository keeps for itself, used by the repository's full name (`acme/shop/.github/actions/x@main`). */
function ownFolder(uses: string, tree: Tree): string | null {
  const path = otherRepository(uses)?.path ?? "";
  return path.startsWith(".github/") && ACTION_FILES.some((name) => tree.has(`${path}/${name}`)) ? path : null;
}

const ACTION_FILES = ["action.yml", "action.yaml"];

/** Where an action's files are in the tree: below the root, or below the name of its repository and ref. */
function folderOfAction(uses: string, knows: (action: string) => boolean): string | null {
  if (uses.startsWith("./") || uses.startsWith("../"))
    return uses
      .split("/")
      .filter((part) => part !== "." && part !== "")
      .join("/");
  const other = otherRepository(uses);
  if (other === null || knows(uses.slice(0, uses.lastIndexOf("@")).toLowerCase())) return null;
  return other.path === "" ? other.root : `${other.root}/${other.path}`;
}

function calledReader(
  tree: Tree,
  workflows: ReadonlyMap<string, WorkflowDocument>,
  problems: Problem[],
): Documents["called"] {
  const others = new Map<string, WorkflowDocument | null>();
  return function called(uses, from) {
    const root = rootOf(from, ".github/workflows/");
    const other = otherRepository(uses);
    const isLocal = uses.startsWith("./");
    if (isLocal && root === "") return workflows.get(uses.slice(2)) ?? null;
    const path = isLocal ? `${root}/${uses.slice(2)}` : other && `${other.root}/${other.path}`;
    if (path === null) return null;
    const known = others.get(path);
    if (known !== undefined) return known;
    const read = tree.read(path);
    const parsed = read?.ok ? parseWorkflow(read.file) : null;
    if (read?.ok === false) problems.push(read.problem);
    problems.push(...(parsed?.problems ?? []));
    others.set(path, parsed?.workflow ?? null);
    return parsed?.workflow ?? null;
  };
}

function readAction(tree: Tree, folder: string, problems: Problem[]): ActionDocument | null {
  for (const name of ACTION_FILES) {
    const read = tree.read(folder === "" ? name : `${folder}/${name}`);
    if (!read) continue;
    if (!read.ok) {
      problems.push(read.problem);
      return null;
    }
    const { action, problems: found } = parseAction(read.file);
    problems.push(...found);
    return action;
  }
  return null;
}
