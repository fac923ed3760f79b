import { StoreError } from "../store.ts";
import type { EtcdHttp } from "./etcd-http.ts";
import { namesPrefix } from "./etcd-keys.ts";
import { rangeAll, read } from "./etcd-kv.ts";

interface Status {
  readonly version?: string;
  readonly leader?: string;
  readonly isLearner?: boolean;
}

interface Alarms {
  readonly alarms?: readonly { readonly alarm?: string }[];
}

interface Members {
  readonly members?: readonly { readonly isLearner?: boolean }[];
}

/** Looks whether the member can commit what it is told, and lets us read. Throws StoreError; returns warnings. */
export async function checkEtcd(http: EtcdHttp, prefix: string): Promise<string[]> {
  const [status, { alarms = [] }, { members = [] }] = await Promise.all([
    http.post<Status>("/v3/maintenance/status", {}),
    http.post<Alarms>("/v3/maintenance/alarm", { action: "GET" }),
    http.post<Members>("/v3/cluster/member/list", {}),
    // What the others tell to anybody is refused here to a user without rights.
    read(http, [rangeAll(namesPrefix(prefix), { keys_only: true, limit: "1" })]),
  ]);
  checkVersion(status.version ?? "");
  if (status.isLearner === true) throw new StoreError("refused", "the etcd member is a learner: name a voting member.");
  if ((status.leader ?? "0") === "0") throw new StoreError("unavailable", "etcd: the cluster has no leader");
  if (alarms.some(({ alarm }) => alarm === "NOSPACE")) {
    throw new StoreError("refused", "etcd is out of space (alarm NOSPACE): compact, defragment and disarm it.");
  }
  if (alarms.some(({ alarm }) => alarm === "CORRUPT")) {
    throw new StoreError("refused", "etcd reports that its members differ (alarm CORRUPT): repair the cluster first.");
  }
  const voters = members.filter(({ isLearner }) => isLearner !== true).length;
  return voters === 2 ? ["etcd has two voting members: losing either stops the store. Use one, three or five"] : [];
}

/** The gateway's path is /v3 from 3.4 on. */
function checkVersion(version: string): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 3 || (major === 3 && minor >= 4)) return;
  throw new StoreError("refused", `the server is etcd ${version || "of an unknown version"}. Use etcd 3.4 or newer.`);
}
