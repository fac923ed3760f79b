import { performance } from "node:perf_hooks";
import type { Reply } from "../calls.ts";
import { BUCKETS_SECONDS } from "../protocol/draft.ts";
import type { LockStore } from "../store.ts";

/** Counters that only a runner knows; they reach the store with the release. */
export type RunCounters = Map<string, number>;

export function count(counters: RunCounters, name: string, by = 1): void {
  counters.set(name, (counters.get(name) ?? 0) + by);
}

/** One observation of a histogram, in seconds; sums are kept in microseconds like those of the store. */
export function observeSeconds(counters: RunCounters, name: string, seconds: number, label = ""): void {
  const tail = label === "" ? "" : `,${label}`;
  for (const bucket of BUCKETS_SECONDS) {
    if (seconds <= bucket) count(counters, `${name}_bucket|le=${bucket}${tail}`);
  }
  const only = label === "" ? "" : `|${label}`;
  count(counters, `${name}_bucket|le=+Inf${tail}`);
  count(counters, `${name}_sum${only}`, seconds * 1_000_000);
  count(counters, `${name}_count${only}`);
}

/** The same store, with the time of each call counted. */
export function timeStore(store: LockStore, counters: RunCounters): LockStore {
  return {
    ...store,
    async call(target, call): Promise<Reply> {
      const start = performance.now();
      try {
        return await store.call(target, call);
      } finally {
        observeSeconds(
          counters,
          "store_operation_duration_seconds",
          (performance.now() - start) / 1000,
          `op=${call.op}`,
        );
      }
    },
  };
}
