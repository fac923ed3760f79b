import type { Meeting } from "../runs/meet.ts";
import type { Presence } from "../runs/presence.ts";
import { concreteText } from "../runs/witness.ts";
import type { JobUnit } from "../runs/units.ts";
import { simulate } from "./engine.ts";
import { laneOf } from "./lane.ts";
import type { SimGroup, SimRun, SimUnit } from "./types.ts";

/** Long enough that the second run arrives while the first is at work. */
const WORK = 10;

/**
 * Plays a meeting by the platform's rules and says whether both writers were really at work at the same time. A finding
 * whose witness does not replay is a fault of the model and is not printed.
 */
export function replays(meeting: Meeting): boolean {
  const events = simulate(runsOf(meeting));
  const working = (run: string, unit: string): readonly [number, number] | null => {
    const own = events.filter((event) => event.run === run && event.unit === unit);
    const start = own.find(({ state }) => state === "running");
    const end = own.find(({ state }) => state === "succeeded" || state === "cancelled");
    return start && end ? [start.at, end.at] : null;
  };
  const sameRun = meeting.cause === "same-run";
  const a = working("a", pathOf(meeting.a.use.unit, 0));
  const b = working(sameRun ? "a" : "b", pathOf(meeting.b.use.unit, sameRun ? 1 : 0));
  return a !== null && b !== null && a[0] < b[1] && b[0] < a[1];
}

/** The two runs (or the one) of a meeting, reduced to the jobs that matter, each with the groups that it asks for. */
export function runsOf(meeting: Meeting): readonly SimRun[] {
  if (meeting.cause === "same-run") return [oneRun(meeting)];
  return [run("a", 0, meeting, "a", [meeting.a], 0), run("b", 1, meeting, "b", [meeting.b], 0)];
}

function oneRun(meeting: Meeting): SimRun {
  return run("a", 0, meeting, "a", [meeting.a, meeting.b], 0);
}

function run(
  id: string,
  at: number,
  meeting: Meeting,
  side: "a" | "b",
  writers: readonly Presence[],
  start: number,
): SimRun {
  const first = writers[0] as Presence;
  const groups = groupsAt(meeting, side, first, "");
  const jobs = writers.flatMap((writer, index) =>
    branch(meeting, writers.length > 1 && index === 1 ? "b" : side, writer, start + index, 0),
  );
  return { id, at, label: first.use.unit.run.label, groups, needs: [], jobs: mergeBranches(jobs), duration: 0 };
}

/** The way from the run to the writer's job: calls as units of their own, the job at the end. */
function branch(meeting: Meeting, side: "a" | "b", writer: Presence, index: number, depth: number): readonly SimUnit[] {
  const step = writer.use.unit.path[depth];
  if (!step) return [];
  const owner = writer.use.unit.path
    .slice(0, depth + 1)
    .map(({ job, leg }) => `${job}[${leg}]`)
    .join("/");
  const isLast = depth === writer.use.unit.path.length - 1;
  return [
    {
      id: nameOf(writer.use.unit, depth, index),
      groups: groupsAt(meeting, side, writer, owner),
      needs: [],
      jobs: isLast ? [] : branch(meeting, side, writer, index, depth + 1),
      duration: isLast ? WORK : 0,
      ...laneOf(step),
    },
  ];
}

function groupsAt(meeting: Meeting, side: "a" | "b", writer: Presence, owner: string): readonly SimGroup[] {
  return writer.groups
    .filter(({ declaration }) => declaration.owner === owner)
    .map(({ name, cancels, queue }) => ({ name: concreteText(meeting, side, name), cancels, queue }));
}

/** Two writers below one call share it. */
function mergeBranches(units: readonly SimUnit[]): readonly SimUnit[] {
  const out: SimUnit[] = [];
  for (const unit of units) {
    const twin = out.findIndex(({ id }) => id === unit.id);
    const known = out[twin];
    if (known && known.jobs.length > 0) out[twin] = { ...known, jobs: mergeBranches([...known.jobs, ...unit.jobs]) };
    else out.push(unit);
  }
  return out;
}

function nameOf(unit: JobUnit, depth: number, index: number): string {
  const step = unit.path[depth];
  const isLast = depth === unit.path.length - 1;
  return isLast
    ? `${step?.job ?? ""}${step?.leg ? ` (${step.leg})` : ""}#${index}`
    : `${step?.job ?? ""}${step?.leg ? ` (${step.leg})` : ""}`;
}

function pathOf(unit: JobUnit, index: number): string {
  return unit.path.map((_, depth) => nameOf(unit, depth, index)).join("/");
}
