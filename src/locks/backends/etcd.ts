import { CAPABILITIES } from "../capabilities.ts";
import { StoreError } from "../store.ts";
import type { LockStore } from "../store.ts";
import { checkEtcd } from "./etcd-checks.ts";
import type { EtcdTime } from "./etcd-clock.ts";
import { createEtcdHttp } from "./etcd-http.ts";
import type { EtcdHttp } from "./etcd-http.ts";
import { base64, etcdKeys } from "./etcd-keys.ts";
import { readEtcd } from "./etcd-snapshot.ts";
import { createEtcdSteps } from "./etcd-step.ts";
import { trimHistory } from "./etcd-trim.ts";
import { parseEtcdUrl } from "./etcd-url.ts";
import type { EtcdPlace } from "./etcd-url.ts";
import { watchKey } from "./etcd-watch.ts";

export interface EtcdOptions {
  readonly url: string;
  /** How long one request may take, in milliseconds; after that its outcome is unknown. */
  readonly timeout: number;
  /** A test's clock in microseconds, in place of the server's. */
  readonly clock?: () => number;
}

/** etcd 3.4 or newer through its JSON gateway: each call is one transaction. Throws StoreError. */
export async function openEtcdStore({ url, timeout, clock }: EtcdOptions): Promise<LockStore> {
  const place = parseEtcdUrl(url);
  const { http, warnings } = await connectEtcd(place, timeout);
  const time = (): EtcdTime => (clock === undefined ? http.time() : { now: clock(), lag: 0 });
  const steps = createEtcdSteps(http, {
    cluster: place.endpoints.join(","),
    prefix: place.prefix,
    patience: timeout,
    time,
  });
  return {
    capabilities: CAPABILITIES.etcd,
    warnings,
    async call(target, call) {
      const reply = await steps.call(target, call);
      if (call.op === "sweep" || call.op === "release") void trimHistory(http, place.prefix, target);
      return reply;
    },
    async snapshot(target, events) {
      const snapshot = await readEtcd(http, place.prefix, target, events);
      return clock === undefined ? snapshot : { ...snapshot, now: clock(), wall: clock() };
    },
    watch: (target, run, wake) => watchWake(http, etcdKeys(place.prefix, target).wake(run), timeout, wake),
    close: async () => undefined,
  };
}

/** The first member that can commit: one that is silent, or has no leader, must not stand before the others for ever. */
async function connectEtcd(place: EtcdPlace, timeout: number): Promise<{ http: EtcdHttp; warnings: string[] }> {
  for (let first = 0; ; first++) {
    const http = createEtcdHttp(place, timeout, first);
    try {
      return { http, warnings: await checkEtcd(http, place.prefix) };
    } catch (error) {
      const next = error instanceof StoreError && error.fault === "unavailable" && first + 1 < place.endpoints.length;
      if (!next) throw error;
    }
  }
}

async function watchWake(http: EtcdHttp, key: string, timeout: number, wake: () => void): Promise<() => Promise<void>> {
  const stop = await watchKey(http, key, timeout, wake);
  return async () => {
    stop();
    await http.post("/v3/kv/deleterange", { key: base64(key) }).catch(() => undefined);
  };
}
