import { setImmediate as turn } from "node:timers/promises";
import { reasonFor } from "../../github/explain.ts";
import type { GitHub } from "../../github/types.ts";
import { today } from "../../io/clock.ts";
import { say } from "../../io/output.ts";
import { progressBar, type Progress } from "../../io/progress.ts";
import { UserError } from "../../io/user-error.ts";
import { packageVersion } from "../../io/version.ts";
import type { AuditedRepository, OrganizationReport } from "../../model/organization.ts";
import { candidatesOf } from "../../org/candidates.ts";
import { sharedTargets } from "../../org/shared.ts";
import { organizationSummary } from "../../org/summary.ts";
import { eachAtOnce } from "../../remote/blobs.ts";
import { listOrganization, type ListedRepository } from "../../remote/organization.ts";
import { openRemote } from "../../remote/open.ts";
import { withOthers } from "../../remote/others.ts";
import { readFacts } from "../../remote/facts.ts";
import { auditSource } from "../../remote/audit-source.ts";
import { connect, costLine } from "../online/connect.ts";
import type { AuditFlags } from "./flags.ts";
import { remoteConfig } from "./online.ts";
import { writeOrganization } from "./organization-output.ts";
import { exitCodeOf } from "./outcome.ts";
import { openSpool, type Spool } from "./spool.ts";

/** Repositories that are read at once; their audits take turns. */
const AT_ONCE = 8;

interface Run {
  readonly github: GitHub;
  readonly flags: AuditFlags;
  readonly spool: Spool;
}

function checkFlags(path: string, flags: AuditFlags): void {
  const wrong = [
    ["--base", flags.base],
    ["--baseline", flags.baseline],
  ].find(([, value]) => value !== undefined)?.[0];
  if (wrong !== undefined)
    throw new UserError(`${wrong} compares one repository with its past; --org audits many. Use one of them.`);
  if (path !== ".")
    throw new UserError(`--org audits repositories on GitHub, so ${path} has no meaning beside it. Leave one out.`);
  if (["text", "json", "markdown"].includes(flags.format)) return;
  throw new UserError(`--org prints text, json or markdown, not ${flags.format}: that form has one repository in it.`);
}

/** Audits one repository and keeps of it what the whole needs; its report goes to disk. */
async function auditOne(
  { owner, repo, defaultBranch }: ListedRepository,
  { github, flags, spool }: Run,
): Promise<AuditedRepository> {
  const [name, ref] = [`${owner}/${repo}`, defaultBranch ?? "HEAD"];
  const remote = await openRemote({ owner, repo, ref }, github);
  const config = await remoteConfig(remote.tree(), flags.config);
  const facts = flags.online
    ? await readFacts({ owner, repo, defaultBranch: defaultBranch ?? "main", renamedFrom: null }, github)
    : null;
  const source = facts === null ? remote : withOthers(remote, github);
  const options = {
    config,
    today: today(),
    strict: flags.strict === true,
    defaultBranch,
    version: packageVersion(),
    online: facts?.facts ?? null,
  };
  const { report, facts: audited } = await auditSource(source, options);
  // An audit computes in one go; connections that ended meanwhile must be seen to have before the next request.
  await turn();
  spool.add(name, report, candidatesOf(name, audited));
  const reasons = [...(facts?.gaps ?? []), ...source.partial()];
  return { name, ref, status: reasons.length > 0 ? "partial" : "audited", reasons, summary: report.summary };
}

/** One repository; what fails costs this one, and is told in its line. */
async function attempt(one: ListedRepository, run: Run): Promise<AuditedRepository> {
  const [name, ref] = [`${one.owner}/${one.repo}`, one.defaultBranch ?? "HEAD"];
  if (one.skip !== null) return { name, ref, status: "skipped", reasons: [one.skip], summary: null };
  try {
    return await auditOne(one, run);
  } catch (error) {
    const reason = reasonFor(name, error, run.github);
    const fault = `${name}: a fault of signalbox itself (${error instanceof Error ? error.message : String(error)})`;
    return { name, ref, status: "failed", reasons: [reason ?? fault], summary: null };
  }
}

async function auditAll(
  list: readonly ListedRepository[],
  run: Run,
  bar: Progress,
): Promise<readonly AuditedRepository[]> {
  const done: AuditedRepository[] = [];
  await eachAtOnce(list, AT_ONCE, async (one) => {
    done.push(await attempt(one, run));
    bar.update(done.length, list.length, `${one.owner}/${one.repo}`);
  });
  bar.clear();
  return done.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

/**
 * `signalbox audit --org`: every repository of an organisation, and the targets that several of them write.
 *
 * @returns the exit code: 0 nothing at or above `--fail-on`, 1 findings, 2 no repository could be read
 * @throws UserError where the list cannot be read, or for flags that do not go together
 */
export async function organizationCommand(organization: string, path: string, flags: AuditFlags): Promise<number> {
  checkFlags(path, flags);
  const github = connect(flags);
  const list = await listOrganization(organization, flags.withForks === true, github);
  if (list.length === 0) throw new UserError(`${organization} has no repository that this token may see.`);
  const { json } = await import("../../reporters/json.ts");
  const spool = openSpool(json);
  try {
    const repositories = await auditAll(list, { github, flags, spool }, progressBar());
    const shared = sharedTargets(spool.shared());
    const summary = organizationSummary(repositories, shared);
    const report: OrganizationReport = {
      schemaVersion: 1,
      tool: { name: "signalbox", version: packageVersion() },
      organization,
      repositories,
      shared,
      summary,
    };
    await writeOrganization(report, spool, flags);
    for (const { reasons } of repositories.filter(({ status }) => status === "failed")) say(reasons[0] ?? "");
    if (flags.verbose) say(costLine(github));
    if (summary.failed > 0 && summary.failed + summary.skipped === summary.repositories) return 2;
    return Math.max(
      exitCodeOf(
        { findings: shared.flatMap(({ severity }) => (severity === null ? [] : [{ severity }])) },
        flags.failOn,
      ),
      spool.worst(flags.failOn),
    );
  } finally {
    spool.close();
  }
}
