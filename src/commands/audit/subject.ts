import { basename, relative, sep } from "node:path";
import { openCheckout } from "../../io/checkout.ts";
import { loadConfig } from "../../io/config-file.ts";
import { baseCommit, readRevision } from "../../io/revision-tree.ts";
import { UserError } from "../../io/user-error.ts";
import type { Config } from "../../model/config.ts";
import type { OnlineFacts } from "../../model/online.ts";
import { wholeSource, type Source } from "../../remote/source.ts";
import type { AuditFlags } from "./flags.ts";

/** What `signalbox audit` was pointed at, wherever its files are. */
export interface Subject {
  /** A folder on disk from which paths of a baseline are meant. */
  readonly root: string;
  /** As reports name it. */
  readonly name: string;
  /** Where the audited folder lies in its repository, as `infra/`; empty at its root. */
  readonly prefix: string;
  readonly source: Source;
  readonly config: Config;
  readonly defaultBranch: string | null;
  readonly online: OnlineFacts | null;
  readonly isAuditable: boolean;
  /** Lines for `--verbose`, when all is done. */
  readonly notices: () => readonly string[];
  /** The files before the change that leads from a revision to this. */
  readonly base: (revision: string) => Promise<Source>;
}

/** A folder on disk. */
export async function openFolder(path: string, flags: AuditFlags): Promise<Subject> {
  const checkout = await openCheckout(path);
  const { given, top, root, tree, defaultBranch, isGit, isAuditable } = checkout;
  const below = relative(top, root).split(sep).join("/");
  return {
    root,
    name: process.env["GITHUB_REPOSITORY"] ?? basename(root),
    prefix: below === "" ? "" : `${below}/`,
    source: wholeSource(tree),
    config: await loadConfig({ option: flags.config, given, top, root }),
    defaultBranch,
    online: null,
    isAuditable,
    notices: () => checkout.notices,
    async base(revision) {
      if (!isGit) throw new UserError(`--base needs a git repository, and ${root} is in none.`);
      return wholeSource(await readRevision(root, await baseCommit(root, revision)));
    },
  };
}
