import type { Audit, AuditedTarget } from "../../src/audit/model.ts";
import { literalOf } from "../../src/values/text.ts";
import type { Drawn } from "./generate.ts";
import { hintsOf } from "./hints.ts";
import type { Cause } from "./oracle/causes.ts";
import { faultsOf, type Fault } from "./oracle/faults.ts";
import { gathering, oddPulls } from "./oracle/gather.ts";
import { verdictsOf, type Verdict } from "./oracle/overlap.ts";
import { introduce } from "./oracle/together.ts";
import { isRefName, MANY, poolOf, type Pool } from "./oracle/pool.ts";
import { play, type Played } from "./oracle/run.ts";
import { ofAnother, startsOf, type Start } from "./oracle/starts.ts";

/** What is tried usually, with the audit's own values, and before a claim is held to be wrong. */
const USUAL = { most: 48, alike: 8 };
const HINTED = { most: 600, alike: 16 };
const THOROUGH = { most: 4_000, alike: 40 };

/** What the concrete runs of a repository say. */
export interface Truth {
  /** As if groups that deadlock were absent. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Without the jobs that a deadlock keeps from running. */
  readonly certain: ReadonlyMap<string, Verdict>;
  readonly deadlock: boolean;
}

/** Values to start runs with, and how many. */
interface Try {
  readonly pool: Pool;
  /** Of each way to start a run, at most. */
  readonly most: number;
  /** Of runs that only names of groups tell apart, so many are enough. */
  readonly alike: number;
}

/** A run to play, and each place in which it is to go wrong, null for none. */
interface Playing {
  readonly start: Start;
  readonly faults: readonly (Fault | null)[];
}

/** Every concrete run, with each of its jobs going wrong in turn where the repository asks how jobs ended. */
function playingsOf({ repo }: Drawn, { pool, most }: Try): readonly Playing[] {
  const counted = new Map<string, number>();
  const known = new Map(repo.workflows.map((flow) => [flow, faultsOf(repo, flow)]));
  return startsOf(repo, pool, most).map((start) => {
    const faults = known.get(start.flow) ?? [];
    const event = `${start.flow.file} ${start.event}`;
    const index = counted.get(event) ?? 0;
    counted.set(event, index + 1);
    const own = index < most ? faults : faults.filter((_, which) => which === index % faults.length);
    return { start, faults: [null, ...own] };
  });
}

const NONE: ReadonlySet<string> = new Set();

function targetsOf({ writings }: Played): ReadonlySet<string> {
  return new Set(writings.map(({ target }) => target));
}

function truthOf(one: Drawn, tries: readonly Try[]): Truth {
  for (const { jobs } of one.repo.workflows) introduce(jobs);
  const alike = Math.max(...tries.map((each) => each.alike));
  const playings = tries.flatMap((each) => playingsOf(one, each));
  const odd = oddPulls(playings.map(({ start }) => start));
  const [upper, certain] = [gathering(odd), gathering(odd)];
  let deadlock = false;
  for (const { start, faults } of playings) {
    for (const fault of faults) {
      const played = play(one.repo, start, fault, "absent");
      deadlock ||= played.deadlock;
      const others = start.once ? targetsOf(play(one.repo, ofAnother(start), fault, "absent")) : NONE;
      upper.add(played, others);
      // Where nothing deadlocks, nothing depends on what would become of it.
      certain.add(played.deadlock ? play(one.repo, start, fault, "cancelled") : played, others);
    }
  }
  const verdicts = verdictsOf(upper.gathered, alike);
  return { verdicts, deadlock, certain: deadlock ? verdictsOf(certain.gathered, alike) : verdicts };
}

/**
 * Everything in which the audit and the concrete runs differ, as sentences. Where the audit claims what no run has
 * shown, its witnesses' values are tried too: a claim stands if concrete runs with those values bear it out.
 */
export function compare(audit: Audit, one: Drawn): readonly string[] {
  const pool = poolOf(one.repo, one.fresh);
  const usual: Try = { pool, ...USUAL };
  if (differences(audit, truthOf(one, [usual])).length === 0) return [];
  const joint = hintsOf(audit);
  const hints = [...new Set(joint.flatMap((choice) => Object.values(choice).map(String)))].filter(
    (value) => value !== "",
  );
  const tried: Pool = {
    refs: [...new Set([...hints.filter(isRefName), "0", "1", ...pool.refs])],
    words: [...new Set([...hints, ...pool.words])],
    joint,
  };
  const hinted: Try = { pool: tried, ...HINTED };
  if (differences(audit, truthOf(one, [usual, hinted])).length === 0) return [];
  return differences(audit, truthOf(one, [usual, { pool: tried, ...THOROUGH }]));
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
    : targets.filter((target) => literalOf(target.uses.text) === null && shapeOf(target).test(value));
}

const shapes = new WeakMap<AuditedTarget, RegExp>();

/** What names a template can spell. */
function shapeOf(target: AuditedTarget): RegExp {
  const known = shapes.get(target);
  if (known) return known;
  const pieces = target.uses.text.map((part) =>
    typeof part === "string" ? part.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&") : ".*",
  );
  const shape = new RegExp(`^${pieces.join("")}$`, "u");
  shapes.set(target, shape);
  return shape;
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

/** What the runs say of values that a template's meetings have and that are targets of their own too. */
function witnessed({ encounters }: AuditedTarget, { verdicts }: Truth): readonly Verdict[] {
  const values = encounters.meetings.map(({ a, solution }) => solution.render("a", a.id));
  return values.flatMap((value) => verdicts.get(value) ?? []);
}

function targetDiffers(target: AuditedTarget, targets: readonly AuditedTarget[], truth: Truth): readonly string[] {
  const own = [...truth.verdicts].filter(([value]) => hostsOf(targets, value).includes(target));
  if (own.length === 0) return [`${target.id}: no concrete run writes it`];
  // Values that another template can have too say nothing about this one alone.
  if (own.some(([value]) => hostsOf(targets, value).length > 1)) return [];
  const certain = own.flatMap(([value]) => truth.certain.get(value) ?? []);
  const possible = [...own.map(([, verdict]) => verdict), ...witnessed(target, truth)];
  const [least, most] = [certain, possible].map((list) => Math.max(0, ...list.map((verdict) => verdict.most))) as [
    number,
    number,
  ];
  const out: string[] = [];
  const limit = limitOf(target);
  if (limit > most || limit < least)
    out.push(`${target.id}: the audit says ${target.configured.limit} at once, the runs ${most}`);
  if ((target.verdict === "looser") !== limit > 1)
    out.push(`${target.id}: verdict ${target.verdict} with ${limit} at once`);
  const claimed = new Set<Cause>(target.encounters.meetings.map(({ cause }) => cause));
  const seen = new Set(possible.flatMap(({ causes }) => [...causes]));
  const sure = new Set(certain.flatMap(({ causes }) => [...causes]));
  const odd = [
    ...[...claimed].filter((cause) => !seen.has(cause)).map((cause) => `${cause} claimed`),
    ...[...sure].filter((cause) => !claimed.has(cause)).map((cause) => `${cause} seen`),
  ];
  if (odd.length > 0) out.push(`${target.id}: causes: ${odd.join(", ")}`);
  return out;
}
