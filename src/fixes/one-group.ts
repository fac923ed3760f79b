import { targetNamed } from "../audit/target-named.ts";
import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Edit } from "../model/report.ts";
import type { Entrant } from "../runs/entrants.ts";
import { sharingIndex, type SharingIndex } from "../runs/sharing.ts";
import { solve } from "../runs/solve.ts";
import { literal, variablesOf } from "../values/text.ts";
import { blockAt, keepApart } from "./blocks.ts";
import { giveJobGroup } from "./concurrency-edits.ts";
import { groupName } from "./group-name.ts";
import { proposeFewerLegs } from "./legs.ts";
import { costOfQueue } from "./platform.ts";
import { holds, nameAt, textFor, type Scheme } from "./scheme.ts";
import { schemesInUse } from "./reuse.ts";
import { same, selectorOf, spread, type Selector } from "./selectors.ts";
import type { Candidate, Proposer } from "./types.ts";
import { targetsOf, together, writingJobs, type WritingJob } from "./writing-jobs.ts";

/**
 * One group for everybody who writes the target: the name under which most of them wait already, else one derived from
 * the target, with the expression that tells a job's targets apart where there is one. The group goes on the smallest
 * job that holds the write.
 */
export const proposeOneGroup: Proposer = (audit, finding) => {
  const target = targetNamed(audit, finding.target);
  if (!target) return [];
  const candidates = familyCandidates(audit, target);
  if (!candidates) return [];
  const widest = Math.max(1, ...target.presences.map(({ use }) => use.recognition.width ?? 1));
  const most = target.policy.decision === "throttle" ? Math.max(1, Math.floor((target.policy.limit ?? 1) / widest)) : 1;
  return [...(finding.cause === "same-run" ? proposeFewerLegs(audit, target, most) : []), ...candidates].filter(
    ({ edits }) => edits.length > 0,
  );
};

/** By the audit, what is proposed for each of its targets: all that share a job are given their groups together. */
const PROPOSED = new WeakMap<Audit, Map<AuditedTarget, readonly Candidate[] | null>>();

/** Null where the text of one of the jobs cannot be edited. */
function familyCandidates(audit: Audit, target: AuditedTarget): readonly Candidate[] | null {
  const memory = PROPOSED.get(audit) ?? new Map<AuditedTarget, readonly Candidate[] | null>();
  PROPOSED.set(audit, memory);
  const known = memory.get(target);
  if (known !== undefined) return known;
  const family = together(audit, target);
  const candidates = candidatesOf(audit, family);
  // A target that anybody may write is in nobody's family but its own.
  for (const member of target.policy.decision === "allow" ? [target] : family) memory.set(member, candidates);
  return candidates;
}

function candidatesOf(audit: Audit, family: readonly AuditedTarget[]): readonly Candidate[] | null {
  const jobs = writingJobs(audit, family);
  if (!jobs) return null;
  const selector = selectorFor(family, jobs);
  const schemes = [...schemesInUse(jobs, selector), ...derivedSchemes(audit, family, selector)];
  return schemes.flatMap((scheme) => candidatesFor(audit, jobs, scheme));
}

/** What tells the targets of the job that has most of them apart, null where there is but one. */
function selectorFor(family: readonly AuditedTarget[], jobs: readonly WritingJob[]): Selector | null {
  const varies =
    family.length > 1 || family.some(({ uses }) => variablesOf(uses.text).some(({ kind }) => kind === "chosen"));
  const [widest] = [...jobs].sort((a, b) => targetsOf(b).length - targetsOf(a).length);
  const selector = varies && widest ? selectorOf(widest) : null;
  return selector && spread(selector, jobs);
}

/** Names made from the target: with the selector where there is one, and one for the whole family. */
function derivedSchemes(audit: Audit, family: readonly AuditedTarget[], selector: Selector | null): readonly Scheme[] {
  const [first] = family;
  if (!first) return [];
  const name = groupName(
    first.kind,
    family.map(({ id }) => id),
    takenNames(audit, family),
  );
  return [...(selector ? [[`${name}-`, selector.values]] : []), [name]];
}

/** Names that stand for something else: what a group that is there can be called, and what other targets would be given. */
function takenNames(audit: Audit, family: readonly AuditedTarget[]): (name: string) => boolean {
  const others = new Set(
    audit.targets.filter((target) => !family.includes(target)).map(({ kind, id }) => groupName(kind, [id])),
  );
  return (name) => others.has(name) || isHeld(audit, name);
}

const HELD = new WeakMap<Audit, SharingIndex<Entrant>>();

function isHeld(audit: Audit, name: string): boolean {
  const held = HELD.get(audit) ?? sharingIndex(audit.entrants, ({ use }) => use.name);
  HELD.set(audit, held);
  return held.partners(literal(name)).some(({ use, cube }) => {
    const equal = [{ a: use.name, b: literal(name), fold: true }];
    return solve({ a: cube, b: new Map(), sameRun: false, equal, differ: [] }) !== null;
  });
}

function candidatesFor(audit: Audit, jobs: readonly WritingJob[], scheme: Scheme): readonly Candidate[] {
  const edits = jobs.map((job) => (holds(scheme, job) ? joinHeld(audit, job, scheme) : joinAnew(audit, job, scheme)));
  if (edits.some((own) => own === null)) return [];
  const texts = jobs.map((job) => textFor(scheme, job)).filter((text) => text !== null);
  const [shown = ""] = [...texts].sort((a, b) => Number(b.includes("${{")) - Number(a.includes("${{")));
  const title = `Give every job that writes it the group \`${shown}\``;
  return costOfQueue(audit, { title, safety: "safe", edits: edits.flatMap((own) => own ?? []) });
}

/** A job that holds the group already: nothing in it may be cancelled or dropped by those who come in. */
function joinHeld(audit: Audit, { uses }: WritingJob, scheme: Scheme): readonly Edit[] | null {
  const spans = uses.flatMap(({ use, target, cube }) =>
    use.unit.groups
      .filter((group) =>
        group.uses(cube).some(({ use: one }) => one !== null && same(one.name, nameAt(scheme, target) ?? undefined)),
      )
      .map(({ span }) => span),
  );
  const blocks = spans.map((span) => blockAt(audit, span));
  return blocks.some((block) => block === null)
    ? null
    : blocks.flatMap((block) => (block ? keepApart(audit, block) : []));
}

function joinAnew(audit: Audit, job: WritingJob, scheme: Scheme): readonly Edit[] | null {
  const name = textFor(scheme, job);
  return name === null
    ? null
    : giveJobGroup(job.file, job.job.id, { name, keepAll: audit.config.platform.name === "github.com" });
}
