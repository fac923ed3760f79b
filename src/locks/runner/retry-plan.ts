import type { RetryOptions } from "./options.ts";

/** Whether a command that failed is run again, and when; `reason` for people either way. */
export type RetryPlan =
  | { readonly kind: "again"; readonly delay: number; readonly reason: string }
  | { readonly kind: "enough"; readonly reason: string };

export interface Failure {
  readonly code: number;
  /** Which start of the command this was, from 1. */
  readonly attempt: number;
  /** What the command said in its retry file, in milliseconds. */
  readonly after: number | null;
  /** The longest that this run would stand in line for another start. */
  readonly patience: number;
}

/**
 * Exponential back-off with full jitter: anywhere up to the limit, so that many that failed together do not come back
 * together. A time that the command was told is a floor: nobody comes back before it, and not all at that very moment.
 */
export function planRetry(options: RetryOptions, failure: Failure, random: () => number): RetryPlan | null {
  const { code, attempt, after, patience } = failure;
  if (!options.on(code) && after === null) return null;
  if (attempt > options.most) return { kind: "enough", reason: `all of --retries ${options.most} are used` };
  if (after !== null && after > patience) {
    const reason = `it asked to come back in ${Math.ceil(after / 1000)}s, which is longer than --wait`;
    return { kind: "enough", reason };
  }
  const limit = Math.min(options.longest, options.first * 2 ** (attempt - 1));
  const delay = after === null ? random() * limit : after + random() * Math.min(limit, options.first);
  return { kind: "again", delay: Math.ceil(delay), reason: `retry ${attempt} of ${options.most}` };
}
