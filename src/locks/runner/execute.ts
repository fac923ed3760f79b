import { setTimeout as sleep } from "node:timers/promises";
import type { CommandOutcome } from "../model.ts";
import type { CommandProcesses } from "../watchdog/kill.ts";
import { escapedFrom, killAll } from "../watchdog/kill.ts";
import { spawnGated } from "./child.ts";
import type { CommandEnd, GatedCommand } from "./child.ts";
import { createDeadlineFile } from "./deadline-file.ts";
import { formatDuration } from "./duration.ts";
import type { DeadlineFile } from "./deadline-file.ts";
import { signalCode, verdict } from "./outcome.ts";
import type { Verdict } from "./outcome.ts";
import { earliestDeadline } from "./session.ts";
import type { Session } from "./session.ts";
import { drainGroup, stopCommand } from "./stop.ts";
import type { StopResult } from "./stop.ts";
import { createRetryFile } from "./retry-after.ts";
import { passOn } from "./tail.ts";
import { count, observeSeconds } from "./timed-store.ts";
import type { Watchdog } from "./watchdog-client.ts";

export interface Execution {
  readonly verdict: Verdict;
  readonly started: boolean;
  readonly end: CommandEnd;
  readonly outcome: CommandOutcome;
  /** Nothing of the command's group is left, so that the leases may be given back. */
  readonly empty: boolean;
  readonly leaked: number;
  /** When the command wants to come back, in milliseconds; null: it did not say. */
  readonly retryAfter: number | null;
}

const NOT_RUN: CommandEnd = { code: null, signal: null };

/** Runs the command under the session's leases: behind a gate, under a watchdog, until its whole group is gone. */
export async function execute(session: Session): Promise<Execution> {
  const file = createDeadlineFile();
  const retryFile = createRetryFile();
  const span = session.telemetry.start("command", { "cicd.pipeline.run.state": "executing" });
  const watchdog = session.watchdog.get();
  const command = spawnGated({
    command: session.options.command,
    env: { ...commandEnv(session, file.path), SIGNALBOX_RETRY_FILE: retryFile.path },
    marker: `SIGNALBOX_RUN_ID=${session.run}`,
    foreground: session.options.foreground,
    capture: session.options.idempotency !== null,
  });
  try {
    const ready = await openGate(session, command, watchdog, file);
    const done: Omit<Execution, "retryAfter"> =
      ready === null ? await attend(session, command, watchdog) : await notStarted(command, ready);
    span.end(
      { "process.exit.code": done.outcome.code },
      done.verdict.exitCode === 0 ? undefined : done.verdict.outcome,
    );
    return { ...done, retryAfter: retryFile.read((text) => session.warnings.push(text)) };
  } finally {
    session.onRenewed = () => undefined;
    watchdog.done();
    file.remove();
    retryFile.remove();
  }
}

/** Null when the command runs; else why it never will. */
async function openGate(
  session: Session,
  command: GatedCommand,
  watchdog: Watchdog,
  file: DeadlineFile,
): Promise<Verdict | null> {
  const { clock, options, leases } = session;
  if (command.processes.pid === 0) {
    const reason = "the system could not start the command (too long, or no process to be had).";
    return { outcome: "command", exitCode: 126, reason };
  }
  try {
    await watchdog.watch(command.processes);
  } catch (error) {
    return verdict("lease-lost", `${(error as Error).message}. Nothing was started.`);
  }
  session.onRenewed = (deadline) => {
    // A little after the runner's own kill, which comes with a word about why.
    watchdog.setDeadline(deadline - options.margin * 0.75 - clock());
    file.write(deadline - options.margin - clock());
  };
  for (const lease of leases) {
    lease.setGroup(command.processes.group);
    if (await lease.confirm()) continue;
    const reason = session.loss()?.reason ?? lease.target;
    return verdict("lease-lost", `lost its place before the command: ${reason}. Nothing was started.`);
  }
  session.onRenewed(earliestDeadline(session));
  if (session.signals.first() !== null) {
    const signal = session.signals.first() ?? "SIGTERM";
    const reason = `stopped by ${signal} before its command was started.`;
    return { outcome: "signal", exitCode: signalCode(signal), reason };
  }
  command.open();
  // Only a store that proves deaths needs to know the group before the next renewal is due.
  if (session.store.capabilities.provesDeath) for (const lease of leases) lease.nudge();
  return null;
}

async function notStarted(command: GatedCommand, why: Verdict): Promise<Omit<Execution, "retryAfter">> {
  command.shut();
  await command.ended.catch(() => undefined);
  const outcome = { code: why.exitCode, signal: "", stdoutTail: "", stderrTail: "" };
  return { verdict: why, started: false, end: NOT_RUN, outcome, empty: true, leaked: 0 };
}

async function attend(
  session: Session,
  command: GatedCommand,
  watchdog: Watchdog,
): Promise<Omit<Execution, "retryAfter">> {
  const { clock, options, counters } = session;
  const tails = [passOn(command.child.stdout, 1), passOn(command.child.stderr, 2)] as const;
  const killAt = (from: number) => (): number =>
    Math.min(from + options.grace, earliestDeadline(session) - options.margin);
  let early: Verdict | null = null;
  const cause = await firstCause(session, command, watchdog);
  const stopStart = clock();
  const stopping =
    cause === "ended" ? null : session.telemetry.start("stop", { "cicd.pipeline.run.state": "finalizing" });
  let stop: StopResult;
  if (cause === "ended") stop = await drainGroup(command.processes, clock, options.grace);
  else if (cause === "lost" || cause === "watchdog" || cause === "max-hold") {
    if (cause === "max-hold") early = tooLong(options.maxHold);
    if (cause === "watchdog") early = verdict("lease-lost", "the watchdog died; the command was stopped.");
    stop = await stopCommand(command.processes, "SIGTERM", clock, killAt(stopStart));
  } else stop = await stopCommand(command.processes, forwarded(cause, options.foreground), clock, killAt(stopStart));
  const end = await command.ended;
  stopping?.end({ "signalbox.signals": [...stop.signals] });
  if (stop.signals.length > 0) observeSeconds(counters, "stop_duration_seconds", (clock() - stopStart) / 1000);
  if (stop.signals.includes("SIGKILL")) count(counters, "forced_kills_total|signal=KILL");
  await Promise.race([
    Promise.all(tails.map((tail) => tail.finished)),
    new Promise((r) => setTimeout(r, 1000).unref()),
  ]);
  const leaked = await leftovers(session, command.processes, cause === "ended" ? stop : null);
  const judged = judge(session, end, early);
  const outcome: CommandOutcome = {
    code: judged.exitCode,
    signal: end.signal ?? "",
    stdoutTail: tails[0].text(),
    stderrTail: tails[1].text(),
  };
  return { verdict: judged, started: true, end, outcome, empty: stop.empty, leaked };
}

type Cause = "ended" | "lost" | "watchdog" | "max-hold" | NodeJS.Signals;

/** What ends the command: itself, a lost lease, a signal, the watchdog's death, or its time. */
async function firstCause(session: Session, command: GatedCommand, watchdog: Watchdog): Promise<Cause> {
  const over = new AbortController();
  const { maxHold } = session.options;
  const limit = maxHold === Infinity ? [] : [sleep(maxHold, "max-hold" as const, { signal: over.signal })];
  const causes: Promise<Cause>[] = [
    command.ended.then(() => "ended" as const),
    session.lost.then(() => "lost" as const),
    session.signals.arrived,
    watchdog.died.then(() => "watchdog" as const),
    ...limit,
  ];
  for (const timer of limit) timer.catch(() => undefined);
  return Promise.race(causes).finally(() => over.abort());
}

function tooLong(maxHold: number): Verdict {
  return verdict("max-hold", `the command ran longer than --max-hold ${formatDuration(maxHold)} and was stopped.`);
}

/** A terminal sends Ctrl-C to its whole foreground group, so the command has it already. */
function forwarded(signal: NodeJS.Signals, foreground: boolean): NodeJS.Signals {
  return foreground && signal === "SIGINT" && process.stdin.isTTY ? "SIGCONT" : signal;
}

/** The one outcome of a command that has ended: a lease that ran out meanwhile outweighs whatever it returned. */
function judge(session: Session, end: CommandEnd, early: Verdict | null): Verdict {
  const loss = session.loss();
  const frozen = session.clock() >= earliestDeadline(session) - session.options.margin;
  if (loss !== null || frozen) {
    const reason = loss?.reason ?? "this run was suspended past its deadline";
    const what = "the command was stopped. Check the target by hand.";
    return verdict("lease-lost", `the lease was lost (${reason}); ${what}`);
  }
  if (early !== null) return early;
  const signal = session.signals.first();
  if (signal !== null) {
    return { outcome: "signal", exitCode: signalCode(signal), reason: `stopped by ${signal}.` };
  }
  const exitCode = end.signal === null ? (end.code ?? 1) : signalCode(end.signal);
  const how = end.signal === null ? `ended with code ${exitCode}` : `was ended by ${end.signal}`;
  return { outcome: "command", exitCode, reason: `the command ${how}.` };
}

/** Processes that the group's end did not reach: killed when the lease is lost, else only reported. */
async function leftovers(session: Session, command: CommandProcesses, stop: StopResult | null): Promise<number> {
  if (stop !== null && stop.signals.length > 0) {
    session.warnings.push("the command left processes running in its group; they were stopped");
    count(session.counters, "leaked_processes_total");
  }
  const away = await escapedFrom(command);
  if (away.length === 0) return 0;
  count(session.counters, "leaked_processes_total", away.length);
  const pids = away.map(({ pid }) => pid).join(", ");
  const killed = session.loss() !== null && (await killAll(command, 2000, true));
  const rest = killed ? "they were killed" : "they are out of reach of the lock";
  session.warnings.push(`${away.length} process(es) left the command's group (${pids}): ${rest}`);
  return away.length;
}

function commandEnv(session: Session, deadlineFile: string): Record<string, string | undefined> {
  const { env, run, targets } = session;
  const [first] = session.options.targets;
  const own = targets.find((target) => target.target === first?.id);
  return {
    ...env,
    SIGNALBOX_TARGET: first?.id,
    SIGNALBOX_FENCE: own?.fence ?? undefined,
    SIGNALBOX_SLOT: String(own?.slot ?? 0),
    SIGNALBOX_FENCES: JSON.stringify(
      Object.fromEntries(targets.map(({ target, fence, slot }) => [target, { fence, slot }])),
    ),
    SIGNALBOX_RUN_ID: run,
    SIGNALBOX_RUN_IDS: [env["SIGNALBOX_RUN_IDS"], run].filter((id) => id).join(","),
    SIGNALBOX_DEADLINE_FILE: deadlineFile,
    TRACEPARENT: session.telemetry.traceparent() ?? env["TRACEPARENT"],
  };
}
