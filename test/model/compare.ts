import type { Audit, AuditedTarget } from "../../src/audit/model.ts";
import { samples } from "../../src/values/samples.ts";
import { literalOf, variablesOf } from "../../src/values/text.ts";
import type { Drawn } from "./generate.ts";
import { introduce, verdictsOf, type Cause, type Verdict } from "./oracle/overlap.ts";
import { isRefName, MANY, poolOf, type Pool } from "./oracle/pool.ts";
import { faultsOf, play, type OnDeadlock, type Played } from "./oracle/run.ts";
import { startsOf, THOROUGH, USUAL, type Effort } from "./oracle/starts.ts";

/** What the concrete runs of a repository say. */
export interface Truth {
  /** As if groups that deadlock were absent. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Without the jobs that a deadlock keeps from running. */
  readonly certain: ReadonlyMap<string, Verdict>;
  readonly deadlock: boolean;
}

/** Plays every concrete run, with each of its jobs going wrong in turn where the repository asks how jobs ended. */
function runsOf({ repo }: Drawn, { pool, effort }: Try, onDeadlock: OnDeadlock): readonly Played[] {
  for (const { jobs } of repo.workflows) introduce(jobs);
  const asks = /(?:always|failure|cancelled)\(\)|\.result\b/u.test(JSON.stringify(repo));
  return startsOf(repo, pool, effort).flatMap((start): readonly Played[] => {
    const faults = asks ? faultsOf(repo, start.flow) : [];
    return [null, ...faults].map((fault) => play(repo, start, fault, onDeadlock));
  });
}

/** Values to start runs with, and how many. */
interface Try {
  readonly pool: Pool;
  readonly effort: Effort;
}

function truthOf(one: Drawn, tries: readonly Try[]): Truth {
  const upper = tries.flatMap((each) => runsOf(one, each, "absent"));
  const deadlock = upper.some((run) => run.deadlock);
  const verdicts = verdictsOf(upper);
  return {
    verdicts,
    deadlock,
    certain: deadlock ? verdictsOf(tries.flatMap((each) => runsOf(one, each, "cancelled"))) : verdicts,
  };
}

/**
 * Everything in which the audit and the concrete runs differ, as sentences. Where the audit claims what no run has
 * shown, its witnesses' values are tried too: a claim stands if concrete runs with those values bear it out.
 */
export function compare(audit: Audit, one: Drawn): readonly string[] {
  const pool = poolOf(one.repo, one.fresh);
  const usual: Try = { pool, effort: USUAL };
  if (differences(audit, truthOf(one, [usual])).length === 0) return [];
  const hints = hintsOf(audit);
  const tried: Pool = { refs: [...hints.filter(isRefName), "0", "1", ...pool.refs], words: [...hints, ...pool.words] };
  const hinted: Try = { pool: tried, effort: USUAL };
  if (differences(audit, truthOf(one, [usual, hinted])).length === 0) return [];
  return differences(audit, truthOf(one, [usual, { pool: tried, effort: THOROUGH }]));
}

/** The values of the audit's witnesses, and values that lead to each of its writers. */
function hintsOf(audit: Audit): readonly string[] {
  const values = audit.targets.flatMap(({ encounters, presences }) => [
    ...encounters.meetings.flatMap((meeting) =>
      (["a", "b"] as const).flatMap((side) => {
        const { id, groups, use } = meeting[side];
        const texts = [id, ...groups.map(({ name }) => name), use.unit.run.ref, ...use.unit.run.inputs.values()];
        return texts.flatMap((text) => variablesOf(text)).flatMap(({ key }) => meeting.solution.value(side, key) ?? []);
      }),
    ),
    ...presences.flatMap(({ cube }) => [...cube.values()].flatMap((constraint) => samples(constraint, 1))),
  ]);
  const names = audit.deadlocks.flatMap(({ name }) => [
    name,
    ...[...name.matchAll(/-/gu)].map(({ index }) => name.slice(index + 1)),
  ]);
  return [...new Set([...names, ...values])].filter((value) => value !== "").slice(0, 30);
}

function differences(audit: Audit, truth: Truth): readonly string[] {
  const targets = audit.targets.filter(({ kind }) => kind === "cloudformation-stack");
  const out: string[] = [];
  for (const [value, verdict] of truth.certain) out.push(...valueDiffers(value, verdict, hostsOf(targets, value)));
  for (const target of targets) out.push(...targetDiffers(target, targets, truth));
  if (audit.deadlocks.length > 0 !== truth.deadlock)
    out.push(`deadlock: the audit says ${audit.deadlocks.length > 0}, the runs say ${truth.deadlock}`);
  for (const target of targets) {
    if (target.unproven.length > 0) out.push(`${target.id}: a witness does not replay`);
  }
  return out;
}

/** The targets of the audit that stand for a value: the literal one, else every template that can have it. */
function hostsOf(targets: readonly AuditedTarget[], value: string): readonly AuditedTarget[] {
  const exact = targets.filter(({ uses }) => literalOf(uses.text) === value);
  return exact.length > 0
    ? exact
    : targets.filter(({ uses }) => literalOf(uses.text) === null && shapeOf(uses.text).test(value));
}

function shapeOf(text: AuditedTarget["uses"]["text"]): RegExp {
  return new RegExp(
    `^${text.map((part) => (typeof part === "string" ? part.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&") : ".*")).join("")}$`,
    "u",
  );
}

function limitOf({ configured }: AuditedTarget): number {
  return Math.min(configured.limit ?? MANY, MANY);
}

function valueDiffers(value: string, { most }: Verdict, hosts: readonly AuditedTarget[]): readonly string[] {
  if (hosts.length === 0) return [`${value}: the audit has no such target`];
  // Templates that can spell one name (`{ref}` and `{ref}-x`) are targets of their own: each has its limit.
  const allowed = hosts.reduce((sum, host) => sum + limitOf(host), 0);
  return allowed < most
    ? [
        `${value}: the runs reach ${most} at once, the audit says at most ${allowed} (${hosts.map(({ id }) => id).join(", ")})`,
      ]
    : [];
}

function targetDiffers(target: AuditedTarget, targets: readonly AuditedTarget[], truth: Truth): readonly string[] {
  const own = [...truth.verdicts].filter(([value]) => hostsOf(targets, value).includes(target));
  if (own.length === 0) return literalOf(target.uses.text) === null ? [] : [`${target.id}: no concrete run writes it`];
  // Values that another template can have too say nothing about this one alone.
  if (own.some(([value]) => hostsOf(targets, value).length > 1)) return [];
  const certain = own.flatMap(([value]) => truth.certain.get(value) ?? []);
  const [least, most] = [certain, own.map(([, verdict]) => verdict)].map((list) =>
    Math.max(0, ...list.map((verdict) => verdict.most)),
  ) as [number, number];
  const out: string[] = [];
  const limit = limitOf(target);
  if (limit > most || limit < least)
    out.push(`${target.id}: the audit says ${target.configured.limit} at once, the runs ${most}`);
  if ((target.verdict === "looser") !== limit > 1)
    out.push(`${target.id}: verdict ${target.verdict} with ${limit} at once`);
  const claimed = new Set<Cause>(target.encounters.meetings.map(({ cause }) => cause));
  const seen = new Set(own.flatMap(([, { causes }]) => [...causes]));
  const sure = new Set(certain.flatMap(({ causes }) => [...causes]));
  const odd = [
    ...[...claimed].filter((cause) => !seen.has(cause)).map((cause) => `${cause} claimed`),
    ...[...sure].filter((cause) => !claimed.has(cause)).map((cause) => `${cause} seen`),
  ];
  if (odd.length > 0) out.push(`${target.id}: causes: ${odd.join(", ")}`);
  return out;
}
