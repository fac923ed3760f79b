import type { EtcdHttp } from "./etcd-http.ts";
import { etcdKeys } from "./etcd-keys.ts";
import { rangeAll, read, remove, txn } from "./etcd-kv.ts";

const KEEP_ENTRIES = 1000;
const CHUNK = 100;
/** One release in so many looks whether there is something to trim. */
const ODDS = 256;

/** Now and then deletes the oldest ended entries of a target. Nobody waits for it, and it may fail. */
export async function trimHistory(http: EtcdHttp, prefix: string, target: string): Promise<void> {
  if (Math.random() * ODDS >= 1) return;
  const { endedAll } = etcdKeys(prefix, target);
  const oldest = rangeAll(endedAll, { keys_only: "true", sort_order: "ASCEND", sort_target: "MOD" });
  try {
    const ended = [...(await read(http, [oldest])).kvs.keys()];
    const old = ended.slice(0, Math.max(0, ended.length - KEEP_ENTRIES));
    for (let at = 0; at < old.length; at += CHUNK) {
      await txn(http, new Map(), old.slice(at, at + CHUNK).map(remove), []);
    }
  } catch {
    // The next one will.
  }
}
