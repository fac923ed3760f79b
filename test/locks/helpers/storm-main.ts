import { createInterface } from "node:readline";
import type { EnqueueCall } from "../../../src/locks/calls.ts";
import { openStore } from "../../../src/locks/open-store.ts";

/**
 * One process of a storm. Each line of its input is a plan or the word: for a plan it opens a connection for each
 * arrival, up to the limit it was given, as far as it has not yet; at the word it sends them all at once and prints the answers.
 */
interface Plan {
  readonly target: string;
  readonly calls: readonly EnqueueCall[];
}

const [url = "", connections = ""] = process.argv.slice(2);
const limit = Number(connections);
const stores: ReturnType<typeof openStore>[] = [];
let plan: Plan = { target: "", calls: [] };

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "go") {
    const { target, calls } = plan;
    const replies = calls.map(async (call, index) => ({
      run: call.run,
      reply: await (await stores[index % stores.length])?.call(target, call),
    }));
    process.stdout.write(`${JSON.stringify(await Promise.all(replies))}\n`);
  } else {
    plan = JSON.parse(line) as Plan;
    while (stores.length < Math.min(limit, plan.calls.length)) stores.push(openStore(url, { timeout: 30_000 }));
    await Promise.all(stores);
    process.stdout.write("ready\n");
  }
}
process.exit(0);
