import { parseAction, parseWorkflow, type ActionDocument, type WorkflowDocument } from "../ecosystems/github-actions/index.ts";
import type { Problem } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/u;

export interface Documents {
  /** By path. */
  readonly workflows: ReadonlyMap<string, WorkflowDocument>;
  /** The action at a `uses: ./path` of a step, null where there is none. */
  readonly action: (uses: string) => ActionDocument | null;
  readonly problems: Problem[];
}

/** Every workflow of the tree, and its local actions when they are asked for. A broken file costs itself. */
export function readDocuments(tree: Tree): Documents {
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
    const folder = uses.split("/").filter((part) => part !== "." && part !== "").join("/");
    const known = actions.get(folder);
    if (known !== undefined) return known;
    const found = readAction(tree, folder, problems);
    actions.set(folder, found);
    return found;
  };
  return { workflows, action, problems };
}

function readAction(tree: Tree, folder: string, problems: Problem[]): ActionDocument | null {
  for (const name of ["action.yml", "action.yaml"]) {
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
