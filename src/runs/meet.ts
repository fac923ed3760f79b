import type { Cause } from "../model/report.ts";
import { settle, type Cube } from "../values/cube.ts";
import { feasible } from "../values/samples.ts";
import { literalOf, variablesOf } from "../values/text.ts";
import { intersect } from "../values/worlds.ts";
import { commitsWork } from "./commits-work.ts";
import { createLikeness } from "./likeness.ts";
import { HAPPENS_ONCE, isOfOnce, startedOf } from "./once.ts";
import { elementsApart, ordered } from "./order.ts";
import { placeOf } from "../model/place.ts";
import { signature, type Presence } from "./presence.ts";
import type { Question, Solution } from "./question.ts";
import { solve } from "./solve.ts";
import type { Side } from "./unify.ts";
import type { GroupUse } from "./units.ts";
import type { WaitUse } from "./waits.ts";

/** Two writers that are in one target at the same time, with concrete values that show it. */
export interface Meeting {
  readonly a: Presence;
  readonly b: Presence;
  readonly cause: Cause;
  readonly solution: Solution;
  /** The wait that keeps this pair apart inside the job, where both pass one. */
  readonly wait: WaitUse | null;
}

/** Why a pair of writers never meets. */
export interface Apart {
  readonly a: Presence;
  readonly b: Presence;
  readonly by: string;
}

export interface Encounters {
  readonly meetings: readonly Meeting[];
  readonly apart: readonly Apart[];
  /** Pairs that are not listed, since each is like one that is and both of its writers stand in one like it. */
  readonly alike: number;
}

/** Of more kinds of writers not every pair is looked at. */
const MOST_LISTED = 48;

/**
 * Every pair of presences in one target, equal ones once: where they meet, and why the others do not. Of a thousand
 * workflows that differ only in their names any two meet, or not, as any other two do: then only so many pairs are
 * listed that every writer stands in one of each likeness that it has.
 */
export function encounters(presences: readonly Presence[]): Encounters {
  const classes = classify(presences);
  const isMany = classes.length > MOST_LISTED;
  const likeness = createLikeness(isMany ? "of all workflows" : "of each workflow");
  const writers = new Map(classes.map(([one]) => [one, writerOf(one)]));
  const known = new Map<string, Alike>();
  const meetings: Meeting[] = [];
  const apart: Apart[] = [];
  let alike = 0;
  for (const [left, right] of pairsAmong(classes)) {
    const [a, b] = [left[0], right[0]];
    const areOfTwoRuns = isMany && a.use.unit.run !== b.use.unit.run;
    const key = areOfTwoRuns || (left.length === 1 && right.length === 1) ? likeness(a, b) : null;
    const before = key === null ? undefined : known.get(key);
    const [x, y] = [writers.get(a) ?? "", writers.get(b) ?? ""];
    const isListed = !before || (isMany && !(before.writers.has(x) && before.writers.has(y)));
    const like = before ?? { ...outcomeOf(left, right), told: new Set(), writers: new Set() };
    if (key !== null) known.set(key, like);
    like.writers.add(x).add(y);
    const outcome = before && isListed ? outcomeOf(left, right) : like;
    if (isListed) meetings.push(...outcome.meetings);
    const by = outcome.meetings.length > 0 ? null : reasonOf(a, outcome);
    if (by !== null && (isListed || !like.told.has(by))) apart.push({ a, b, by });
    else if (!isListed && x !== y) alike += 1;
    if (by !== null) like.told.add(by);
  }
  return { meetings, apart, alike };
}

/** The place of a writer, whatever starts it and in whichever leg it is. */
function writerOf({ use }: Presence): string {
  return [...use.unit.path.map(({ file, job }) => `${file}#${job}`), placeOf(use.act.act.span)].join("\n");
}

/** Whether two writers of one target can be in it at the same time, listed or not. */
export function meet(a: Presence, b: Presence): boolean {
  return outcomeOf([a], [b]).meetings.length > 0;
}

/** Presences that nothing in a comparison distinguishes. */
type Class = readonly [Presence, ...Presence[]];

function* pairsAmong(classes: readonly Class[]): Generator<readonly [Class, Class]> {
  for (const [index, left] of classes.entries()) {
    for (let at = index; at < classes.length; at += 1) yield [left, classes[at] as Class];
  }
}

/** What became of a pair. */
interface Outcome extends Reason {
  readonly meetings: readonly Meeting[];
}

/** The same, for all pairs like it. */
interface Alike extends Outcome {
  /** What has been said of pairs that do not meet. */
  readonly told: Set<string>;
  /** Writers of which a pair like it is listed. */
  readonly writers: Set<string>;
}

function reasonOf(a: Presence, { keeps, by }: Outcome): string {
  return keeps === null ? by : heldByBoth(a, keeps);
}

function outcomeOf(left: Class, right: Class): Outcome {
  const across = acrossRuns(left[0], right[0]);
  const inOne = withinRun(left, right);
  const meetings = [...("solution" in across ? [across] : []), ...(inOne ? [inOne] : [])];
  return { meetings, ...("solution" in across ? { by: "", keeps: null } : across) };
}

function classify(presences: readonly Presence[]): readonly Class[] {
  const classes = new Map<string, [Presence, ...Presence[]]>();
  for (const presence of presences) {
    const key = signature(presence);
    const list = classes.get(key);
    if (list) list.push(presence);
    else classes.set(key, [presence]);
  }
  return [...classes.values()];
}

/** What keeps two runs apart: one of the first run's groups, by its place among them, or what `by` says. */
interface Reason {
  readonly keeps: number | null;
  readonly by: string;
}

/** Two different runs. */
function acrossRuns(a: Presence, b: Presence): Meeting | Reason {
  if (isOneCommitsWork(a, b)) return { keeps: null, by: OWN_COMMIT };
  if (isOfOnce(startedOf(a), startedOf(b), { a: a.id, b: b.id })) return { keeps: null, by: HAPPENS_ONCE };
  const equal = [{ a: a.id, b: b.id }];
  const question = { a: a.cube, b: b.cube, sameRun: false, equal, onePullRequest: true, distinct: distinctOf(a, b) };
  const names = pairsOf(a.groups, b.groups);
  const solution = solve({ ...question, differ: names });
  if (!solution) return reason(a, b);
  const waits = pairsOf(a.waits, b.waits);
  const past = waits.length === 0 ? solution : solve({ ...question, differ: [...names, ...waits] });
  if (past) return { a, b, cause: causeOf(a, b), solution: past, wait: null };
  return { a, b, cause: causeOf(a, b), solution, wait: a.waits[0] ?? null };
}

/** Why two runs of one commit do not collide. */
export const OWN_COMMIT = "each commit is its own target";

/** Two runs of one commit that write the same thing where the commit is part of the name. */
function isOneCommitsWork(a: Presence, b: Presence): boolean {
  if (a.use.recognition.perCommit && b.use.recognition.perCommit) return true;
  const work = commitsWork(a.id, a.use);
  return work !== null && work === commitsWork(b.id, b.use);
}

function pairsOf(
  a: readonly (GroupUse | WaitUse)[],
  b: readonly (GroupUse | WaitUse)[],
): { a: GroupUse["name"]; b: GroupUse["name"] }[] {
  return a.flatMap((one) => b.map((other) => ({ a: one.name, b: other.name })));
}

/** Groups that a run and its job hold together: where these come out as one name, the job never starts. */
function distinctOf(a: Presence, b: Presence): NonNullable<Question["distinct"]> {
  const own = (side: Side, { groups }: Presence): NonNullable<Question["distinct"]> =>
    groups.flatMap((one, index) =>
      groups
        .slice(index + 1)
        .filter((other) => literalOf(one.name) === null || literalOf(other.name) === null)
        .map((other) => ({ side, one: one.name, other: other.name })),
    );
  return [...own("a", a), ...own("b", b)];
}

function causeOf(a: Presence, b: Presence): Cause {
  if (a.groups.length === 0 || b.groups.length === 0) return "no-group";
  const places = new Set(a.groups.map(({ declaration }) => placeOf(declaration.span)));
  return b.groups.some(({ declaration }) => places.has(placeOf(declaration.span))) ? "group-varies" : "groups-differ";
}

/** What keeps two runs apart: the group whose names are equal whenever the targets are, or that they never coincide. */
function reason(a: Presence, b: Presence): Reason {
  const question = { a: a.cube, b: b.cube, sameRun: false, equal: [{ a: a.id, b: b.id }], onePullRequest: true };
  if (!solve({ ...question, differ: [] }))
    return { keeps: null, by: "their runs never have one value of the target at the same time" };
  const keeps = a.groups.findIndex((one) =>
    b.groups.some((other) => !solve({ ...question, differ: [{ a: one.name, b: other.name }] })),
  );
  return keeps >= 0
    ? { keeps, by: "" }
    : { keeps: null, by: "in every run that reaches both, one of their groups is the same" };
}

function heldByBoth({ groups, cube }: Presence, keeps: number): string {
  return `group ${nameOf(groups[keeps] as GroupUse, cube)} held by both`;
}

function nameOf(group: GroupUse, cube: Cube): string {
  return settle(group.name, cube)
    .map((part) => (typeof part === "string" ? part : `{${variablesOf([part])[0]?.label ?? ""}}`))
    .join("");
}

/** Two jobs (or legs) of one run: the first pair of different units of the two classes that can be at work together. */
function withinRun(left: readonly Presence[], right: readonly Presence[]): Meeting | null {
  if (left[0]?.use.unit.run.id !== right[0]?.use.unit.run.id) return null;
  for (const a of left.slice(0, 8)) {
    for (const b of right.slice(0, 8)) {
      const meeting = sameRun(a, b);
      if (meeting) return meeting;
    }
  }
  return null;
}

function sameRun(a: Presence, b: Presence): Meeting | null {
  if (a.use.unit === b.use.unit || ordered(a.use.unit, b.use.unit)) return null;
  const differ = [...ownPairs(a, b), ...elementsApart(a.use.unit, b.use.unit)];
  const base = { a: a.cube, b: b.cube, sameRun: true, equal: [{ a: a.id, b: b.id }], distinct: distinctOf(a, b) };
  const solution = solve({ ...base, differ });
  if (!solution) return null;
  const waits = pairsOf(a.waits, b.waits);
  const past = waits.length === 0 ? solution : solve({ ...base, differ: [...differ, ...waits] });
  return { a, b, cause: "same-run", solution: past ?? solution, wait: past ? null : (a.waits[0] ?? null) };
}

/** Names of groups that the two jobs need each for itself; what the run or a common call holds separates nothing. */
function ownPairs(a: Presence, b: Presence): { a: GroupUse["name"]; b: GroupUse["name"] }[] {
  return a.groups.flatMap((one) =>
    b.groups
      .filter((other) => one.declaration.owner !== other.declaration.owner)
      .map((other) => ({ a: one.name, b: other.name })),
  );
}

/** Whether two jobs of one run class can be at work in one target together. */
export function together(a: Presence, b: Presence): boolean {
  if (!intersect(a.cube, b.cube, feasible)) return false;
  return sameRun({ ...a, waits: [] }, { ...b, waits: [] }) !== null;
}
