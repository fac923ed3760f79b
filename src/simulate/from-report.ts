import type { Cause, HeldGroup, Report, Witness, WitnessRun } from "../model/report.ts";
import { WORK } from "./build.ts";
import type { SimRun, SimUnit } from "./types.ts";

/** A witness with what its finding says of it. */
export interface Reported {
  readonly witness: Witness;
  readonly cause: Cause | null;
  readonly target: string | null;
}

/** The witness of a report with this id; an unambiguous beginning of it is enough. Null where there is none. */
export function findWitness(report: Report, id: string): Reported | null {
  const all = new Map<string, Reported>();
  for (const { witness, cause, target } of report.findings)
    if (witness && !all.has(witness.id)) all.set(witness.id, { witness, cause: cause ?? null, target });
  const [found, ...more] = idsBeginning([...all.keys()], id);
  return found !== undefined && more.length === 0 ? (all.get(found) ?? null) : null;
}

/** The ids that `beginning` may mean; it need not have their `w-`. */
export function idsBeginning(ids: readonly string[], beginning: string): readonly string[] {
  return ids.filter((id) => id.startsWith(beginning) || id.startsWith(`w-${beginning}`));
}

/** The ids of all witnesses of a report, in its order. */
export function witnessIds(report: Report): readonly string[] {
  return [...new Set(report.findings.flatMap(({ witness }) => (witness ? [witness.id] : [])))];
}

/**
 * The runs of a witness: the second one comes while the first is at work; two jobs of one run are in one run. A report
 * keeps names of groups only.
 */
export function runsOfWitness({ witness: { runs }, cause, target }: Reported): readonly SimRun[] {
  const writes = target === null ? {} : { writes: [target] };
  if (cause === "same-run") return oneRun(runs, writes);
  return runs.map((run, index): SimRun => {
    const inner = run.groups.filter(({ level }) => level !== "workflow");
    const outer = run.groups.filter(({ level }) => level === "workflow");
    return runOf(run, index, asked(outer), [{ ...jobOf(run, asked(inner)), ...writes }]);
  });
}

/** What both jobs hold is held by the run or by a call around both of them: no two jobs of one run hold it side by side. */
function oneRun(runs: readonly WitnessRun[], writes: Pick<SimUnit, "writes">): readonly SimRun[] {
  const [first] = runs;
  if (!first) return [];
  const isShared = (group: HeldGroup): boolean => runs.every(({ groups }) => groups.some((one) => isSame(one, group)));
  const jobs = runs.map((run) => ({ ...jobOf(run, asked(run.groups.filter((group) => !isShared(group)))), ...writes }));
  return [runOf(first, 0, asked(first.groups.filter(isShared)), distinct(jobs))];
}

function isSame(a: HeldGroup, b: HeldGroup): boolean {
  return a.name.toLowerCase() === b.name.toLowerCase();
}

/** Legs of a matrix that nobody can list have one name. */
function distinct(jobs: readonly SimUnit[]): readonly SimUnit[] {
  const ids = jobs.map(({ id }) => id);
  return jobs.map((job, index) => (ids.indexOf(job.id) === index ? job : { ...job, id: `${job.id} #${index + 1}` }));
}

function asked(groups: readonly HeldGroup[]): SimUnit["groups"] {
  return groups.map(({ name }) => ({ name, cancels: false, queue: "single" as const }));
}

function jobOf(run: WitnessRun, groups: SimUnit["groups"]): SimUnit {
  const legs = Object.values(run.matrix).join(", ");
  return { id: legs === "" ? run.job : `${run.job} (${legs})`, groups, needs: [], jobs: [], duration: WORK };
}

function runOf(run: WitnessRun, index: number, groups: SimUnit["groups"], jobs: readonly SimUnit[]): SimRun {
  const where = run.ref.replace(/^refs\/(heads|tags)\//u, "");
  return {
    id: `run ${index + 1}`,
    at: index,
    label: `${run.event.replaceAll("_", " ")} on ${where} (${run.file.split("/").at(-1) ?? ""})`,
    groups,
    needs: [],
    jobs,
    duration: 0,
  };
}
