import type { Overflow, TargetConfig } from "../model.ts";
import { parseDuration } from "./duration.ts";
import { timingProblem } from "./options.ts";
import type { IdempotencyOptions, RunOptions } from "./options.ts";

/** Flags of `signalbox run` as the command line parser gives them. */
export interface RunFlags {
  readonly target: readonly string[];
  readonly store?: string;
  readonly permits?: string;
  readonly maxQueue?: string;
  readonly maxOutstanding?: string;
  readonly whenFull: string;
  readonly wait: string;
  readonly ttl: string;
  readonly grace: string;
  readonly margin: string;
  readonly waiterTtl: string;
  readonly storeTimeout: string;
  readonly priority: string;
  readonly replaceKey?: string;
  readonly idempotencyKey?: string;
  readonly keep: string;
  readonly attach: boolean;
  readonly onDone: string;
  readonly onUnknown: string;
  readonly foreground?: boolean;
  readonly reason?: string;
  readonly quiet?: boolean;
  readonly config?: string | false;
  readonly report?: string;
  readonly resultFile?: string;
}

export class FlagError extends Error {}

const OVERFLOWS: readonly Overflow[] = ["reject", "drop-oldest", "keep-latest", "replace-same-key", "dead-letter", "wait"];
const PRIORITIES: Readonly<Record<string, number>> = { low: -1, normal: 0, high: 1 };

export function choice<T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new FlagError(`\`${flag} ${value}\` is not known. Use ${allowed.join(", ")}.`);
  return found;
}

export function duration(flag: string, value: string): number {
  const parsed = parseDuration(value);
  if (parsed === null) throw new FlagError(`\`${flag} ${value}\` is not a duration. Use 90s, 15m, 1h30m or forever.`);
  return parsed;
}

function finite(flag: string, value: string, least: number): number {
  const parsed = duration(flag, value);
  if (parsed >= least && parsed < 2 ** 31) return parsed;
  throw new FlagError(`\`${flag} ${value}\` is out of range. Use ${least}ms to 24d.`);
}

export function integer(flag: string, value: string, least: number): number {
  const parsed = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(parsed) && parsed >= least && parsed <= 1_000_000) return parsed;
  throw new FlagError(`\`${flag} ${value}\` is not a number from ${least} to 1000000.`);
}

/** What all callers of a target must agree on, besides the permits. */
export function queueConfig(flags: RunFlags): Omit<TargetConfig, "permits"> {
  if (flags.maxQueue !== undefined && flags.maxOutstanding !== undefined) {
    throw new FlagError("--max-queue and --max-outstanding count different things. Give one of them.");
  }
  const overflow = choice("--when-full", flags.whenFull, OVERFLOWS);
  if (overflow === "replace-same-key" && flags.replaceKey === undefined) {
    throw new FlagError("`--when-full replace-same-key` needs --replace-key KEY, to know which waiter is the same.");
  }
  if (flags.maxOutstanding !== undefined) {
    return { bound: integer("--max-outstanding", flags.maxOutstanding, 1), counts: "outstanding", overflow, breaker: null };
  }
  const bound = flags.maxQueue === undefined ? null : integer("--max-queue", flags.maxQueue, 0);
  return { bound, counts: "waiting", overflow, breaker: null };
}

function idempotency(flags: RunFlags): IdempotencyOptions | null {
  const keep = finite("--keep", flags.keep, 1);
  const doneIsOk = choice("--on-done", flags.onDone, ["fail", "ok"]) === "ok";
  const rerunUnknown = choice("--on-unknown", flags.onUnknown, ["fail", "rerun"]) === "rerun";
  if (flags.idempotencyKey === undefined) return null;
  if (flags.idempotencyKey === "") throw new FlagError("`--idempotency-key` is empty. Give a name for the work.");
  return { key: flags.idempotencyKey, keep, attach: flags.attach, doneIsOk, rerunUnknown };
}

/** All options but the targets. Throws FlagError with a sentence for people. */
export function parseFlags(flags: RunFlags, command: readonly string[], store: string): Omit<RunOptions, "targets"> {
  const priority = PRIORITIES[flags.priority];
  if (priority === undefined) throw new FlagError(`\`--priority ${flags.priority}\` is not known. Use low, normal or high.`);
  const timing = {
    ttl: finite("--ttl", flags.ttl, 100),
    grace: finite("--grace", flags.grace, 0),
    margin: finite("--margin", flags.margin, 10),
  };
  const problem = timingProblem(timing);
  if (problem !== "") throw new FlagError(problem);
  return {
    ...timing,
    command,
    store,
    wait: duration("--wait", flags.wait),
    waiterTtl: finite("--waiter-ttl", flags.waiterTtl, 100),
    storeTimeout: finite("--store-timeout", flags.storeTimeout, 0),
    priority,
    replaceKey: flags.replaceKey ?? "",
    idempotency: idempotency(flags),
    foreground: flags.foreground === true,
    quiet: flags.quiet === true,
    reason: flags.reason ?? "",
  };
}
