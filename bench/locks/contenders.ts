import { performance } from "node:perf_hooks";
import type { LockStore } from "../../src/locks/store.ts";
import { acquire } from "../../src/locks/runner/acquire.ts";
import { SUCCESS, arrival, ms } from "../../test/locks/helpers/calls.ts";

export const CONTENDERS = 16;
const HOLDS = 5;

/** Milliseconds for each hold when sixteen want the same thing again and again. `hold` takes it and gives it back. */
export async function contend(hold: (contender: number) => Promise<void>, holds = HOLDS): Promise<number> {
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONTENDERS }, async (_, contender) => {
      for (let n = 0; n < holds; n++) await hold(contender);
    }),
  );
  return (performance.now() - start) / (CONTENDERS * holds);
}

/** One hold as the runner takes it: in line, woken, confirmed. */
export async function holdOnce(store: LockStore, target: string): Promise<void> {
  const call = arrival({ ttl: ms(60_000), waiterTtl: ms(60_000), pace: store.capabilities.pace });
  const clock = (): number => performance.now();
  const patient = {
    waitUntil: Infinity,
    storeTimeout: 60_000,
    signal: new AbortController().signal,
    onWaiting: () => undefined,
  };
  const got = await acquire({ store, target, call, clock, ...patient });
  if (got.kind !== "answer" || got.reply.kind !== "held") throw new Error(`not held: ${JSON.stringify(got)}`);
  const { fence, confirmed } = got.reply;
  if (!confirmed) await store.call(target, { op: "renew", run: call.run, fence, group: 0 });
  await store.call(target, {
    op: "release",
    run: call.run,
    fence,
    outcome: SUCCESS,
    keep: 0,
    counters: {},
    again: null,
  });
  await got.unwatch();
}
