import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Edit } from "../model/report.ts";
import type { SourceFile } from "../model/span.ts";
import { templateOf } from "../audit/families.ts";
import { literalOf, variablesOf } from "../values/text.ts";
import { giveJobGroup } from "./concurrency-edits.ts";
import { groupName } from "./group-name.ts";
import { matching, selectorOf, type WritingJob } from "./selectors.ts";
import type { Candidate, Proposer } from "./types.ts";
import { indentOf, jobMap, jobOf, workflowText } from "./workflow-text.ts";
import { entryOf } from "../syntax/yaml/index.ts";

/**
 * One group for everybody who writes the target: a name that some of them hold already, else one derived from the
 * target, with the expression that tells a job's targets apart where there is one. The group goes on the smallest job
 * that holds the write.
 */
export const proposeOneGroup: Proposer = (audit, finding) => {
  const target = audit.targets.find(({ id }) => id === finding.target);
  if (!target) return [];
  const family = together(audit, target);
  const jobs = writingJobs(family);
  const options = [
    ...(finding.cause === "same-run" ? oneLegAtATime(audit, target) : []),
    ...reused(audit, jobs), ...selected(audit, family, jobs), ...constant(audit, family, jobs),
  ];
  return options.filter(({ edits }) => edits.length > 0);
};

/** Every target that shares a job with this one: a job has one group, so they are decided together. */
function together(audit: Audit, target: AuditedTarget): readonly AuditedTarget[] {
  const found = new Set([target]);
  const jobsOf = (one: AuditedTarget): ReadonlySet<string> => new Set(one.presences.map(({ use }) => `${use.unit.file}#${use.unit.job}`));
  for (let grown = true; grown;) {
    grown = false;
    const jobs = new Set([...found].flatMap((one) => [...jobsOf(one)]));
    for (const other of audit.targets) {
      if (found.has(other) || other.kind !== target.kind || other.policy.decision === "allow") continue;
      if ([...jobsOf(other)].some((job) => jobs.has(job))) {
        found.add(other);
        grown = true;
      }
    }
  }
  return [...found];
}

function writingJobs(targets: readonly AuditedTarget[]): readonly WritingJob[] {
  const jobs = new Map<string, { file: string; job: string; uses: WritingJob["uses"][number][] }>();
  for (const target of targets) {
    for (const { use } of target.presences) {
      const key = `${use.unit.file}#${use.unit.job}`;
      const known = jobs.get(key) ?? { file: use.unit.file, job: use.unit.job, uses: [] };
      if (!known.uses.some((other) => other.use === use && other.target === target.id)) known.uses.push({ use, target: target.id });
      jobs.set(key, known);
    }
  }
  return [...jobs.values()];
}

function fileOf(audit: Audit, path: string): SourceFile | null {
  const read = audit.tree.read(path);
  return read?.ok ? read.file : null;
}

function editsFor(audit: Audit, jobs: readonly WritingJob[], nameOf: (job: WritingJob) => string | null): readonly Edit[] | null {
  const keepAll = audit.config.platform.name === "github.com";
  const edits: Edit[] = [];
  for (const job of jobs) {
    const file = fileOf(audit, job.file);
    const name = nameOf(job);
    const own = file && name !== null ? giveJobGroup(file, job.job, { name, keepAll }) : null;
    if (!own) return null;
    edits.push(...own);
  }
  return edits;
}

function candidate(title: string, edits: readonly Edit[] | null): readonly Candidate[] {
  return edits ? [{ title, safety: "safe", edits }] : [];
}

/** A literal name that some of these jobs hold of their own. */
function reused(audit: Audit, jobs: readonly WritingJob[]): readonly Candidate[] {
  const names = new Map<string, number>();
  for (const { uses } of jobs) {
    const own = new Set(uses.flatMap(({ use }) => use.unit.groups.filter(({ level }) => level === "job")
      .flatMap((group) => group.uses(use.cube).flatMap(({ use: held }) => (held ? [literalOf(held.name)] : [])))));
    const [only] = own;
    if (own.size === 1 && only) names.set(only, (names.get(only) ?? 0) + 1);
  }
  const [best] = [...names].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (!best || best[1] === jobs.length) return [];
  return candidate(`Give every job that writes it the group \`${best[0]}\``, editsFor(audit, jobs, () => best[0]));
}

/** A name with the expression that tells the targets of a job apart. */
function selected(audit: Audit, family: readonly AuditedTarget[], jobs: readonly WritingJob[]): readonly Candidate[] {
  const varies = family.length > 1 || family.some(({ uses }) => variablesOf(uses.text).some(({ kind }) => kind === "chosen"));
  const [widest] = [...jobs].sort((a, b) => targetsOf(b) - targetsOf(a));
  const file = widest ? fileOf(audit, widest.file) : null;
  const job = file && widest ? jobOf(file, widest.job) : null;
  const selector = varies && job && widest ? selectorOf(job, widest) : null;
  if (!selector || !widest) return [];
  const base = groupName(family[0]?.kind ?? "", templateOf(family.map(({ id }) => id)));
  const edits = editsFor(audit, jobs, (one) => {
    const source = fileOf(audit, one.file);
    const own = source ? jobOf(source, one.job) : null;
    const value = one === widest ? `\${{ ${selector.expression} }}` : own ? matching(own, one, selector.values) : null;
    return value === null ? null : `${base}-${value}`;
  });
  return candidate(`Give every job that writes it a group named after the target, \`${base}-\${{ ${selector.expression} }}\``, edits);
}

function targetsOf({ uses }: WritingJob): number {
  return new Set(uses.map(({ target }) => target)).size;
}

function constant(audit: Audit, family: readonly AuditedTarget[], jobs: readonly WritingJob[]): readonly Candidate[] {
  const [first] = family;
  if (!first) return [];
  const name = groupName(first.kind, family.length === 1 ? first.id : templateOf(family.map(({ id }) => id)));
  return candidate(`Give every job that writes it the group \`${name}\``, editsFor(audit, jobs, () => name));
}

/** Legs of one matrix that meet in one target take turns. */
function oneLegAtATime(audit: Audit, target: AuditedTarget): readonly Candidate[] {
  const jobs = new Map(target.encounters.meetings.filter(({ cause }) => cause === "same-run")
    .flatMap(({ a, b }) => [a, b]).map(({ use }) => [`${use.unit.file}#${use.unit.job}`, use.unit]));
  const [unit, ...more] = [...jobs.values()];
  const file = unit && more.length === 0 && unit.matrix.size > 0 ? fileOf(audit, unit.file) : null;
  if (!file || !unit) return [];
  const source = workflowText(file);
  const strategy = entryOf(jobMap(source, unit.job), "strategy");
  if (strategy?.value.kind !== "map") return [];
  const existing = entryOf(strategy.value, "max-parallel");
  const first = strategy.value.entries[0];
  if (existing) return candidate("Let one leg run at a time", [{ file: file.path, start: existing.value.span.start, end: existing.value.span.end, text: "1" }]);
  if (!first || file.text[strategy.value.span.start] === "{") return [];
  const indent = indentOf(source, first.keySpan.start);
  const before = { file: file.path, start: first.keySpan.start, end: first.keySpan.start, text: `max-parallel: 1${source.eol}${indent}` };
  return candidate("Let one leg run at a time", [before]);
}
