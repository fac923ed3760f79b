import type { Idempotency } from "../model.ts";
import type { EtcdHttp } from "./etcd-http.ts";
import { etcdKeys } from "./etcd-keys.ts";
import type { EtcdKeys } from "./etcd-keys.ts";
import { rangeAll, read, remove, txn } from "./etcd-kv.ts";
import { readLive } from "./etcd-rows.ts";

const KEEP_ENTRIES = 1000;
const CHUNK = 100;
/** Stored outcomes hold up to 64 KiB of output each, so that only a few are looked at in one go. */
const OUTCOMES = 20;
/** One release in so many looks whether there is something to trim. */
const ODDS = 256;

/** Now and then deletes what a target need not keep. Nobody waits for it, and it may fail. */
export async function trimHistory(http: EtcdHttp, prefix: string, target: string): Promise<void> {
  if (Math.random() * ODDS >= 1) return;
  const keys = etcdKeys(prefix, target);
  try {
    await trimOldest(http, keys.endedAll);
    await trimOldest(http, keys.deadAll);
    await trimOutcomes(http, keys);
    await trimWakes(http, keys);
  } catch {
    // The next one will.
  }
}

async function trimOldest(http: EtcdHttp, prefixed: string): Promise<void> {
  const oldest = rangeAll(prefixed, { keys_only: true, sort_order: "ASCEND", sort_target: "MOD" });
  const found = [...(await read(http, [oldest])).kvs.keys()];
  await removeAll(http, found.slice(0, Math.max(0, found.length - KEEP_ENTRIES)));
}

/** An outcome whose time is over, unless its key was taken again since it was read. */
async function trimOutcomes(http: EtcdHttp, keys: EtcdKeys): Promise<void> {
  const oldest = rangeAll(keys.idemAll, { limit: String(OUTCOMES), sort_order: "ASCEND", sort_target: "MOD" });
  const { kvs } = await read(http, [oldest]);
  const { now } = http.time();
  for (const [key, { value, revision }] of kvs) {
    const { wallKeep } = JSON.parse(value) as Idempotency;
    if (wallKeep > 0 && wallKeep <= now) await txn(http, new Map([[key, revision]]), [remove(key)], []);
  }
}

/** A waiter that was killed leaves the key on which it was to be woken. A live one that is woken in vain asks again. */
async function trimWakes(http: EtcdHttp, keys: EtcdKeys): Promise<void> {
  const { kvs } = await read(http, [rangeAll(keys.state), rangeAll(keys.wakeAll, { keys_only: true })]);
  const live = readLive(kvs, keys).map(({ run }) => keys.wake(run));
  const left = [...kvs.keys()].filter((key) => key.startsWith(keys.wakeAll) && !live.includes(key));
  await removeAll(http, left);
}

async function removeAll(http: EtcdHttp, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += CHUNK) {
    await txn(http, new Map(), keys.slice(at, at + CHUNK).map(remove), []);
  }
}
