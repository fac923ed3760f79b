import { openStore, hidePassword } from "../open-store.ts";
import type { CommandOutcome } from "../model.ts";
import { StoreError } from "../store.ts";
import type { LockStore } from "../store.ts";
import { execute } from "./execute.ts";
import type { Execution } from "./execute.ts";
import { abandon, giveBack } from "./give-back.ts";
import { createLeaseClock } from "./lease-clock.ts";
import type { RunOptions } from "./options.ts";
import { verdict } from "./outcome.ts";
import type { RunResult, Verdict } from "./outcome.ts";
import { untilAnswered } from "./patience.ts";
import { createSession } from "./session.ts";
import type { Env, Session, Voice } from "./session.ts";
import { listenForSignals } from "./signals.ts";
import { takeTargets } from "./take.ts";
import type { Ended } from "./ended.ts";
import { timeStore } from "./timed-store.ts";
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
    const store = await open(options, signals.aborted);
    if (store instanceof StoreError) {
      return resultWithoutStore(options, `${store.message}. Nothing was started.`);
    }
    const counters = new Map<string, number>();
    const clock = createLeaseClock(store.capabilities.clockStopsInSuspend);
    const timed = timeStore(store, counters);
    const { env, voice, watchdog } = io;
    const session = createSession({ options, env, store: timed, clock, voice, signals, counters, watchdog });
    session.warnings.push(...store.warnings);
    try {
      return await runIn(session, io);
    } finally {
      for (const lease of session.leases) lease.stop();
      await Promise.all(session.unwatch.map((unwatch) => unwatch()));
      await store.close();
    }
  } finally {
    signals.dispose();
  }
}

async function open(options: RunOptions, signal: AbortSignal): Promise<LockStore | StoreError> {
  const start = performance.now();
  const patience = Math.min(options.storeTimeout, Math.max(options.wait, 1000));
  const timeout = Math.max(200, Math.min(5000, options.ttl / 3));
  try {
    return await untilAnswered(() => openStore(options.store, { timeout }), () => performance.now() - start > patience, signal);
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw new Error(`${hidePassword(options.store)} could not be opened`, { cause: error });
  }
}

async function runIn(session: Session, io: RunIo): Promise<RunResult> {
  const start = session.clock();
  const ended = await takeTargets(session);
  if (ended !== null) {
    const judged = await giveBack(session, silent(ended.verdict), ended.verdict);
    if (ended.outcome !== undefined) io.replay(ended.outcome);
    return resultOf(session, { ...ended, verdict: judged }, null, start, session.clock());
  }
  const held = session.clock();
  for (const { target, slot, fence } of session.targets) {
    session.voice.state("notice", `holds ${target}, slot ${slot}, token ${fence}`);
  }
  const execution = await execute(session);
  const mayRelease = execution.empty && session.loss() === null && execution.verdict.outcome !== "lease-lost";
  const clean = mayRelease || !execution.started;
  const judged = clean ? await giveBack(session, execution.outcome, execution.verdict) : await lose(session, execution);
  return resultOf(session, { verdict: judged }, execution, start, held);
}

/** The group is empty all the same after a watchdog's death: then the lease is still ours to give back. */
async function lose(session: Session, execution: Execution): Promise<Verdict> {
  if (execution.empty && session.loss() === null) await giveBack(session, execution.outcome, execution.verdict);
  else await abandon(session);
  return execution.verdict;
}

function silent(judged: Verdict): CommandOutcome {
  return { code: judged.exitCode === 0 ? 1 : judged.exitCode, signal: "", stdoutTail: "", stderrTail: "" };
}

function resultOf(session: Session, ended: Ended, execution: Execution | null, start: number, held: number): RunResult {
  const { outcome, exitCode, reason } = ended.verdict;
  const replayed = ended.outcome === undefined ? null : { code: ended.outcome.code, signal: ended.outcome.signal || null };
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
    leakedProcesses: execution?.leaked ?? 0,
    warnings: session.warnings,
  };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds) / 1000;
}

function resultWithoutStore(options: RunOptions, reason: string): RunResult {
  const { outcome, exitCode } = verdict("store-unavailable", reason);
  const targets = options.targets.map(({ id }) => ({ target: id, fence: null, slot: null, waitedSeconds: 0, position: null }));
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
    leakedProcesses: 0,
    warnings: [],
  };
}
