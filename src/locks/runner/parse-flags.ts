import type { Breaker, Overflow, TargetConfig } from "../model.ts";
import { FlagError, choice, duration, exitCodes, finite, integer } from "./flag-values.ts";
import { timingProblem } from "./options.ts";
import type { IdempotencyOptions, RetryOptions, RunOptions } from "./options.ts";
import { parseRates } from "./parse-rates.ts";

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
  readonly rate: readonly string[];
  readonly lane?: string;
  readonly delay: string;
  readonly maxHold?: string;
  readonly retryOn?: string;
  readonly retries: string;
  readonly retryDelay: string;
  readonly retryMax: string;
  readonly retriesInFlight: string;
  readonly breaker?: string;
  readonly breakerLeast: string;
  readonly breakerWindow: string;
  readonly breakerPause: string;
}

const OVERFLOWS: readonly Overflow[] = [
  "reject",
  "drop-oldest",
  "keep-latest",
  "replace-same-key",
  "dead-letter",
  "wait",
];
const PRIORITIES: Readonly<Record<string, number>> = { low: -1, normal: 0, high: 1 };

/** What all callers of a target must agree on, besides the permits. */
export function queueConfig(flags: RunFlags): Omit<TargetConfig, "permits"> {
  if (flags.maxQueue !== undefined && flags.maxOutstanding !== undefined) {
    throw new FlagError("--max-queue and --max-outstanding count different things. Give one of them.");
  }
  const overflow = choice("--when-full", flags.whenFull, OVERFLOWS);
  if (overflow === "replace-same-key" && flags.replaceKey === undefined) {
    throw new FlagError("`--when-full replace-same-key` needs --replace-key KEY, to know which waiter is the same.");
  }
  const breaker = parseBreaker(flags);
  if (flags.maxOutstanding !== undefined) {
    return { bound: integer("--max-outstanding", flags.maxOutstanding, 1), counts: "outstanding", overflow, breaker };
  }
  const bound = flags.maxQueue === undefined ? null : integer("--max-queue", flags.maxQueue, 0);
  return { bound, counts: "waiting", overflow, breaker };
}

function parseBreaker(flags: RunFlags): Breaker | null {
  const least = integer("--breaker-least", flags.breakerLeast, 1);
  const window = finite("--breaker-window", flags.breakerWindow, 1000) * 1000;
  const pause = finite("--breaker-pause", flags.breakerPause, 100) * 1000;
  if (flags.breaker === undefined) return null;
  const percent = Number(/^(\d{1,3})%$/.exec(flags.breaker)?.[1]);
  if (percent >= 1 && percent <= 100 && least <= 100) return { percent, least, window, pause };
  throw new FlagError(`\`--breaker ${flags.breaker}\` is no share of failures. Use 1% to 100%, of at most 100 runs.`);
}

function retrying(flags: RunFlags): RetryOptions | null {
  const most = integer("--retries", flags.retries, 0);
  const inFlight = integer("--retries-in-flight", flags.retriesInFlight, 0);
  const first = finite("--retry-delay", flags.retryDelay, 1);
  const longest = finite("--retry-max", flags.retryMax, 1);
  if (flags.retryOn === undefined) return null;
  return { on: exitCodes("--retry-on", flags.retryOn), most, inFlight, first, longest };
}

function lane(flags: RunFlags): string {
  if (flags.lane === undefined || /^[\w.:/@-]{1,100}$/.test(flags.lane)) return flags.lane ?? "";
  throw new FlagError(`\`--lane ${flags.lane}\` is not a plain name. Use letters, digits and . : / @ _ -.`);
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
  if (priority === undefined)
    throw new FlagError(`\`--priority ${flags.priority}\` is not known. Use low, normal or high.`);
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
    rates: parseRates(flags.rate),
    lane: lane(flags),
    delay: finite("--delay", flags.delay, 0),
    maxHold: flags.maxHold === undefined ? Infinity : finite("--max-hold", flags.maxHold, 1),
    retry: retrying(flags),
  };
}
