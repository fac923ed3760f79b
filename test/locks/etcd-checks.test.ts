import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { createEtcdClock } from "../../src/locks/backends/etcd-clock.ts";
import { createEtcdHttp } from "../../src/locks/backends/etcd-http.ts";
import { put, rangeAll, read, txn } from "../../src/locks/backends/etcd-kv.ts";
import { parseEtcdUrl } from "../../src/locks/backends/etcd-url.ts";
import { openStore } from "../../src/locks/open-store.ts";
import { createArena, timeUntilGone } from "./helpers/arena.ts";
import { SUCCESS, arrival, idem, ms } from "./helpers/calls.ts";
import { createEtcd, createEtcdCluster, etcdMissing } from "./helpers/etcd-server.ts";
import { fault, inTurn } from "./helpers/fault.ts";
import { seconds } from "./helpers/pace.ts";
import { moment } from "./helpers/seed.ts";
import { freePort, untilReady } from "./helpers/store-server.ts";
import { ETCD, withServer } from "./helpers/with-server.ts";

const missing = etcdMissing();
if (missing !== "") process.stderr.write(`etcd self-check tests are skipped: ${missing}\n`);

describe("etcd's clock", () => {
  const SECOND = 1_000_000;
  const noon = Date.UTC(2026, 10, 29, 12) * 1000;

  function clockAt(wallError: number) {
    let mono = 5_000_000;
    const clock = createEtcdClock({ monotonic: () => mono, wall: () => noon + mono + wallError });
    /** An answer `after` the last, of a server whose clock shows noon at monotonic 0. */
    const answer = (after: number): void => {
      mono += after;
      const date = new Date(Math.floor((noon + mono) / SECOND) * 1000).toUTCString();
      clock.observe(mono - 1000, mono, date);
    };
    return { clock, answer, truth: () => noon + mono };
  }

  it("believes this host's clock while the server's answers do not contradict it", () => {
    const { clock, answer, truth } = clockAt(0);
    answer(300_000);
    expect(clock.read()).toEqual({ now: truth(), lag: 0 });
  });

  it("knows bounds that hold and become narrow where this host's clock is wrong, fast or slow", () => {
    for (const wrong of [3600 * SECOND, -3600 * SECOND, 5 * SECOND]) {
      const { clock, answer, truth } = clockAt(wrong);
      for (let n = 0; n < 40; n++) {
        answer(130_000);
        const { now, lag } = clock.read();
        expect(now).toBeLessThanOrEqual(truth());
        expect(now + lag).toBeGreaterThanOrEqual(truth());
        expect(lag).toBeLessThanOrEqual(SECOND + 10_000);
      }
      expect(clock.read().lag).toBeLessThan(200_000);
    }
  });

  it("begins anew when the server's clock was set", () => {
    const { clock, answer, truth } = clockAt(0);
    answer(100_000);
    clock.observe(5_200_000, 5_201_000, new Date(noon / 1000 + 7_205_000).toUTCString());
    expect(clock.read().now).toBeGreaterThan(truth() + 7100 * SECOND);
  });
});

describe("etcd's URL", () => {
  it("names members, user and prefix", () => {
    expect(parseEtcdUrl("etcds://bot:p%40ss@a:1,b/?prefix=x")).toEqual({
      endpoints: ["https://a:1", "https://b:2379"],
      user: "bot",
      password: "p@ss",
      prefix: "x",
    });
    for (const wrong of ["etcd://", "etcd://a b", "etcd://a/?prefix=a/b"]) expect(() => parseEtcdUrl(wrong)).toThrow();
  });
});

describe.skipIf(missing !== "")("etcd's traps", () => {
  const server = withServer(ETCD);
  const open = () => openStore(server().url(), { timeout: 3000 });
  const pace = { front: 50, rest: 50 };

  it("re-checks after a wait: whoever's lease ran out while it waited is not told that it holds", async () => {
    const [store, other] = [await open(), await open()];
    const [first, late, next] = [arrival(), arrival({ waiterTtl: ms(300) }), arrival({ waiterTtl: ms(9000) })];
    const { fence } = (await store.call("t", first)) as { fence: string };
    // Both handles have seen the line with `late` in it, alive.
    await other.call("t", late);
    await store.call("t", next);
    await sleep(400);
    const release = {
      op: "release",
      run: first.run,
      fence,
      outcome: SUCCESS,
      keep: 0,
      counters: {},
      again: null,
    } as const;
    await store.call("t", release);
    expect(await other.call("t", { op: "poll", run: late.run, pace })).toMatchObject({ kind: "ended", state: "gone" });
    expect(await store.call("t", { op: "poll", run: next.run, pace })).toMatchObject({ kind: "held" });
    await Promise.all([store.close(), other.close()]);
  });

  it("works while one of the members that it was given is away, whichever it is", async () => {
    const [away, alsoAway] = [await freePort(), await freePort()];
    const here = `127.0.0.1:${server().port}`;
    for (const members of [
      [`127.0.0.1:${away}`, here],
      [here, `127.0.0.1:${away}`],
      [`127.0.0.1:${away}`, `127.0.0.1:${alsoAway}`, here],
    ]) {
      const store = await openStore(`etcd://${members.join(",")}`, { timeout: 3000 });
      const target = `away ${members.length} ${members.indexOf(here)}`;
      expect(await store.call(target, arrival())).toMatchObject({ kind: "held" });
      await store.close();
    }
  });

  it("passes over a member that says nothing, and one that has lost touch with the others", async () => {
    const silent = createServer(() => undefined);
    const lost = createServer((request, response) => {
      const status = request.url?.endsWith("/status") === true;
      response
        .writeHead(status ? 200 : 503)
        .end(status ? '{"version":"3.4.23"}' : '{"message":"etcdserver: no leader"}');
    });
    for (const odd of [silent, lost]) {
      await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
      const { port } = odd.address() as { port: number };
      const store = await openStore(`etcd://127.0.0.1:${port},127.0.0.1:${server().port}`, { timeout: 500 });
      expect(await store.call(`past ${port}`, arrival())).toMatchObject({ kind: "held" });
      await store.close();
      odd.closeAllConnections();
      odd.close();
    }
  });

  it("takes the time from the member that answered last, also when it turns to another", async () => {
    const answers = createServer((_request, response) => {
      response.writeHead(200, { date: new Date(Date.now() - 3_600_000).toUTCString() }).end("{}");
    });
    await new Promise<void>((resolve) => answers.listen(0, "127.0.0.1", resolve));
    const { port } = answers.address() as { port: number };
    const http = createEtcdHttp(parseEtcdUrl(`etcd://127.0.0.1:${port},127.0.0.1:${await freePort()}`), 1000);
    await http.get("/");
    answers.close();
    answers.closeAllConnections();
    await expect(http.get("/")).rejects.toThrow("ECONN");
    const { now, lag } = http.time();
    expect(lag).toBeGreaterThan(0);
    expect(Math.abs(now / 1000 - (Date.now() - 3_600_000))).toBeLessThan(3000);
  });

  it("now and then deletes old ends, outcomes whose time is over, and what killed waiters left", async () => {
    const base = "signalbox/target/litter";
    const store = await open();
    const http = createEtcdHttp(parseEtcdUrl(server().url()), 3000);
    const count = async (part: string): Promise<number> => {
      return (await read(http, [rangeAll(`${base}/${part}/`, { keys_only: true })])).kvs.size;
    };
    const hold = async (key: string, keep: number): Promise<void> => {
      const call = arrival({ idem: idem(key) });
      const { fence } = (await store.call("litter", call)) as { fence: string };
      const rest = { outcome: SUCCESS, counters: {}, again: null };
      await store.call("litter", { op: "release", run: call.run, fence, keep, ...rest });
    };
    // One release in 256, drawn by lot, looks whether there is something to delete.
    const lot = vi.spyOn(Math, "random").mockReturnValue(0.5);
    try {
      const waiter = arrival({ delay: ms(60_000), waiterTtl: ms(60_000) });
      await store.call("litter", waiter);
      for (let at = 0; at < 1100; at += 100) {
        const old = Array.from({ length: 100 }, (_, n) => put(`${base}/ended/old-${at + n}`, "{}"));
        await txn(http, new Map(), old, []);
      }
      await txn(http, new Map(), [put(`${base}/wake/killed`, "1"), put(`${base}/wake/${waiter.run}`, "1")], []);
      await hold("brief", ms(1));
      await hold("kept", ms(60_000));
      expect([await count("ended"), await count("idem"), await count("wake")]).toEqual([1102, 2, 4]);
      lot.mockReturnValue(0);
      await hold("last", ms(60_000));
      await untilReady(async () => expect(await count("wake")).toBe(1));
      expect([await count("ended"), await count("idem")]).toEqual([1000, 2]);
    } finally {
      lot.mockRestore();
      await store.close();
    }
  });

  fault("T25: a compaction while waiters watch loses no wake-up", async () => {
    const arena = createArena(server().url());
    const a = await arena.run([], arena.beating(40));
    await arena.firstBeat(a);
    const b = await arena.run([], ["true"]);
    await arena.until("B in line", (events) => events.filter(({ type }) => type === "admit").length === 2);
    const { header } = JSON.parse(await server().ctl("get", "x", "-w", "json")) as { header: { revision: number } };
    await server().ctl("compact", String(header.revision));
    expect([(await a.done).code, (await b.done).code]).toEqual([0, 0]);
    await arena.sound();
    arena.remove();
  });

  fault("T25: who deletes the store's keys by hand ends the command that ran under them", async () => {
    const arena = createArena(server().url("by-hand"));
    const a = await arena.run([], arena.beating(400));
    const { group } = await arena.firstBeat(a);
    await moment("T25 deleted");
    await server().ctl("del", "--prefix", "by-hand/");
    expect(await timeUntilGone(group, 3000)).toBeLessThan(2500);
    expect((await a.done).result).toMatchObject({ outcome: "lease-lost", exitCode: 113 });
    arena.remove();
  });

  inTurn("T23: refuses a server that is out of space", async () => {
    const full = await createEtcd(["--quota-backend-bytes", "300000"]);
    await full.start();
    try {
      for (let n = 0; n < 30; n++) {
        try {
          await full.ctl("put", `fill${n}`, "x".repeat(100_000));
        } catch {
          break; // the alarm is raised
        }
      }
      await expect(openStore(full.url(), { timeout: 3000 })).rejects.toThrow("NOSPACE");
    } finally {
      await full.remove();
    }
  });

  it("works with a user and password, and refuses wrong ones", async () => {
    const locked = await createEtcd();
    await locked.start();
    try {
      await locked.ctl("user", "add", "root:secret");
      await locked.ctl("user", "grant-role", "root", "root");
      await locked.ctl("auth", "enable");
      const [, place = ""] = locked.url().split("//");
      const store = await openStore(`etcd://root:secret@${place}`, { timeout: 3000 });
      expect(await store.call("t", arrival())).toMatchObject({ kind: "held" });
      await store.close();
      await expect(openStore(`etcd://root:wrong@${place}`, { timeout: 3000 })).rejects.toMatchObject({
        fault: "refused",
      });
      await expect(openStore(`etcd://${place}`, { timeout: 3000 })).rejects.toThrow("The cluster wants a user");
      // A user who may do nothing but what the documentation lists.
      const ctl = (...words: string[]): Promise<string> => locked.ctl("--user", "root:secret", ...words);
      await ctl("user", "add", "deploys:pw");
      await ctl("role", "add", "locks");
      await ctl("role", "grant-permission", "locks", "--prefix=true", "readwrite", "signalbox/");
      await ctl("user", "grant-role", "deploys", "locks");
      const least = await openStore(`etcd://deploys:pw@${place}`, { timeout: 3000 });
      expect(await least.call("u", arrival())).toMatchObject({ kind: "held" });
      expect((await least.snapshot(null, 10)).targets).toHaveLength(2);
      await least.close();
    } finally {
      await locked.remove();
    }
  });

  it("another cluster with the same data lets nobody in for a lease, and no token comes again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-restore-"));
    const store = await open();
    const first = arrival({ ttl: ms(6000), quarantine: ms(200) });
    const { fence } = (await store.call("restored", first)) as { fence: string };
    await server().ctl("snapshot", "save", join(folder, "snapshot"));
    const restored = await createEtcd([], join(folder, "snapshot"));
    await restored.start();
    try {
      const other = await openStore(restored.url(), { timeout: 3000 });
      const release = {
        op: "release",
        run: first.run,
        fence,
        outcome: SUCCESS,
        keep: 0,
        counters: {},
        again: null,
      } as const;
      expect(await other.call("restored", release)).toEqual({ kind: "ok" });
      const next = arrival({ waiterTtl: ms(20_000) });
      expect(await other.call("restored", next)).toMatchObject({ kind: "waiting", busy: 0 });
      await sleep(6300);
      const granted = (await other.call("restored", { op: "poll", run: next.run, pace })) as { fence: string };
      expect(BigInt(granted.fence)).toBeGreaterThan(BigInt(fence));
      await other.close();
    } finally {
      await Promise.all([restored.remove(), store.close()]);
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe.skipIf(missing !== "")("three etcd members", () => {
  fault(
    "T25: the leader moves, then dies: the holder goes on, and the next is served",
    async () => {
      const cluster = await createEtcdCluster();
      const arena = createArena(cluster.url());
      try {
        const a = await arena.run(["--ttl", seconds(6)], arena.beating(150));
        await arena.firstBeat(a);
        const b = await arena.run(["--ttl", seconds(6), "--waiter-ttl", seconds(6)], arena.beating(3));
        await arena.until("B in line", (events) => events.filter(({ type }) => type === "admit").length === 2);
        await cluster.moveLeader();
        await sleep(500);
        await moment("T25 leader");
        await cluster.killLeader();
        const [first, second] = [await a.done, await b.done];
        expect([0, 113]).toContain(first.code);
        expect(second.result).toMatchObject({ outcome: "command", exitCode: 0 });
        await arena.sound();
      } finally {
        arena.remove();
        await cluster.remove();
      }
    },
    { elects: true },
  );
});
