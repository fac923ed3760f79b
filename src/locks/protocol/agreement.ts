import type { TargetConfig } from "../model.ts";

/** The values that all callers must agree on, as one line: both sides of a disagreement are shown in this form. */
export function configText({ permits, bound, counts, overflow, breaker }: TargetConfig): string {
  const limit = bound === null ? "none" : String(bound);
  const queue = `permits=${permits} bound=${limit} counts=${counts} when-full=${overflow}`;
  if (breaker === null) return queue;
  const [window, pause] = [breaker.window / 1_000_000, breaker.pause / 1_000_000];
  return `${queue} breaker=${breaker.percent}%of${breaker.least}in${window}s/${pause}s`;
}
