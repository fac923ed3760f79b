import { asking, statusOf } from "../github/explain.ts";
import type { GitHub } from "../github/types.ts";
import { modeFromGit } from "../io/entries.ts";
import { UserError } from "../io/user-error.ts";
import { isVendored } from "../io/vendored.ts";
import type { Listing, RemoteFile } from "./types.ts";

/** A repository and one of its refs, as the API takes them. */
export interface Place {
  readonly owner: string;
  readonly repo: string;
  readonly ref: string;
}

interface Entry {
  readonly path?: string;
  readonly mode?: string;
  readonly type?: string;
  readonly sha?: string | null;
  readonly size?: number;
}

/** So many folders of a tree that is too large are listed one by one before the rest is given up. */
const MOST_FOLDERS = 60;

/** The file of an entry; null for folders, submodules, other people's code, and names that lead out of the tree. */
function fileOf({ path, mode, sha, size }: Entry, prefix: string): RemoteFile | null {
  const kind = modeFromGit(mode ?? "");
  const full = `${prefix}${path ?? ""}`;
  const isSound = path && sha && !full.split("/").some((part) => part === "" || part === "." || part === "..");
  return kind === null || !isSound || isVendored(full) ? null : { path: full, mode: kind, sha, size: size ?? 0 };
}

function filesOf(entries: readonly Entry[], prefix = ""): readonly RemoteFile[] {
  return entries.map((entry) => fileOf(entry, prefix)).filter((file) => file !== null);
}

interface TreeAnswer {
  readonly sha: string;
  readonly entries: readonly Entry[];
  readonly truncated: boolean;
}

async function readTree(place: Place, sha: string, recursive: boolean, github: GitHub): Promise<TreeAnswer> {
  const { owner, repo } = place;
  const { data } = await github.rest.git.getTree({
    owner,
    repo,
    tree_sha: sha,
    ...(recursive ? { recursive: "1" } : {}),
  });
  return { sha: data.sha ?? sha, entries: data.tree, truncated: data.truncated === true };
}

/**
 * Lists the files of a ref: one request. GitHub cuts a listing of more than 100,000 files or 7 MB, which `truncated`
 * tells; an empty repository has none.
 *
 * @throws UserError where there is no such ref
 */
export async function listFiles(
  place: Place,
  github: GitHub,
): Promise<{ readonly listing: Listing; readonly truncated: boolean }> {
  const { owner, repo, ref } = place;
  const tree = await asking(`${owner}/${repo}@${ref}`, github, () =>
    readTree(place, ref, true, github).catch((error: unknown) => {
      const status = statusOf(error);
      if (status === 409) return { sha: "empty", entries: [], truncated: false };
      if (status !== 404 && status !== 422) throw error;
      throw new UserError(`there is no branch, tag or commit of this name. Check the ref after the @.`);
    }),
  );
  return { listing: { sha: tree.sha, files: filesOf(tree.entries), partial: null }, truncated: tree.truncated };
}

/** Folders that workflows and what they call lie in come first, since the rest may be given up. */
function byImportance(a: Entry, b: Entry): number {
  const rank = ({ path = "" }: Entry): number =>
    path === ".github" ? 0 : /^(?:infra|deploy|terraform|ansible|charts?|k8s|scripts?|ci|ops)/iu.test(path) ? 1 : 2;
  return rank(a) - rank(b) || ((a.path ?? "") < (b.path ?? "") ? -1 : 1);
}

/**
 * Lists a tree folder by folder, for one whose whole listing GitHub cuts: each folder with all that is below it, and
 * where that is cut too, its folders in turn. What does not fit in the bound is named in `partial`.
 */
export async function listByFolders(place: Place, sha: string, github: GitHub): Promise<Listing> {
  const { owner, repo, ref } = place;
  const root = await asking(`${owner}/${repo}@${ref}`, github, () => readTree(place, ref, false, github));
  const files = [...filesOf(root.entries)];
  const open = foldersIn(root.entries, "");
  const left: string[] = [];
  for (let asked = 0; open.length > 0; asked += 1) {
    const folder = open.shift();
    if (folder === undefined) break;
    if (asked === MOST_FOLDERS) return { sha, files, partial: cutLine([folder, ...open].map(({ prefix }) => prefix)) };
    const below = await asking(`${owner}/${repo}/${folder.prefix}`, github, () =>
      readTree(place, folder.sha, true, github),
    );
    if (!below.truncated) {
      files.push(...filesOf(below.entries, folder.prefix));
      continue;
    }
    const direct = await asking(`${owner}/${repo}/${folder.prefix}`, github, () =>
      readTree(place, folder.sha, false, github),
    );
    files.push(...filesOf(direct.entries, folder.prefix));
    if (direct.truncated) left.push(folder.prefix);
    open.unshift(...foldersIn(direct.entries, folder.prefix));
  }
  return { sha, files, partial: left.length > 0 ? cutLine(left) : null };
}

function foldersIn(entries: readonly Entry[], prefix: string): { readonly prefix: string; readonly sha: string }[] {
  return entries
    .filter(({ type, sha }) => type === "tree" && sha)
    .sort(byImportance)
    .map(({ path, sha }) => ({ prefix: `${prefix}${path ?? ""}/`, sha: sha ?? "" }))
    .filter((folder) => !isVendored(`${folder.prefix}x`));
}

function cutLine(folders: readonly string[]): string {
  const more = folders.length > 3 ? ` and ${folders.length - 3} more` : "";
  return `GitHub cut the list of files; not read: ${folders.slice(0, 3).join(", ")}${more}`;
}
