import type { Job } from "../../ecosystems/github-actions/index.ts";
import { CANCELLED, evaluateCondition, FAILURE, type Status } from "../../interpret/expression/index.ts";
import type { Cube } from "../../values/cube.ts";
import type { Value } from "../../values/value.ts";
import { simplify } from "../../values/worlds.ts";
import type { JobUnit } from "../units.ts";
import { wellBefore } from "./before.ts";
import { runLegs } from "./legs.ts";
import { mishapsOf } from "./mishaps.ts";
import { combineNeeds, joinAlike, mergeResults, needsValue, type JobResult, type NeedsState } from "./results.ts";
import { varsOf } from "./secrets.ts";
import { nameOfSeen, outputsOf } from "./seen-needs.ts";
import type { Frame, WalkInput } from "./types.ts";

/** A unit before its run class exists. */
export type UnitDraft = Omit<JobUnit, "run" | "id">;

/** What became of all jobs of one workflow. */
export interface JobsOutcome {
  readonly results: ReadonlyMap<string, readonly JobResult[]>;
  readonly units: readonly UnitDraft[];
}

/** Needs in a circle are refused by GitHub; the jobs in it never run. */
export function walkJobs(frame: Frame, start: Cube, input: WalkInput): JobsOutcome {
  const results = new Map<string, readonly JobResult[]>();
  const units: UnitDraft[] = [];
  for (const job of inOrder(frame.workflow.jobs)) {
    const needed = job.needs.map(({ id }): readonly [string, readonly JobResult[]] => [id, results.get(id) ?? []]);
    const states = combineNeeds(
      start,
      needed,
      (needs) => nameOfSeen(job, needs, "all of the job"),
      forgetting(job, input),
    );
    const outcome = walkJob(job, states, frame, input);
    units.push(...outcome.units, ...leftOut(job, outcome.left, frame, input));
    results.set(
      job.id,
      mergeResults(outcome.ends, job.id, (what) => input.cut(job.idSpan, what)),
    );
  }
  return { results, units };
}

function inOrder(jobs: readonly Job[]): readonly Job[] {
  const done = new Set<string>();
  const out: Job[] = [];
  for (let round = 0; round <= jobs.length; round += 1) {
    const ready = jobs.filter((job) => !done.has(job.id) && job.needs.every(({ id }) => done.has(id)));
    if (ready.length === 0) break;
    for (const job of ready) {
      done.add(job.id);
      out.push(job);
    }
  }
  return out;
}

interface JobOutcome {
  readonly ends: readonly JobResult[];
  readonly units: readonly UnitDraft[];
  /** Ways in which it is left out. */
  readonly left: readonly NeedsState[];
}

/** The legs of a job in the runs that leave it out: listed once, since nothing is interpreted in them. */
function leftOut(job: Job, states: readonly NeedsState[], frame: Frame, input: WalkInput): readonly UnitDraft[] {
  const [first] = states;
  if (!first) return [];
  const skipped = simplify(states.map(({ cube }) => cube));
  return runLegs(job, first, jobContexts(frame, first, input), frame, input, "skipped").units.map((unit) => ({
    ...unit,
    skipped,
  }));
}

function walkJob(job: Job, states: readonly NeedsState[], frame: Frame, input: WalkInput): JobOutcome {
  const ends: JobResult[] = [];
  const units: UnitDraft[] = [];
  const left: NeedsState[] = [];
  const admitted: Admitted[] = [];
  const rescued: NeedsState[] = [];
  if (states.length > MOST_MISHAPS && ASKS_FAILURE.test(job.condition?.text ?? "")) tellMishaps(job, input);
  for (const [index, state] of states.entries()) {
    const needs = [...state.needs.values()];
    const status: Status = {
      success: needs.every(({ good }) => good),
      failure: needs.some(({ result }) => result === "failure"),
      cancelled: false,
    };
    const contexts = jobContexts(frame, state, input);
    const skippable = isSkippable(job, state, contexts, frame);
    for (const { cube, holds } of evaluateCondition(job.condition?.text ?? null, { contexts, status }, state.cube)) {
      const here = { ...state, cube };
      const rescue = index < MOST_MISHAPS ? afterMishaps(job, here, contexts, frame, holds) : [];
      rescued.push(...rescue);
      if (holds) {
        admitted.push({ ...here, skippable, well: wellBefore(job, here, contexts, frame.workflow) });
        continue;
      }
      ends.push({ cube, outputs: new Map(), result: "skipped", good: false, ran: needs.some(({ ran }) => ran) });
      if (rescue.length === 0) left.push(here);
    }
  }
  const onFailure = { ...frame, onFailure: true };
  const afterFailures = joinAlike(rescued, ({ needs }) => outputsOf(job, needs), forgetting(job, input));
  if (afterFailures.length > MOST_MISHAPS) tellMishaps(job, input);
  for (const state of afterFailures.slice(0, MOST_MISHAPS))
    units.push(...runLegs(job, state, jobContexts(frame, state, input), onFailure, input, "rescued").units);
  for (const { skippable, well, ...state } of merged(job, admitted, input)) {
    const good = needsGood([...state.needs.values()]);
    const legs = runLegs(job, state, jobContexts(frame, state, input), frame, input, { well });
    ends.push(...legs.ends.map((end) => ({ ...end, skippable, good: end.good && good })));
    units.push(...legs.units);
  }
  return { ends, units, left };
}

function tellMishaps(job: Job, input: WalkInput): void {
  const what = `the jobs before ${job.id} end in more than ${MOST_MISHAPS} ways`;
  input.cut(job.idSpan, `${what}; what it does after one of them failed was looked at in these`);
}

/** Runs in which the job is not left out. */
interface Admitted extends NeedsState {
  readonly skippable: boolean;
  /** The jobs before it that certainly went well. */
  readonly well: ReadonlySet<string>;
}

/** What its `if:` alone told apart is one for everything else in the job. */
function merged(job: Job, admitted: readonly Admitted[], input: WalkInput): readonly Admitted[] {
  const nameOf = ({ needs, skippable, well }: Admitted): string =>
    `${skippable} ${[...well].join()} ${nameOfSeen(job, needs, "after its if")}`;
  return joinAlike(admitted, nameOf, forgetting(job, input));
}

function forgetting(job: Job, input: WalkInput): () => void {
  const what = `the jobs before ${job.id} end in many ways; which answers of their commands go together was not kept`;
  return () => input.cut(job.idSpan, what);
}

/** A job that was let in by `always()` after a skipped one is no proof that all went well. */
function needsGood(needs: readonly JobResult[]): boolean {
  return needs.every(({ good }) => good);
}

/** In so many ways in which the jobs before it ended one of them is taken to fail. */
const MOST_MISHAPS = 12;

const ASKS_FAILURE = /\b(?:always|failure|cancelled)\s*\(/iu;

/** Whether a job that fails before it leaves it out; asked only where somebody asks how jobs ended. */
function isSkippable(job: Job, state: NeedsState, contexts: ReadonlyMap<string, Value>, frame: Frame): boolean {
  if (![...state.needs.values()].some(({ ran }) => ran)) return false;
  if (!frame.workflow.jobs.some(({ condition }) => ASKS_FAILURE.test(condition?.text ?? ""))) return false;
  return evaluateCondition(job.condition?.text ?? null, { contexts, status: FAILURE }, state.cube).some(
    ({ holds }) => !holds,
  );
}

/**
 * What a job that asks how others ended does where something has gone wrong: any job before it that ran may have. A job
 * that runs in any case (`anyway`) does something else only where it sees other outputs.
 */
function afterMishaps(
  job: Job,
  state: NeedsState,
  contexts: ReadonlyMap<string, Value>,
  frame: Frame,
  anyway: boolean,
): readonly NeedsState[] {
  const condition = job.condition?.text ?? "";
  if (frame.onFailure || !ASKS_FAILURE.test(condition)) return [];
  const seen = new Set(anyway ? [outputsOf(job, state.needs)] : []);
  return mishapsOf(state.needs).flatMap((needs): readonly NeedsState[] => {
    const name = outputsOf(job, needs);
    if (seen.has(name)) return [];
    const inside = new Map(contexts).set("needs", needsValue(needs));
    for (const status of [FAILURE, CANCELLED]) {
      const reached = evaluateCondition(condition, { contexts: inside, status }, state.cube).filter(
        ({ holds }) => holds,
      );
      if (reached.length === 0) continue;
      seen.add(name);
      return reached.map(({ cube }) => ({ needs, cube }));
    }
    return [];
  });
}

/** Contexts of a job before it has a runner (docs "Contexts", context availability). */
export function jobContexts(frame: Frame, state: NeedsState, input: WalkInput): ReadonlyMap<string, Value> {
  return new Map<string, Value>([
    ["github", frame.github],
    ["inputs", frame.inputs],
    ["needs", needsValue(state.needs)],
    ["vars", varsOf(input, null)],
  ]);
}
