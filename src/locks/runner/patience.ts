import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "../store.ts";

const LONGEST_PAUSE_MS = 2000;

/**
 * Calls again while the store gives no answer, with back-off and jitter. Every call is idempotent by its run id.
 * `longest`: milliseconds that a pause may last; whoever keeps a place by asking has to ask again before it is lost.
 * `onSilence` is told of the first failure, since what follows may take a while.
 */
export async function untilAnswered<T>(
  call: () => Promise<T>,
  giveUp: () => boolean,
  signal?: AbortSignal,
  longest = LONGEST_PAUSE_MS,
  onSilence: (error: StoreError) => void = () => undefined,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const hopeless = !(error instanceof StoreError) || error.fault === "refused";
      if (hopeless || giveUp() || signal?.aborted) throw error;
      if (attempt === 0) onSilence(error);
      await pause(Math.min(LONGEST_PAUSE_MS, longest, 50 * 2 ** attempt), signal);
    }
  }
}

/** Sleeps between half and all of the time; ends early, without an error, when aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const time = milliseconds * (0.5 + Math.random() / 2);
  await sleep(time, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}
