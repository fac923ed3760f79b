import { loadConfig } from "../../io/config-file.ts";
import { configOfRevision } from "../../io/revision-config.ts";
import { asking } from "../../github/explain.ts";
import type { GitHub } from "../../github/types.ts";
import { hasSomethingToAudit } from "../../io/auditable.ts";
import type { Config } from "../../model/config.ts";
import type { OnlineFacts } from "../../model/online.ts";
import type { Tree } from "../../model/tree.ts";
import { emptyConfig } from "../../config/empty.ts";
import { readFacts } from "../../remote/facts.ts";
import { isRemoteName, parseRemoteName, type RemoteName } from "../../remote/name.ts";
import { openRemote } from "../../remote/open.ts";
import { withOthers } from "../../remote/others.ts";
import { readRepository } from "../../remote/repository.ts";
import type { Source } from "../../remote/source.ts";
import type { RepositoryFacts } from "../../remote/types.ts";
import { connect, costLine } from "../online/connect.ts";
import { originOf } from "../online/origin.ts";
import type { AuditFlags } from "./flags.ts";
import { openFolder, type Subject } from "./subject.ts";

/** The config at the root of a tree that is on no disk, or the one that a flag names. */
export async function remoteConfig(tree: Tree, option: AuditFlags["config"]): Promise<Config> {
  if (typeof option === "string") return loadConfig({ option, given: ".", top: ".", root: process.cwd() });
  return configOfRevision(tree, emptyConfig, option);
}

function renamed({ owner, repo, renamedFrom }: RepositoryFacts): readonly string[] {
  return renamedFrom === null ? [] : [`${renamedFrom} is called ${owner}/${repo} now`];
}

/** Facts are asked for with `--online`; what could not be had is part of the report. */
async function factsFor(
  repository: RepositoryFacts,
  flags: AuditFlags,
  github: GitHub,
): Promise<{ readonly online: OnlineFacts | null; readonly gaps: readonly string[] }> {
  if (!flags.online) return { online: null, gaps: [] };
  const { facts, gaps } = await readFacts(repository, github);
  return { online: facts, gaps };
}

/** The source as `--online` has it: with files of other repositories, and with what could not be read. */
function completed(source: Source, gaps: readonly string[], flags: AuditFlags, github: GitHub): Source {
  const all = flags.online ? withOthers(source, github) : source;
  return { ...all, partial: () => [...gaps, ...all.partial()] };
}

async function openRepository(name: RemoteName, flags: AuditFlags, github: GitHub): Promise<Subject> {
  const repository = await readRepository(name, github);
  const { owner, repo, defaultBranch } = repository;
  const ref = name.ref ?? defaultBranch;
  const remote = await openRemote({ owner, repo, ref }, github);
  const config = await remoteConfig(remote.tree(), flags.config);
  const { online, gaps } = await factsFor(repository, flags, github);
  return {
    root: process.cwd(),
    name: `${owner}/${repo}`,
    prefix: "",
    config,
    defaultBranch,
    online,
    source: completed(remote, gaps, flags, github),
    isAuditable: hasSomethingToAudit(remote.tree().paths),
    notices: () => [...renamed(repository), `${owner}/${repo}@${ref}`, ...(online?.reach ?? []), costLine(github)],
    async base(revision) {
      const basehead = `${revision}...${ref}`;
      const { data } = await asking(`${owner}/${repo}, ${basehead}`, github, () =>
        github.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 1 }),
      );
      return completed(await openRemote({ owner, repo, ref: data.merge_base_commit.sha }, github), [], flags, github);
    },
  };
}

/**
 * Opens a repository on GitHub (`github:OWNER/REPO[@REF]`), or a folder together with what GitHub knows (`--online`).
 *
 * @throws UserError where it cannot be read at all
 */
export async function openOnline(path: string, flags: AuditFlags): Promise<Subject> {
  const github = connect(flags);
  if (isRemoteName(path)) return openRepository(parseRemoteName(path), flags, github);
  const folder = await openFolder(path, flags);
  const repository = await readRepository(await originOf(folder.root), github);
  const { online, gaps } = await factsFor(repository, flags, github);
  return {
    ...folder,
    source: completed(folder.source, gaps, flags, github),
    defaultBranch: repository.defaultBranch,
    online,
    notices: () => [...folder.notices(), ...renamed(repository), ...(online?.reach ?? []), costLine(github)],
    base: async (revision) => completed(await folder.base(revision), [], flags, github),
  };
}
