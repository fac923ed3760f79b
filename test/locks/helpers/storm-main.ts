import { createInterface } from "node:readline";
import type { EnqueueCall } from "../../../src/locks/calls.ts";
import { openStore } from "../../../src/locks/open-store.ts";

/** One process of a storm: opens its connections, waits for the word, then sends all of its arrivals at once. */
interface Plan {
  readonly url: string;
  readonly target: string;
  readonly calls: readonly EnqueueCall[];
}

const plan = JSON.parse(process.argv[2] ?? "{}") as Plan;
const stores = await Promise.all(plan.calls.map(() => openStore(plan.url, { timeout: 30_000 })));
process.stdout.write("ready\n");
createInterface({ input: process.stdin }).once("line", () => {
  const replies = Promise.all(
    plan.calls.map(async (call, index) => {
      const start = performance.now();
      const reply = await stores[index]?.call(plan.target, call);
      return { run: call.run, reply, milliseconds: performance.now() - start };
    }),
  );
  void replies.then(async (all) => {
    process.stdout.write(`${JSON.stringify(all)}\n`);
    await Promise.all(stores.map((store) => store.close()));
    process.exit(0);
  });
});
