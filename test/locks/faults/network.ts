import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect } from "vitest";
import { openStore } from "../../../src/locks/open-store.ts";
import { SUCCESS, arrival, ms } from "../helpers/calls.ts";
import { fault } from "../helpers/fault.ts";
import { createArena, timeUntilGone } from "../helpers/arena.ts";
import { createProxy } from "../helpers/proxy.ts";
import type { Proxy } from "../helpers/proxy.ts";
import type { StoreServer } from "../helpers/store-server.ts";

type FarServer = Pick<StoreServer, "name" | "port" | "url" | "start" | "stop">;

/** The network between runner and server, and the server itself: T6, T8, T9, T10, T26 (before the gate). */
export function networkFaults(server: () => FarServer): void {
  let proxy: Proxy;
  let far: string;
  beforeEach(async () => {
    proxy = await createProxy(server().port);
    far = server().url().replace(`:${server().port}/`, `:${proxy.port}/`);
  });
  afterEach(() => proxy.close());

  for (const side of ["toServer", "toClient"] as const) {
    fault(`T8: a short partition (${side}) is survived, a long one stops the command before its lease ends`, async () => {
      const arena = createArena(server().url());
      const a = await arena.run(["--store", far], arena.beating(400));
      const { group } = await arena.firstBeat(a);
      proxy[side].hold = true;
      await sleep(600);
      proxy[side].hold = false;
      await sleep(1500);
      expect(await timeUntilGone(group, 1)).toBe(Infinity);
      const b = await arena.run([], arena.beating(3));
      proxy[side].hold = true;
      expect(await timeUntilGone(group, 4000)).toBeLessThan(3500);
      expect((await b.done).result).toMatchObject({ outcome: "command", exitCode: 0 });
      expect((await a.done).result).toMatchObject({ outcome: "lease-lost", exitCode: 113 });
      await arena.sound();
      arena.remove();
    });
  }

  fault("T9: an answer that comes after the lease counts from when it was asked for", async () => {
    const arena = createArena(server().url());
    const a = await arena.run(["--store", far], arena.beating(400));
    const { group } = await arena.firstBeat(a);
    proxy.toClient.delay = 2500;
    expect(await timeUntilGone(group, 5000)).toBeLessThan(3500);
    expect((await a.done).result).toMatchObject({ outcome: "lease-lost" });
    await arena.sound();
    arena.remove();
  });

  fault("T10: a connection cut after the commit makes no second waiter and no second permit", async () => {
    const target = `t10:${process.pid}`;
    const store = await openStore(far, { timeout: 2000 });
    const call = arrival();
    proxy.cutNextAnswer();
    await expect(store.call(target, call)).rejects.toThrow(server().name);
    const again = await store.call(target, call);
    expect(again).toMatchObject({ kind: "held" });
    const fence = again.kind === "held" ? again.fence : "";
    await store.call(target, { op: "renew", run: call.run, fence, group: 0 });
    const release = { op: "release", run: call.run, fence, outcome: SUCCESS, keep: ms(1000), counters: {}, again: null } as const;
    proxy.cutNextAnswer();
    await expect(store.call(target, release)).rejects.toThrow(server().name);
    expect(await store.call(target, release)).toEqual({ kind: "ok" });
    const { targets } = await store.snapshot(target, 100);
    expect(targets[0]?.events.map(({ type }) => type)).toEqual(["configure", "admit", "grant", "confirm", "release"]);
    await store.close();
  });

  fault("T10: a whole run over a connection that is cut again and again", async () => {
    const arena = createArena(server().url());
    const cutting = setInterval(() => proxy.cut(), 150);
    const runs = await Promise.all([1, 2, 3].map(() => arena.run(["--store", far, "--wait", "30s"], arena.beating(5))));
    await Promise.all(runs.map(({ done }) => done));
    clearInterval(cutting);
    await arena.sound();
    arena.remove();
  });

  fault("T26: the runner is killed before the gate opens, and nothing was started", async () => {
    const arena = createArena(server().url());
    const ran = join(arena.folder, "ran");
    const holder = await arena.run([], arena.beating(25));
    await arena.firstBeat(holder);
    const a = await arena.run(["--store", far], ["touch", ran]);
    await arena.until("A in line", (events) => events.filter(({ type }) => type === "admit").length === 2);
    // The grant arrives, the confirmation does not: the command stands behind its gate.
    await arena.until("A granted", (events) => events.filter(({ type }) => type === "grant").length === 2);
    proxy.toServer.hold = true;
    await sleep(300);
    process.kill(a.pid, "SIGKILL");
    proxy.cut();
    await sleep(300);
    const confirmed = (await arena.events()).filter(({ type }) => type === "confirm").length === 2;
    expect(existsSync(ran)).toBe(confirmed);
    await arena.sound();
    arena.remove();
  });

  for (const [signal, how] of [["SIGINT", "clean"], ["SIGQUIT", "immediate"], ["SIGKILL", "killed"]] as const) {
    fault(`T6: the server is restarted (${signal}, ${how}); the lease is intact or the command stopped`, async () => {
      const arena = createArena(server().url());
      // Some servers take longer to come back than the two seconds that a waiter's place lasts here.
      const flags = ["--ttl", "4s", "--wait", "60s", "--waiter-ttl", "6s"];
      const a = await arena.run(flags, arena.beating(100));
      await arena.firstBeat(a);
      const b = await arena.run(flags, arena.beating(3));
      await arena.until("B in line", (events) => events.filter(({ type }) => type === "admit").length === 2);
      await server().stop(signal);
      await sleep(300);
      await server().start();
      const [first, second] = [await a.done, await b.done];
      expect([0, 113]).toContain(first.code);
      expect(second.result).toMatchObject({ outcome: "command", exitCode: 0 });
      await arena.sound();
      arena.remove();
    });
  }
}
