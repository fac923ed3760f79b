import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import pg from "pg";
import RedlockClass from "redlock";
import { contend } from "./contenders.ts";
import { line, median } from "./measure.ts";

const run = promisify(execFile);

/** What the others need for the same three things. None of them has a queue to see, and only etcd's has a token. */
export interface Rival {
  readonly cycle: number;
  readonly handOver: number;
  readonly contended: number;
}

export function sayRival(name: string, { cycle, handOver, contended }: Rival): void {
  line(`${name}: acquire and release`, cycle);
  line(`${name}: from a release to the next waiter`, handOver);
  line(`${name}: 16 contenders, each hold`, contended);
}

/** The time from `release` to when a second that waits has it, the median of some rounds. */
async function handOverOf(take: () => Promise<() => Promise<void>>, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const release = await take();
    const next = take().then((give) => ({ at: performance.now(), give }));
    await new Promise((resolve) => setTimeout(resolve, 60));
    const start = performance.now();
    await release();
    const { at, give } = await next;
    times.push(at - start);
    await give();
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** `pg_advisory_lock`, a session for each contender. */
export async function advisory(url: string): Promise<Rival> {
  const clients = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const hold = async (at: number): Promise<void> => {
    await clients[at]?.query("select pg_advisory_lock(7)");
    await clients[at]?.query("select pg_advisory_unlock(7)");
  };
  let turn = 0;
  const take = async (): Promise<() => Promise<void>> => {
    const client = clients[(turn += 1) % 2];
    await client?.query("select pg_advisory_lock(7)");
    return async () => void (await client?.query("select pg_advisory_unlock(7)"));
  };
  const rival = {
    cycle: await median(200, () => hold(0)),
    handOver: await handOverOf(take, 20),
    contended: await contend(hold),
  };
  await Promise.all(clients.map((client) => client.end()));
  return rival;
}

/** A Redlock client on one server, with its own defaults but for patience. */
export async function redlock(url: string): Promise<Rival> {
  const client = new Redis(url);
  const lock = new RedlockClass([client as never], { retryCount: 10_000 });
  const hold = async (): Promise<void> => void (await (await lock.acquire(["bench"], 30_000)).release());
  const take = async (): Promise<() => Promise<void>> => {
    const held = await lock.acquire(["bench"], 30_000);
    return async () => void (await held.release());
  };
  const rival = {
    cycle: await median(200, hold),
    handOver: await handOverOf(take, 10),
    contended: await contend(hold, 2),
  };
  client.disconnect();
  return rival;
}

/** `etcdctl lock NAME true`: a process for each hold, as a pipeline would start it. */
export async function etcdctl(endpoint: string): Promise<Rival> {
  const env = { ...process.env, ETCDCTL_API: "3" };
  const hold = async (): Promise<void> =>
    void (await run("etcdctl", ["--endpoints", endpoint, "lock", "bench", "true"], { env }));
  const cycle = await median(20, hold);
  return {
    cycle,
    handOver: await spawnedHandOver("etcdctl", ["--endpoints", endpoint, "lock", "over", "--"], env),
    contended: await contend(hold, 1),
  };
}

/** `flock FILE true`, on one host. */
export async function flock(folder: string): Promise<Rival> {
  const file = join(folder, "flock");
  const hold = async (): Promise<void> => void (await run("flock", [file, "true"]));
  return {
    cycle: await median(20, hold),
    handOver: await spawnedHandOver("flock", [file], process.env),
    contended: await contend(hold, 1),
  };
}

export function isInstalled(command: string): boolean {
  return spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;
}

/** Two processes with commands that print the time: what lies between the end of the one and the start of the other. */
async function spawnedHandOver(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 7; round++) {
    const first = run(command, [...args, "sh", "-c", "sleep 0.4; date +%s%N"], { env });
    await new Promise((resolve) => setTimeout(resolve, 150));
    const second = run(command, [...args, "sh", "-c", "date +%s%N"], { env });
    const [from, to] = [Number((await first).stdout), Number((await second).stdout)];
    times.push((to - from) / 1_000_000);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
