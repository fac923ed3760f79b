import type { RateLimit, TargetConfig } from "../model.ts";

export interface IdempotencyOptions {
  readonly key: string;
  /** Milliseconds for which a success is kept. */
  readonly keep: number;
  readonly attach: boolean;
  readonly doneIsOk: boolean;
  readonly rerunUnknown: boolean;
}

/** When and how a command that failed is run again. Durations in milliseconds. */
export interface RetryOptions {
  readonly on: (code: number) => boolean;
  readonly most: number;
  readonly inFlight: number;
  readonly first: number;
  readonly longest: number;
}

export interface RunTarget {
  readonly id: string;
  readonly config: TargetConfig;
  /** Where mode and limit come from, for `--verbose` and for a refusal. */
  readonly source: string;
}

/** Everything `signalbox run` was told; durations in milliseconds. */
export interface RunOptions {
  readonly targets: readonly RunTarget[];
  readonly command: readonly string[];
  readonly store: string;
  readonly wait: number;
  readonly ttl: number;
  readonly grace: number;
  readonly margin: number;
  readonly waiterTtl: number;
  /** How long an unreachable store is asked again before the run gives up. */
  readonly storeTimeout: number;
  readonly priority: number;
  readonly replaceKey: string;
  readonly idempotency: IdempotencyOptions | null;
  readonly foreground: boolean;
  readonly quiet: boolean;
  readonly reason: string;
  readonly rates: readonly RateLimit[];
  readonly lane: string;
  /** How long after its arrival it may be granted at the earliest. */
  readonly delay: number;
  /** How long the command may run; Infinity: no limit. */
  readonly maxHold: number;
  readonly retry: RetryOptions | null;
}

/** A duration as a flag takes it, without rounding. */
function exactly(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`;
}

/** What the timing must satisfy so that a command is stopped before its lease can end; "" when it does. */
export function timingProblem(options: Pick<RunOptions, "ttl" | "grace" | "margin">): string {
  const { ttl, grace, margin } = options;
  if (ttl >= 2 * (grace + margin)) return "";
  const [given, stop, spare, least] = [ttl, grace, margin, 2 * (grace + margin)].map(exactly);
  return `\`--ttl ${given}\` is too short for --grace ${stop} and --margin ${spare}. Use at least ${least}, twice their sum.`;
}
