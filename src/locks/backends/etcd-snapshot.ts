import type { Entry, RateState, StoreEvent } from "../model.ts";
import type { StoreSnapshot, TargetSnapshot } from "../store.ts";
import type { EtcdHttp } from "./etcd-http.ts";
import { etcdKeys, namesPrefix, ratesPrefix, targetOfName } from "./etcd-keys.ts";
import { rangeAll, read } from "./etcd-kv.ts";
import { readLive, readMeta } from "./etcd-rows.ts";

export async function readEtcd(
  http: EtcdHttp,
  prefix: string,
  target: string | null,
  events: number,
): Promise<StoreSnapshot> {
  const ids = target === null ? await targetIds(http, prefix) : [target];
  const found = await Promise.all(ids.map((id) => readTarget(http, prefix, id, events)));
  const targets = found.filter((one) => one !== null).sort((a, b) => (a.state.id < b.state.id ? -1 : 1));
  const rates = await readRates(http, prefix);
  const { now } = http.time();
  return { now, wall: now, targets, rates };
}

async function readRates(http: EtcdHttp, prefix: string): Promise<RateState[]> {
  const { kvs } = await read(http, [rangeAll(ratesPrefix(prefix))]);
  return [...kvs.values()].map(({ value }) => JSON.parse(value) as RateState).sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function targetIds(http: EtcdHttp, prefix: string): Promise<string[]> {
  const { kvs } = await read(http, [rangeAll(namesPrefix(prefix), { keys_only: true })]);
  return [...kvs.keys()].map((key) => targetOfName(prefix, key));
}

async function readTarget(http: EtcdHttp, prefix: string, id: string, events: number): Promise<TargetSnapshot | null> {
  const keys = etcdKeys(prefix, id);
  const latest = rangeAll(keys.eventsAll, { limit: String(events), sort_order: "DESCEND", sort_target: "KEY" });
  const { kvs } = await read(http, [rangeAll(keys.state), rangeAll(keys.deadAll), ...(events > 0 ? [latest] : [])]);
  if (!kvs.has(keys.meta)) return null;
  const meta = readMeta(kvs, keys, id);
  const below = (prefixed: string): string[] =>
    [...kvs].filter(([key]) => key.startsWith(prefixed)).map(([, { value }]) => value);
  const log = below(keys.eventsAll).flatMap((value) => JSON.parse(value) as StoreEvent[]);
  return {
    state: meta.state,
    live: readLive(kvs, keys),
    dead: below(keys.deadAll)
      .map((value) => JSON.parse(value) as Entry)
      .sort((a, b) => a.seq - b.seq),
    events: events === 0 ? [] : log.sort((a, b) => a.id - b.id).slice(-events),
    counters: Object.fromEntries(Object.entries(meta.counters).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
