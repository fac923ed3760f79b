import { randomUUID } from "node:crypto";
import { openStore, hidePassword } from "../open-store.ts";
import type { CommandOutcome } from "../model.ts";
import { StoreError } from "../store.ts";
import type { LockStore } from "../store.ts";
import { execute } from "./execute.ts";
import type { Execution } from "./execute.ts";
import { formatDuration } from "./duration.ts";
import { abandon, giveBack, giveBackAfter } from "./give-back.ts";
import { createLeaseClock } from "./lease-clock.ts";
import type { LeaseClock } from "./lease-clock.ts";
import type { RunOptions } from "./options.ts";
import { verdict } from "./outcome.ts";
import type { RunResult, Verdict } from "./outcome.ts";
import { untilAnswered } from "./patience.ts";
import { planRetry } from "./retry-plan.ts";
import type { RetryPlan } from "./retry-plan.ts";
import { createSession } from "./session.ts";
import type { Env, Session, Voice } from "./session.ts";
import { listenForSignals } from "./signals.ts";
import type { StopSignals } from "./signals.ts";
import { takeTargets } from "./take.ts";
import type { Ended } from "./ended.ts";
import { runFacts, targetFacts } from "./span-facts.ts";
import { createTelemetry } from "./telemetry.ts";
import type { Telemetry } from "./telemetry.ts";
import { sentence, troubleText } from "../trouble.ts";
import { timeStore } from "./timed-store.ts";
import type { RunCounters } from "./timed-store.ts";
import type { WatchdogKennel } from "./watchdog-client.ts";

export interface RunIo {
  readonly env: Env;
  readonly voice: Voice;
  readonly watchdog: WatchdogKennel;
  /** Where a stored outcome's output goes. */
  readonly replay: (outcome: CommandOutcome) => void;
}

/** Runs a command while it holds its targets. Never throws for what a store or a command does: that is in the result. */
export async function run(options: RunOptions, io: RunIo): Promise<RunResult> {
  const signals = listenForSignals();
  try {
    const counters = new Map<string, number>();
    const store = await open(options, io.voice, signals.aborted);
    if (store instanceof StoreError) {
      return resultWithoutStore(options, `${troubleText(store, options.store)} Nothing was started.`);
    }
    const telemetry = await createTelemetry(io.env, io.voice.warning);
    const timed = timeStore(store, counters);
    const clock = createLeaseClock(store.capabilities.clockStopsInSuspend);
    try {
      const result = await runUntilEnd({ options, io, store: timed, clock, signals, counters, telemetry });
      await telemetry.finish(...runFacts(result));
      return result;
    } finally {
      await store.close();
    }
  } finally {
    signals.dispose();
  }
}

interface Course {
  readonly options: RunOptions;
  readonly io: RunIo;
  readonly store: LockStore;
  readonly clock: LeaseClock;
  readonly signals: StopSignals;
  readonly counters: RunCounters;
  readonly telemetry: Telemetry;
}

/** One run after another until one needs no retry: each is a run of its own, with a place in line and a token. */
async function runUntilEnd({ options, io, ...parts }: Course): Promise<RunResult> {
  const { env, voice, watchdog } = io;
  const warnings = [...parts.store.warnings];
  // What the store may lose is of use before the command, not after it.
  for (const warning of warnings) voice.warning(warning);
  let next: Next = { run: randomUUID(), delay: options.delay };
  for (let attempt = 1; ; attempt++) {
    const session = createSession({ ...parts, ...next, options, env, voice, watchdog, warnings, attempt });
    try {
      const { result, again } = await runIn(session, io);
      if (again === null) return result;
      next = again;
    } finally {
      for (const lease of session.leases) lease.stop();
      await Promise.all(session.unwatch.map((unwatch) => unwatch()));
    }
  }
}

async function open(options: RunOptions, voice: Voice, signal: AbortSignal): Promise<LockStore | StoreError> {
  const start = performance.now();
  const patience = Math.min(options.storeTimeout, Math.max(options.wait, 1000));
  const timeout = Math.max(200, Math.min(5000, options.ttl / 3));
  try {
    return await untilAnswered(
      () => openStore(options.store, { timeout }),
      () => performance.now() - start > patience,
      signal,
      undefined,
      ({ message }) => voice.progress(`${sentence(message)} The store is asked again for ${formatDuration(patience)}.`),
    );
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw new Error(`${hidePassword(options.store)} could not be opened`, { cause: error });
  }
}

interface Next {
  readonly run: string;
  readonly delay: number;
}

interface Ran {
  readonly result: RunResult;
  /** The run that stands in line to try once more. */
  readonly again: Next | null;
}

async function runIn(session: Session, io: RunIo): Promise<Ran> {
  const start = session.clock();
  const wait = session.telemetry.start("wait", { ...targetFacts(session), "cicd.pipeline.run.state": "pending" });
  const ended = await takeTargets(session);
  wait.end(targetFacts(session), ended === null ? undefined : ended.verdict.outcome);
  if (ended !== null) {
    const judged = await giveBack(session, silent(ended.verdict), ended.verdict);
    if (ended.outcome !== undefined) io.replay(ended.outcome);
    return { result: resultOf(session, { ...ended, verdict: judged }, null, start, session.clock()), again: null };
  }
  const held = session.clock();
  for (const { target, slot, fence } of session.targets) {
    session.voice.state("notice", `holds ${target}, slot ${slot}, token ${fence}`);
  }
  const hold = session.telemetry.start("hold", targetFacts(session));
  try {
    return await work(session, start, held);
  } finally {
    hold.end();
  }
}

/** With every target in hand: the command, and what follows from how it ended. */
async function work(session: Session, start: number, held: number): Promise<Ran> {
  const execution = await execute(session);
  const mayRelease = execution.empty && session.loss() === null && execution.verdict.outcome !== "lease-lost";
  const finished = (judged: Verdict): RunResult => resultOf(session, { verdict: judged }, execution, start, held);
  if (!execution.started) {
    return { result: finished(await giveBack(session, execution.outcome, execution.verdict)), again: null };
  }
  if (!mayRelease) return { result: finished(await lose(session, execution)), again: null };
  const { verdict: judged, again } = await giveBackOrRetry(session, execution);
  return { result: finished(judged), again };
}

/** Gives the leases back; a command that is to run again gets its place in line in the same step. */
async function giveBackOrRetry(
  session: Session,
  execution: Execution,
): Promise<{ verdict: Verdict; again: Next | null }> {
  const plan = retryOf(session, execution);
  const next = plan?.kind === "again" ? { run: randomUUID(), delay: plan.delay } : null;
  const inFlight = session.options.retry?.inFlight ?? 0;
  const again = next === null ? null : { run: next.run, delay: next.delay * 1000, inFlight };
  const { verdict: judged, notAgain } = await giveBackAfter(session, execution.outcome, execution.verdict, again);
  if (next === null || notAgain !== "") {
    const why = notAgain || (plan?.kind === "enough" ? plan.reason : "");
    return {
      verdict: why === "" ? judged : { ...judged, reason: `${judged.reason} Not tried again: ${why}.` },
      again: null,
    };
  }
  const text = `${judged.reason} It is tried again in ${formatDuration(next.delay)} at the earliest (${plan?.reason}).`;
  session.voice.progress(text);
  session.voice.state("notice", text);
  return { verdict: judged, again: next };
}

function retryOf(session: Session, { verdict: { outcome, exitCode }, retryAfter, end }: Execution): RetryPlan | null {
  const { retry, wait } = session.options;
  if (outcome !== "command" || exitCode === 0 || end.signal !== null) return null;
  if (retry === null) {
    if (retryAfter !== null)
      session.warnings.push("the command asked to come back later, and is not run again: that takes --retry-on");
    return null;
  }
  const failure = { code: exitCode, attempt: session.attempt, after: retryAfter, patience: wait };
  return planRetry(retry, failure, Math.random);
}

/** The group is empty all the same after a watchdog's death: then the lease is still ours to give back. */
async function lose(session: Session, execution: Execution): Promise<Verdict> {
  if (execution.empty && session.loss() === null)
    await giveBackAfter(session, execution.outcome, execution.verdict, null);
  else await abandon(session);
  return execution.verdict;
}

function silent(judged: Verdict): CommandOutcome {
  return { code: judged.exitCode === 0 ? 1 : judged.exitCode, signal: "", stdoutTail: "", stderrTail: "" };
}

function resultOf(session: Session, ended: Ended, execution: Execution | null, start: number, held: number): RunResult {
  const { outcome, exitCode, reason } = ended.verdict;
  const replayed =
    ended.outcome === undefined ? null : { code: ended.outcome.code, signal: ended.outcome.signal || null };
  return {
    version: 1,
    outcome,
    exitCode,
    started: execution?.started ?? false,
    command: execution?.end ?? replayed ?? { code: null, signal: null },
    run: session.run,
    targets: session.targets,
    waitedSeconds: round(held - start),
    heldSeconds: execution === null ? 0 : round(session.clock() - held),
    reason,
    replayOf: ended.replayOf ?? null,
    attempts: execution?.started === true ? session.attempt : session.attempt - 1,
    leakedProcesses: execution?.leaked ?? 0,
    warnings: session.warnings,
  };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds) / 1000;
}

function resultWithoutStore(options: RunOptions, reason: string): RunResult {
  const { outcome, exitCode } = verdict("store-unavailable", reason);
  const targets = options.targets.map(({ id }) => ({
    target: id,
    fence: null,
    slot: null,
    waitedSeconds: 0,
    position: null,
  }));
  return {
    version: 1,
    outcome,
    exitCode,
    started: false,
    command: { code: null, signal: null },
    run: "",
    targets,
    waitedSeconds: 0,
    heldSeconds: 0,
    reason,
    replayOf: null,
    attempts: 0,
    leakedProcesses: 0,
    warnings: [],
  };
}
