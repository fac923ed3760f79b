import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../../src/locks/open-store.ts";
import { createArena, timeUntilGone } from "./helpers/arena.ts";
import { arrival, ms } from "./helpers/calls.ts";
import { fault, inTurn } from "./helpers/fault.ts";
import { createProxy } from "./helpers/proxy.ts";
import type { Proxy } from "./helpers/proxy.ts";
import { createRedis, redisMissing } from "./helpers/redis-server.ts";
import type { RedisServer } from "./helpers/redis-server.ts";
import { sleep } from "./helpers/pace.ts";
import { moment } from "./helpers/seed.ts";
import { untilReady } from "./helpers/store-server.ts";

const missing = redisMissing();
if (missing !== "") process.stderr.write(`Redis failover tests are skipped: ${missing}\n`);

/**
 * A replica behind a proxy that stops passing the primary's writes on, and clients behind another that moves from the
 * primary to the replica. Freezing the replica would be no test: the bytes wait in its socket and are applied later.
 */
describe.skipIf(missing !== "")("Redis with a replica", { sequential: true }, () => {
  let [primary, replica]: RedisServer[] = [];
  let [link, front]: Proxy[] = [];

  beforeEach(async () => {
    primary = await createRedis();
    await primary.start();
    link = await createProxy(primary.port);
    front = await createProxy(primary.port);
    replica = await createRedis(["--replicaof", "127.0.0.1", String(link.port)]);
    await replica.start();
    await untilReady(async () => {
      if (!String(await replica?.command("INFO", "replication")).includes("master_link_status:up"))
        throw new Error("no link yet");
    });
  }, 60_000);
  afterEach(async () => {
    await Promise.all([link?.close(), front?.close()]);
    await Promise.all([primary?.remove(), replica?.remove()]);
  });

  const url = (more = ""): string => `redis://127.0.0.1:${front?.port}/0?prefix=fail${more}`;

  async function failOver(): Promise<void> {
    await primary?.stop("SIGKILL");
    await replica?.command("REPLICAOF", "NO", "ONE");
    front?.retarget(replica?.port ?? 0);
    front?.cut();
  }

  fault(
    "T7: writes that the replica lacks: the old holder stops, nobody is let in for a lease, no token comes again",
    async () => {
      const arena = createArena(url());
      // The replica knows the target: its history is older, and another server's name stands under it.
      expect((await (await arena.run([], ["true"])).done).code).toBe(0);
      await sleep(300);
      if (link !== undefined) link.toClient.hold = true;
      const a = await arena.run([], arena.beating(400));
      const { group, fence } = await arena.firstBeat(a);
      await moment("T7");
      await failOver();
      const b = await arena.run([], arena.beating(3));
      expect(await timeUntilGone(group, 4000)).toBeLessThan(3500);
      expect((await a.done).result).toMatchObject({ outcome: "lease-lost", exitCode: 113 });
      expect((await b.done).result).toMatchObject({ outcome: "command", exitCode: 0 });
      const beats = arena.beats();
      const later = beats.filter((beat) => beat.fence !== fence);
      expect(later.length).toBeGreaterThan(0);
      expect(later.every((beat) => BigInt(beat.fence) > BigInt(fence))).toBe(true);
      // Never side by side: the first write of the new holder comes after the last of the old one.
      expect(beats.findLastIndex((beat) => beat.fence === fence)).toBeLessThan(
        beats.findIndex((beat) => beat.fence !== fence),
      );
      const events = await arena.events();
      expect(events.map(({ type }) => type)).toContain("epoch");
      arena.remove();
    },
  );

  inTurn("T7: with replicas=1 a grant that no replica has is no grant", async () => {
    const store = await openStore(url("&replicas=1&replica-wait=200"), { timeout: 2000 });
    expect(await store.call("t", arrival({ ttl: ms(60_000) }))).toMatchObject({ kind: "held" });
    if (link !== undefined) link.toClient.hold = true;
    await expect(store.call("u", arrival())).rejects.toThrow("0 of 1 replica(s) had the grant after 200 ms");
    await store.close();
  });

  inTurn(
    "T7: WAIT answers for its own connection only, which is why the store asks on the one that wrote",
    async () => {
      const port = primary?.port ?? 0;
      const [writer, other] = [new Redis(port, "127.0.0.1"), new Redis(port, "127.0.0.1")];
      await other.wait(1, 200);
      if (link !== undefined) link.toClient.hold = true;
      await writer.set("key", "value");
      expect([await writer.wait(1, 300), await other.wait(1, 300)]).toEqual([0, 1]);
      writer.disconnect();
      other.disconnect();
    },
  );

  it("warns of replicas that nobody waits for, and refuses to work on one", async () => {
    const store = await openStore(url(), { timeout: 2000 });
    expect(store.warnings.join()).toContain("Redis has 1 replica(s): a failover can lose the last grants");
    await store.close();
    const direct = `redis://127.0.0.1:${replica?.port}`;
    await expect(openStore(direct, { timeout: 2000 })).rejects.toThrow("is a replica: it cannot grant");
  });
});
