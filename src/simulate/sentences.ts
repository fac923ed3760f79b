import { brief, oneLine } from "../reporters/view/clean.ts";
import { flatten } from "./flatten.ts";
import type { Overlap, Worker } from "./overlaps.ts";
import type { SimEvent, SimRun } from "./types.ts";

/** More pairs than a person compares. */
const MOST_OVERLAPS = 8;

/** What happened to whom, where it is more than starting and ending. */
export function sentence(event: SimEvent, runs: readonly SimRun[]): readonly string[] {
  const when = `at ${event.at}: ${nameOf(event)}`;
  const by = event.by === undefined ? "" : ` by ${oneLine(event.by)}`;
  const group = quoted(event.group ?? "");
  switch (event.state) {
    case "pending":
      return [`${when} waits for ${group}`];
    case "replaced":
      return [`${when} is dropped from the line of ${group}${by}`];
    case "cancelled":
      return [`${when} is cancelled${by}`];
    case "refused":
      return [`${when} is turned away, since 100 wait for ${group} already`];
    case "deadlocked":
      return [`${when} asks for ${group}, which its own run holds: a deadlock`];
    case "approval":
      return [`${when} waits for an approval${holds(event, runs)}`];
    default:
      return [];
  }
}

/** Who was on one target together, and the groups that did not keep them apart; or that nobody was. */
export function words(overlaps: readonly Overlap[], runs: readonly SimRun[]): readonly string[] {
  const writers = runs.flatMap((run) => flatten(run).filter(({ unit }) => unit.writes !== undefined));
  if (writers.length === 0) return ["No job here changes a target that is known."];
  if (overlaps.length === 0) return ["No two jobs are at work on one target at the same time."];
  const shown = overlaps
    .slice(0, MOST_OVERLAPS)
    .flatMap(({ from, to, target, jobs: [one, other] }) => [
      `from ${from} to ${to}: ${nameOf(one)} and ${nameOf(other)} are both at work on ${brief(oneLine(target))}`,
      `    ${nameOf(one)} holds ${groupsOf(one)}`,
      `    ${nameOf(other)} holds ${groupsOf(other)}`,
    ]);
  const more = overlaps.length - MOST_OVERLAPS;
  return more > 0 ? [...shown, `and ${more} more pairs (all of them: --format json)`] : shown;
}

function nameOf({ run, unit }: { readonly run: string; readonly unit: string }): string {
  return unit === "" ? run : `${run}, ${oneLine(unit)}`;
}

function quoted(group: string): string {
  return `"${brief(oneLine(group))}"`;
}

function groupsOf({ groups }: Worker): string {
  return groups.length === 0 ? "no group" : groups.map(quoted).join(" and ");
}

function holds(event: SimEvent, runs: readonly SimRun[]): string {
  const run = runs.find(({ id }) => id === event.run);
  const names = (run && flatten(run).find(({ path }) => path === event.unit)?.groups) ?? [];
  return names.length === 0 ? "" : ` and holds ${names.map(quoted).join(" and ")} meanwhile`;
}
