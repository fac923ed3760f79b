import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { openStore } from "../../src/locks/open-store.ts";
import { createArena } from "./helpers/arena.ts";
import { SUCCESS, arrival, ms } from "./helpers/calls.ts";
import { fault, inTurn } from "./helpers/fault.ts";
import { runProgram } from "./helpers/program.ts";
import { createRedis, redisMissing } from "./helpers/redis-server.ts";
import type { RedisServer } from "./helpers/redis-server.ts";
import { moment } from "./helpers/seed.ts";

/** As docs/runner.md has them. */
const REDIS_RIGHTS =
  "+@connection +info +config|get +wait +eval +evalsha +time +publish +subscribe +@hash +@set +@sortedset +@list".split(
    " ",
  );

const missing = redisMissing();
if (missing !== "") process.stderr.write(`Redis self-check tests are skipped: ${missing}\n`);

/** What Redis's store checks when it is opened, what it keeps, and what it forgets. */
describe.skipIf(missing !== "")("Redis's self-check", { sequential: true }, () => {
  let server: RedisServer | null = null;
  afterEach(async () => {
    await server?.remove();
    server = null;
  });

  async function started(...settings: string[]): Promise<RedisServer> {
    server = await createRedis(settings);
    await server.start();
    return server;
  }

  const open = (url: string) => openStore(url, { timeout: 2000 });

  inTurn("T23: refuses a server that may drop locks for want of memory, and starts nothing", async () => {
    const redis = await started("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru");
    const marker = `${redis.folder}/ran`;
    const { code, stderr } = await runProgram([
      "run",
      "--no-config",
      "-t",
      "x",
      "--store",
      redis.url(),
      "--",
      "touch",
      marker,
    ]);
    expect([code, existsSync(marker)]).toEqual([114, false]);
    expect(stderr).toContain("maxmemory-policy allkeys-lru");
    await redis.command("CONFIG", "SET", "maxmemory", "0");
    const store = await open(redis.url());
    expect(store.warnings.join()).toContain("with a maxmemory it would drop locks");
    await store.close();
  });

  inTurn("T6: warns of a server that keeps nothing, or not every write; one that logs each is fine", async () => {
    const redis = await started("--appendonly", "no");
    const warnings = async (): Promise<string> => {
      const store = await open(redis.url());
      await store.close();
      return store.warnings.join();
    };
    expect(await warnings()).toContain("keeps nothing on disk");
    await redis.command("CONFIG", "SET", "save", "60 1");
    expect(await warnings()).toContain("has no append-only file");
    await redis.command("CONFIG", "SET", "appendonly", "yes");
    expect(await warnings()).toBe("");
  });

  fault(
    "T6: a server that forgot everything in a crash: the old holder is stopped, and its token does not come again",
    async () => {
      const redis = await started("--appendonly", "no");
      const arena = createArena(redis.url());
      const a = await arena.run([], arena.beating(400));
      const { fence } = await arena.firstBeat(a);
      await moment("T6 forgot");
      await redis.stop("SIGKILL");
      await redis.start();
      expect((await a.done).result).toMatchObject({ outcome: "lease-lost", exitCode: 113 });
      const b = await arena.run([], arena.beating(2));
      expect((await b.done).code).toBe(0);
      expect(BigInt(arena.beats().at(-1)?.fence ?? 0)).toBeGreaterThan(BigInt(fence));
      arena.remove();
    },
  );

  inTurn(
    "T6: a token does not come again after a restart without a clean end, nor is anybody let in for a lease",
    async () => {
      const redis = await started();
      const store = await open(redis.url());
      const first = arrival({ ttl: ms(800), quarantine: ms(200) });
      const held = (await store.call("t", first)) as { fence: string };
      await sleep(50);
      await redis.stop("SIGKILL");
      await redis.start();
      const next = arrival();
      const again = await open(redis.url());
      expect(await again.call("t", next)).toMatchObject({ kind: "waiting" });
      expect(await again.call("t", { op: "renew", run: first.run, fence: held.fence, group: 0 })).toMatchObject({
        kind: "held",
      });
      const release = {
        op: "release",
        run: first.run,
        fence: held.fence,
        outcome: SUCCESS,
        keep: 0,
        counters: {},
        again: null,
      } as const;
      expect(await again.call("t", release)).toEqual({ kind: "ok" });
      expect(await again.call("t", { op: "poll", run: next.run, pace: { front: 1, rest: 1 } })).toMatchObject({
        kind: "waiting",
      });
      await sleep(1050);
      const granted = (await again.call("t", { op: "poll", run: next.run, pace: { front: 1, rest: 1 } })) as {
        fence: string;
      };
      expect(BigInt(granted.fence)).toBeGreaterThan(BigInt(held.fence));
      await Promise.all([store.close(), again.close()]);
    },
  );

  it("says at once that a password is wrong, and sends the script again to a server that forgot it", async () => {
    const redis = await started();
    await redis.command("CONFIG", "SET", "requirepass", "secret");
    const [, place] = redis.url().split("//");
    await expect(open(redis.url())).rejects.toMatchObject({ fault: "refused" });
    const store = await open(`redis://:secret@${place}`);
    await store.call("t", arrival());
    await expect(open(`redis://:wrong@${place}`)).rejects.toMatchObject({ fault: "refused" });
    await store.close();
  });

  it("keeps to the database that it was given, and refuses one that the server does not have", async () => {
    const redis = await started();
    const at = (database: number): string => redis.url().replace("/0?", `/${database}?`);
    const [zero, five] = [await open(at(0)), await open(at(5))];
    expect((await zero.call("t", arrival())).kind).toBe("held");
    expect((await five.call("t", arrival())).kind).toBe("held");
    await expect(open(at(99))).rejects.toMatchObject({ fault: "refused" });
    await Promise.all([zero.close(), five.close()]);
  });

  it("needs of a user the few rights that the documentation lists", async () => {
    const redis = await started();
    const rights = ["~{signalbox}*", "&{signalbox}*", "-@all", ...REDIS_RIGHTS];
    await redis.command("ACL", "SETUSER", "deploys", "on", ">pw", ...rights);
    const store = await open(redis.url().replace("//", "//deploys:pw@"));
    const call = arrival();
    const { fence } = (await store.call("t", call)) as { fence: string };
    const unwatch = await store.watch("t", call.run, () => undefined);
    const rest = { outcome: SUCCESS, keep: 0, counters: {}, again: null };
    expect(await store.call("t", { op: "release", run: call.run, fence, ...rest })).toEqual({ kind: "ok" });
    expect((await store.snapshot(null, 10)).targets).toHaveLength(1);
    await unwatch();
    await store.close();
    const strange = redis.url("other").replace("//", "//deploys:pw@");
    const elsewhere = await open(strange);
    await expect(elsewhere.call("t", arrival())).rejects.toMatchObject({ fault: "refused" });
    await elsewhere.close();
  });

  fault("a user that may not hear wake-ups asks by itself, and its program ends with its command", async () => {
    const redis = await started();
    const deaf = ["~{signalbox}*", "resetchannels", "-@all", ...REDIS_RIGHTS];
    await redis.command("ACL", "SETUSER", "deaf", "on", ">pw", ...deaf);
    const arena = createArena(redis.url());
    const a = await arena.run([], arena.beating(30));
    await arena.firstBeat(a);
    const b = await arena.run(["--store", redis.url().replace("//", "//deaf:pw@")], ["true"]);
    const ended = Promise.all([a.done, b.done]).then((ran) => ran.map(({ code }) => code));
    expect(await Promise.race([ended, sleep(30_000, "still there", { ref: false })])).toEqual([0, 0]);
    await arena.sound();
    arena.remove();
  });

  it("keeps every digit of a token, and orders by counter and not by time", async () => {
    const redis = await started();
    const store = await open(redis.url());
    const call = arrival({ ttl: ms(60_000) });
    const { fence } = (await store.call("t", call)) as { fence: string };
    expect(fence).toMatch(/^\d{16}$/);
    await redis.command("SCRIPT", "FLUSH");
    // Two hundred at once come within the same milliseconds: only a counter knows who was first.
    const runs = Array.from({ length: 200 }, () => arrival({ waiterTtl: ms(60_000) }));
    await Promise.all(runs.map((run) => store.call("t", run)));
    const { live } = (await store.snapshot("t", 0)).targets[0] ?? { live: [] };
    expect(live.slice(1).map(({ run }) => run)).toEqual(runs.map(({ run }) => run));
    expect(new Set(live.map(({ seq }) => seq)).size).toBe(201);
    await store.close();
  });
});
