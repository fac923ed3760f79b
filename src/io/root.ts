import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UserError } from "./user-error.ts";

/** Where an audit looks: absolute paths without links. `repository` is null outside git. */
export interface Root {
  readonly given: string;
  readonly repository: string | null;
}

/** The nearest folder upwards that holds `.git` (a folder, or the file of a linked work tree). */
function repositoryAbove(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return null;
  }
}

/**
 * Finds the folder that was meant.
 *
 * @throws UserError when there is no such folder
 */
export function locate(path: string): Root {
  const absolute = resolve(path);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined && path.startsWith("github:")) {
    throw new UserError(
      `only \`signalbox audit\` and \`observe\` read repositories on GitHub; for this, clone ${path.slice("github:".length)}.`,
    );
  }
  if (stats === undefined) throw new UserError(`there is no folder ${path}. Pass the repository's root.`);
  if (!stats.isDirectory()) throw new UserError(`${path} is a file. Pass the folder of the repository that it is in.`);
  const given = realpathSync(absolute);
  return { given, repository: repositoryAbove(given) };
}

/** Whether a folder is a repository's root as far as GitHub Actions is concerned. */
export function hasWorkflows(folder: string): boolean {
  return existsSync(join(folder, ".github", "workflows"));
}
