import type { Tree } from "../model/tree.ts";
import { hasSomethingToAudit } from "./auditable.ts";
import { defaultBranch } from "./default-branch.ts";
import { listGitFiles } from "./list-git.ts";
import { walkFiles } from "./list-walk.ts";
import { hasWorkflows, locate, type Root } from "./root.ts";
import { workTree } from "./work-tree.ts";

/** A folder on disk that is audited. `root` is absolute; `notices` are lines for `--verbose`. */
export interface Checkout {
  readonly root: string;
  /** The folder that was named, from which a config is looked for upwards to `top`. */
  readonly given: string;
  /** The repository's root; outside git the audited folder. */
  readonly top: string;
  readonly tree: Tree;
  readonly isGit: boolean;
  readonly defaultBranch: string | null;
  /** Whether there is anything to audit in it. */
  readonly isAuditable: boolean;
  readonly notices: readonly string[];
}

async function openFolder(root: string, place: Root, notices: readonly string[]): Promise<Checkout> {
  const isGit = place.repository !== null;
  const [listed, branch] = isGit ? await Promise.all([listGitFiles(root), defaultBranch(root)]) : [null, null];
  const refused =
    listed !== null && "stderr" in listed
      ? [`git cannot list ${root}, so .gitignore was not followed: ${listed.stderr.split("\n")[0] ?? ""}`]
      : [];
  const entries = listed !== null && "entries" in listed ? listed.entries : walkFiles(root);
  const tree = workTree(root, entries);
  const isAuditable = hasSomethingToAudit(tree.paths);
  const top = place.repository ?? root;
  const found = { root, given: place.given, top, tree, isGit, isAuditable };
  return { ...found, defaultBranch: branch, notices: [...notices, ...refused] };
}

/** Whether `path` names a place inside the repository only because that is where the shell stands. */
function isImplied(path: string): boolean {
  return path === "." || path === "./" || path === "";
}

/**
 * Opens what `signalbox audit [path]` was pointed at. A folder with workflows of its own is audited as it is.
 * Otherwise, inside a git repository, the repository is: workflows, and so every deploy, stand at its root. A folder
 * that was named and has nothing at all to audit stays what it is, so that a gate in the wrong folder does not pass in
 * silence.
 *
 * @throws UserError when the path is no folder
 */
export async function openCheckout(path: string): Promise<Checkout> {
  const place = locate(path);
  const { given, repository } = place;
  if (repository === null || given === repository || hasWorkflows(given)) return openFolder(given, place, []);
  const notice = `${path} is inside a repository, so the repository at ${repository} was audited`;
  if (isImplied(path)) return openFolder(repository, place, [notice]);
  const named = await openFolder(given, place, []);
  return named.isAuditable ? openFolder(repository, place, [notice]) : named;
}
