import { git } from "./git.ts";

async function symbolicRef(root: string, ref: string): Promise<string | null> {
  const result = await git(root, ["symbolic-ref", "--quiet", ref]);
  return result.ok ? result.stdout.toString("utf8").trim() : null;
}

/**
 * The default branch as a clone knows it: what `origin/HEAD` points to, else the branch that is checked out.
 * Null outside git and on a detached head, where `main` is assumed.
 */
export async function defaultBranch(root: string): Promise<string | null> {
  const [remote, local] = await Promise.all([symbolicRef(root, "refs/remotes/origin/HEAD"), symbolicRef(root, "HEAD")]);
  return remote?.replace(/^refs\/remotes\/origin\//, "") ?? local?.replace(/^refs\/heads\//, "") ?? null;
}
