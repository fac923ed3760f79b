import { flatten } from "./flatten.ts";
import type { SimEvent, SimRun } from "./types.ts";

/** A job as a timeline names it: its run and its path in it. */
export interface Worker {
  readonly run: string;
  readonly unit: string;
  /** Names of the groups that its run, the calls around it and it itself hold. */
  readonly groups: readonly string[];
}

/** A stretch of time in which two jobs change one target. */
export interface Overlap {
  readonly target: string;
  readonly from: number;
  readonly to: number;
  readonly jobs: readonly [Worker, Worker];
}

interface Work extends Worker {
  readonly target: string;
  readonly from: number;
  readonly to: number;
}

/** Every pair of jobs that are at work on one target at the same time, in order of time. */
export function overlapsOf(runs: readonly SimRun[], events: readonly SimEvent[]): readonly Overlap[] {
  const byTarget = new Map<string, Work[]>();
  for (const work of runs.flatMap((run) => worksOf(run, events)))
    byTarget.set(work.target, [...(byTarget.get(work.target) ?? []), work]);
  return [...byTarget.values()].flatMap(pairsOf).sort((a, b) => a.from - b.from || a.to - b.to);
}

function worksOf(run: SimRun, events: readonly SimEvent[]): readonly Work[] {
  const own = events.filter((event) => event.run === run.id);
  return flatten(run).flatMap(({ path, unit, groups }) => {
    if (!unit.writes || unit.writes.length === 0) return [];
    const from = own.find((event) => event.unit === path && event.state === "running")?.at;
    const to = own.findLast((event) => event.unit === path)?.at;
    if (from === undefined || to === undefined) return [];
    return unit.writes.map((target) => ({ target, run: run.id, unit: path, groups, from, to }));
  });
}

function pairsOf(works: readonly Work[]): readonly Overlap[] {
  return works.flatMap((one, index) =>
    works.slice(index + 1).flatMap((other): readonly Overlap[] => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      if (from >= to) return [];
      const jobs = [one, other].sort((a, b) => a.from - b.from).map(workerOf) as [Worker, Worker];
      return [{ target: one.target, from, to, jobs }];
    }),
  );
}

function workerOf({ run, unit, groups }: Work): Worker {
  return { run, unit, groups };
}
