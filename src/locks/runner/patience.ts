import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "../store.ts";

/** Calls again while the store gives no answer, with back-off and jitter. Every call is idempotent by its run id. */
export async function untilAnswered<T>(call: () => Promise<T>, giveUp: () => boolean, signal?: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const hopeless = !(error instanceof StoreError) || error.fault === "refused";
      if (hopeless || giveUp() || signal?.aborted) throw error;
      await pause(Math.min(2000, 50 * 2 ** attempt), signal);
    }
  }
}

/** Sleeps between half and all of the time; ends early, without an error, when aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const time = milliseconds * (0.5 + Math.random() / 2);
  await sleep(time, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}
