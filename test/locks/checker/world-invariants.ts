import type { StoreEvent } from "../../../src/locks/model.ts";
import type { MergedLog, Violation } from "./log.ts";
import { bad } from "./store-invariants.ts";

/** What the commands did, against what the store says about them. */
export function checkBeats(log: MergedLog): Violation[] {
  const found: Violation[] = [];
  const highest = new Map<number, bigint>();
  for (const { slot, fence, run } of log.beats) {
    const seen = highest.get(slot) ?? 0n;
    if (BigInt(fence) < seen) found.push(bad("I1", `${run} wrote with token ${fence} after ${seen} in slot ${slot}`));
    else highest.set(slot, BigInt(fence));
  }
  const granted = new Set(log.events.filter(({ type }) => type === "confirm").map(({ run }) => run));
  for (const run of new Set(log.beats.map((beat) => beat.run))) {
    if (!granted.has(run)) found.push(bad("I6", `${run} worked without a confirmed grant`));
  }
  for (const event of log.events) found.push(...worksAfter(log, event));
  return found;
}

function worksAfter(log: MergedLog, event: StoreEvent): Violation[] {
  const end = endOf(event);
  if (end === null) return [];
  const late = log.beats.filter((beat) => beat.run === event.run && beat.wall > end.wall + CLOCK_SLACK);
  return late.map((beat) =>
    bad(end.invariant, `${event.run} worked ${(beat.wall - end.wall) / 1000} ms after its ${event.type}`),
  );
}

/** When a run's work must be over, in wall time. A lease's end is told in lease time, so it is carried over. */
function endOf(event: StoreEvent): { wall: number; invariant: string } | null {
  if (event.type === "release") return { wall: event.wall, invariant: "I6" };
  if (event.type === "quarantine-end" || event.type === "force-release") return { wall: event.wall, invariant: "I7" };
  if (event.type !== "expire-holder") return null;
  return { wall: event.wall - (event.at - Number(event.detail["lease"])), invariant: "I7" };
}

/** The store's wall clock may count whole milliseconds, the commands' counts microseconds. */
const CLOCK_SLACK = 2000;

const CODES: Readonly<Record<string, number>> = {
  "queue-full": 110,
  "wait-timeout": 111,
  cancelled: 112,
  "lease-lost": 113,
  "store-unavailable": 114,
  mismatch: 115,
  "key-conflict": 116,
  unknown: 118,
};

/** What the runs said about themselves. */
export function checkResults(log: MergedLog): Violation[] {
  const found: Violation[] = [];
  const released = new Map(
    log.events.filter(({ type }) => type === "release").map((e) => [e.run, Number(e.detail["code"])]),
  );
  const done = new Map<string, string>();
  for (const result of log.results) {
    const { run, outcome, exitCode, replayOf } = result;
    const code = CODES[outcome];
    if (code !== undefined && code !== exitCode)
      found.push(bad("I11", `${run} ended ${outcome} with exit code ${exitCode}`));
    if (outcome === "command" && replayOf === null && exitCode !== result.commandCode) {
      found.push(bad("I11", `${run} hides its command's code ${result.commandCode} behind ${exitCode}`));
    }
    if (exitCode === 0 && outcome !== "command" && outcome !== "already-done") {
      found.push(bad("I10", `${run} ended ${outcome} and calls it success`));
    }
    if (outcome === "command" && exitCode === 0 && released.get(replayOf ?? run) !== 0) {
      found.push(bad("I10", `${run} reports success, but ${replayOf ?? run} never released with code 0`));
    }
    if (!result.started || released.get(run) !== 0 || result.idemKey === "") continue;
    const before = done.get(result.idemKey);
    if (before !== undefined) found.push(bad("I10", `key ${result.idemKey} was done by ${before} and by ${run}`));
    done.set(result.idemKey, run);
  }
  return [...found, ...checkArrivals(log)];
}

function checkArrivals(log: MergedLog): Violation[] {
  const admitted = new Set(log.events.filter(({ type }) => type === "admit").map(({ run }) => run));
  const turnedAway = new Set(
    log.events.filter(({ type }) => type === "refuse" || type === "dead-letter").map(({ run }) => run),
  );
  const asked = log.results.filter(({ outcome, replayOf }) => outcome !== "store-unavailable" && replayOf === null);
  const found: Violation[] = [];
  for (const { run, outcome, started } of asked) {
    if (started && !admitted.has(run)) found.push(bad("I5", `${run} started without having been admitted`));
    if (outcome === "queue-full" && !turnedAway.has(run)) found.push(bad("I5", `${run} was refused without a record`));
    if (admitted.has(run) && turnedAway.has(run)) found.push(bad("I5", `${run} was admitted and refused`));
  }
  const ended = new Set(log.results.map(({ run }) => run));
  const open = new Set<string>();
  for (const event of log.events) {
    if (event.type === "admit") open.add(event.run);
    else if (event.type !== "grant" && event.type !== "confirm" && event.type !== "refuse") open.delete(event.run);
  }
  for (const run of open) if (ended.has(run)) found.push(bad("I8", `${run} has ended and still has its place`));
  return found;
}

/** The order that `queue` showed is the order in which those that stayed were granted. */
export function checkViews(log: MergedLog): Violation[] {
  const found: Violation[] = [];
  for (const view of log.views) {
    const later = log.events.filter((event) => event.id > view.afterEvent && event.type === "grant");
    const granted = later.map(({ run }) => run).filter((run) => view.waiters.includes(run));
    const shown = view.waiters.filter((run) => granted.includes(run));
    if (granted.join() !== shown.join()) {
      found.push(bad("I14", `the queue showed ${shown.join(", ")} and the grants were ${granted.join(", ")}`));
    }
  }
  return found;
}
