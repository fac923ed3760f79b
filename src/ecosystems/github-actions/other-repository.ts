/** Something in another repository at a ref, as `uses:` names it. */
export interface OtherRepository {
  /** The folder under which its files are in the tree of an audit that may read them: `acme/deploy@v2`. */
  readonly root: string;
  /** Path below that; empty for the repository's own action. */
  readonly path: string;
}

const USES = /^([A-Za-z0-9][\w-]*)\/([\w.-]+)((?:\/[^@\s]+)?)@(\S+)$/u;

/** Files of other repositories have such paths: no file of the audited one is named so. */
const ROOT = /^[A-Za-z0-9][\w-]*\/[\w.-]+@/u;

/** Reads `owner/repo[/path]@ref`; null for local paths, images, and what holds an expression. */
export function otherRepository(uses: string): OtherRepository | null {
  if (uses.includes("${{") || uses.includes("..")) return null;
  const [, owner, repo, path = "", ref] = USES.exec(uses) ?? [];
  return owner === undefined ? null : { root: `${owner}/${repo ?? ""}@${ref ?? ""}`, path: path.slice(1) };
}

/**
 * The repository that a file belongs to, `""` for the audited one. A ref may hold slashes, so a path alone does not
 * say where it ends: `folder` is where the file must lie below it.
 */
export function rootOf(file: string, folder: string): string {
  if (!ROOT.test(file)) return "";
  const at = file.lastIndexOf(`/${folder}`);
  return at < 0 ? "" : file.slice(0, at);
}

/** Whether a path is that of a file in another repository. */
export function isOther(path: string): boolean {
  return ROOT.test(path);
}
