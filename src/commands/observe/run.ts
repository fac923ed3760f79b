import { auditor, type AuditOptions } from "../../audit/index.ts";
import { matchesId } from "../../config/match.ts";
import type { Audited } from "../../fixes/types.ts";
import type { GitHub } from "../../github/types.ts";
import { today } from "../../io/clock.ts";
import { say, writeResult } from "../../io/output.ts";
import { progressBar } from "../../io/progress.ts";
import { UserError } from "../../io/user-error.ts";
import { packageVersion } from "../../io/version.ts";
import type { Observation } from "../../model/observation.ts";
import { observationOf, type Observed } from "../../observe/observation.ts";
import { readFacts } from "../../remote/facts.ts";
import { readHistory } from "../../remote/history.ts";
import { parseRemoteName } from "../../remote/name.ts";
import { openRemote } from "../../remote/open.ts";
import { withOthers } from "../../remote/others.ts";
import { readRepository } from "../../remote/repository.ts";
import type { Source } from "../../remote/source.ts";
import { remoteConfig } from "../audit/online.ts";
import { connect, costLine } from "../online/connect.ts";
import { changedFiles } from "./changed.ts";
import type { ObserveFlags } from "./flags.ts";
import { printObservation } from "./print.ts";

const DAY_MS = 86_400_000;

/** GitHub keeps runs this long (docs "Usage limits": at most 400 days). */
const MOST_DAYS = 400;
const MOST_ROUNDS = 12;

function daysOf({ days }: ObserveFlags): number {
  const number = Number(days);
  if (Number.isInteger(number) && number >= 1 && number <= MOST_DAYS) return number;
  throw new UserError(`--days ${days} is no number of days. Write a whole number from 1 to ${MOST_DAYS}.`);
}

/** `SIGNALBOX_NOW` fixes the end of the window, as `SIGNALBOX_TODAY` fixes the day. */
function now(environment: NodeJS.ProcessEnv = process.env): number {
  const given = Date.parse(environment["SIGNALBOX_NOW"] ?? "");
  return Number.isNaN(given) ? Date.now() : given;
}

/** The facts of an audit, once everything that it asks for has been read. */
async function factsOf(source: Source, options: AuditOptions): Promise<Audited> {
  for (let round = 1; ; round += 1) {
    const tree = source.tree();
    const audited = (await auditor(tree, options)).audit(tree);
    if (round === MOST_ROUNDS || !(await source.complete())) return audited;
  }
}

async function observe(repository: string, flags: ObserveFlags, github: GitHub): Promise<Observation> {
  const to = now();
  const from = to - daysOf(flags) * DAY_MS;
  const found = await readRepository(parseRemoteName(repository), github);
  const { owner, repo, defaultBranch } = found;
  const remote = await openRemote({ owner, repo, ref: defaultBranch }, github);
  const config = await remoteConfig(remote.tree(), flags.config);
  const { facts, gaps } = await readFacts(found, github);
  const source = withOthers(remote, github);
  const audited = await factsOf(source, {
    config,
    today: today(),
    strict: false,
    defaultBranch,
    version: packageVersion(),
    online: facts,
  });
  const files = new Set(audited.audit.runs.map(({ file }) => file));
  const bar = progressBar();
  const history = await readHistory({ owner, repo }, from, to, files, github, (done, all) =>
    bar.update(done, all, "runs read"),
  );
  bar.clear();
  const base = {
    repository: `${owner}/${repo}`,
    version: packageVersion(),
    history,
    audit: audited.audit,
    findings: audited.findings,
  };
  const observed: Observed = { ...base, partial: [...gaps, ...source.partial()], changed: () => false };
  const first = observationOf(observed);
  if (first.faults === 0) return first;
  const changed = await changedFiles(observed, remote, github);
  return observationOf({ ...observed, changed: ({ run }) => changed.has(`${run.sha} ${run.file}`) });
}

/**
 * `signalbox observe`: what happened, held against the model.
 *
 * @returns the exit code: 0 nothing met that must not, 1 it did
 * @throws UserError when it cannot be read (exit code 2)
 */
export async function observeCommand(repository: string, flags: ObserveFlags): Promise<number> {
  const github = connect(flags);
  const all = await observe(repository, flags, github);
  const { target: pattern } = flags;
  const targets = pattern === undefined ? all.targets : all.targets.filter(({ id }) => matchesId(pattern, id));
  const shown = { ...all, targets };
  await writeResult(printObservation(shown, flags.format), flags.output);
  if (flags.verbose) say(costLine(github));
  return targets.some(({ overlaps }) =>
    overlaps.some(({ judgement }) => judgement === "confirmed" || judgement === "fault"),
  )
    ? 1
    : 0;
}
