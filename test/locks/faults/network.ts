import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { openStore } from "../../../src/locks/open-store.ts";
import { SUCCESS, arrival, ms } from "../helpers/calls.ts";
import { fault } from "../helpers/fault.ts";
import { createArena, timeUntilGone } from "../helpers/arena.ts";
import { createProxy } from "../helpers/proxy.ts";
import type { Proxy } from "../helpers/proxy.ts";
import { PACE, seconds, sleep } from "../helpers/pace.ts";
import { moment, randomFrom } from "../helpers/seed.ts";
import type { StoreServer } from "../helpers/store-server.ts";

type FarServer = Pick<StoreServer, "name" | "port" | "url" | "start" | "stop">;

/** The network between runner and server: T8, T9, T10, T26 (before the gate). */
export function networkFaults(server: () => FarServer): void {
  /** A fault of the road to the server: a proxy of its own, and the store's URL through it. */
  function far(name: string, work: (proxy: Proxy, url: string) => Promise<void>): void {
    fault(name, async () => {
      const { port, url } = server();
      const proxy = await createProxy(port);
      await work(proxy, url().replace(`:${port}/`, `:${proxy.port}/`)).finally(() => proxy.close());
    });
  }

  for (const side of ["toServer", "toClient"] as const) {
    far(
      `T8: a short partition (${side}) is survived, a long one stops the command before its lease ends`,
      async (proxy, url) => {
        const arena = createArena(server().url());
        const a = await arena.run(["--store", url], arena.beating(400));
        const { group } = await arena.firstBeat(a);
        await moment(`${server().name} T8`);
        proxy[side].hold = true;
        await sleep(400);
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
      },
    );
  }

  far("T9: an answer that comes after the lease counts from when it was asked for", async (proxy, url) => {
    const arena = createArena(server().url());
    const a = await arena.run(["--store", url], arena.beating(400));
    const { group } = await arena.firstBeat(a);
    await moment(`${server().name} T9`);
    proxy.toClient.delay = 2500 * PACE;
    expect(await timeUntilGone(group, 5000)).toBeLessThan(3500);
    expect((await a.done).result).toMatchObject({ outcome: "lease-lost" });
    await arena.sound();
    arena.remove();
  });

  far("T10: a connection cut after the commit makes no second waiter and no second permit", async (proxy, url) => {
    const target = `t10:${process.pid}`;
    const store = await openStore(url, { timeout: 2000 });
    const call = arrival();
    proxy.cutNextAnswer();
    await expect(store.call(target, call)).rejects.toThrow(server().name);
    const again = await store.call(target, call);
    expect(again).toMatchObject({ kind: "held" });
    const fence = again.kind === "held" ? again.fence : "";
    await store.call(target, { op: "renew", run: call.run, fence, group: 0 });
    const release = {
      op: "release",
      run: call.run,
      fence,
      outcome: SUCCESS,
      keep: ms(1000),
      counters: {},
      again: null,
    } as const;
    proxy.cutNextAnswer();
    await expect(store.call(target, release)).rejects.toThrow(server().name);
    expect(await store.call(target, release)).toEqual({ kind: "ok" });
    const { targets } = await store.snapshot(target, 100);
    expect(targets[0]?.events.map(({ type }) => type)).toEqual(["configure", "admit", "grant", "confirm", "release"]);
    await store.close();
  });

  far("T10: a whole run over a connection that is cut again and again", async (proxy, url) => {
    const arena = createArena(server().url());
    const cutting = setInterval(() => proxy.cut(), PACE * (100 + 200 * randomFrom(`${server().name} T10`)()));
    const runs = await Promise.all(
      [1, 2, 3].map(() => arena.run(["--store", url, "--wait", seconds(30)], arena.beating(5))),
    );
    await Promise.all(runs.map(({ done }) => done));
    clearInterval(cutting);
    await arena.sound();
    arena.remove();
  });

  far("T26: the runner is killed before the gate opens, and nothing was started", async (proxy, url) => {
    const arena = createArena(server().url());
    const ran = join(arena.folder, "ran");
    const holder = await arena.run([], arena.beating(25));
    await arena.firstBeat(holder);
    // On a machine that stalls the confirmation may pass all the same: then there is still a command to be killed.
    const a = await arena.run(["--store", url], ["sh", "-c", `touch '${ran}'; exec sleep 60`]);
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
}

/** The server itself goes and comes back: T6. It has to be nobody else's server meanwhile. */
export function restartFaults(server: () => FarServer): void {
  for (const [signal, how] of [
    ["SIGINT", "clean"],
    ["SIGQUIT", "immediate"],
    ["SIGKILL", "killed"],
  ] as const) {
    fault(`T6: the server is restarted (${signal}, ${how}); the lease is intact or the command stopped`, async () => {
      const arena = createArena(server().url());
      // Some servers take longer to come back than the two seconds that a waiter's place lasts here.
      const flags = ["--ttl", seconds(4), "--wait", seconds(60), "--waiter-ttl", seconds(6)];
      const a = await arena.run(flags, arena.beating(100));
      await arena.firstBeat(a);
      const b = await arena.run(flags, arena.beating(3));
      await arena.until("B in line", (events) => events.filter(({ type }) => type === "admit").length === 2);
      await moment(`${server().name} T6`);
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
