import { UserError } from "../io/user-error.ts";

/** A repository on GitHub, and the branch, tag or commit that is meant; null: its default branch. */
export interface RemoteName {
  readonly owner: string;
  readonly repo: string;
  readonly ref: string | null;
}

const PREFIX = "github:";

/** Names as GitHub allows them. https://docs.github.com/en/rest/repos/repos */
const FULL_NAME = /^([A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?)\/([A-Za-z0-9._-]+?)(?:\.git)?$/u;

/** What git takes for no ref: it would be an option, or lead to another path of the API. */
const NO_REF = /^-|\.\.|[\s~^:?*[\\\u0000-\u001f\u007f]|@\{|\/$|^\/|\/\/|\.lock$/u;

/** Whether an argument names a repository on GitHub rather than a folder. */
export function isRemoteName(path: string): boolean {
  return path.startsWith(PREFIX);
}

/**
 * Reads `OWNER/REPO[@REF]`, with or without `github:` before it.
 *
 * @throws UserError with the form that is wanted
 */
export function parseRemoteName(text: string): RemoteName {
  const plain = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  const at = plain.indexOf("@");
  const [name, ref] = at < 0 ? [plain, null] : [plain.slice(0, at), plain.slice(at + 1)];
  const [, owner, repo] = FULL_NAME.exec(name) ?? [];
  if (owner === undefined || repo === undefined || /^\.{1,2}$/u.test(repo)) {
    throw new UserError(`"${text}" is no repository on GitHub. Write ${PREFIX}OWNER/REPO or ${PREFIX}OWNER/REPO@REF.`);
  }
  if (ref !== null && (ref === "" || NO_REF.test(ref))) {
    throw new UserError(
      `"${ref}" in "${text}" is no branch, tag or commit. Write ${PREFIX}${owner}/${repo}@main, for example.`,
    );
  }
  return { owner, repo, ref };
}

/** The name as people write it. */
export function showName({ owner, repo, ref }: RemoteName): string {
  return `${PREFIX}${owner}/${repo}${ref === null ? "" : `@${ref}`}`;
}
