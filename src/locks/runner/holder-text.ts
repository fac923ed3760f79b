import type { LockStore } from "../store.ts";

/** `, held by run 4182 (alice, https://…) since 14:02`, or "" when nobody holds it or the store is silent. */
export async function holderText(store: LockStore, target: string): Promise<string> {
  const snapshot = await store.snapshot(target, 0).catch(() => null);
  const state = snapshot?.targets[0];
  if (snapshot === null || state === undefined) return "";
  if (state.state.paused !== "") return `, which is paused: ${state.state.paused}`;
  const holder = state.live.find((entry) => entry.state === "held");
  const quarantined = state.live.find((entry) => entry.state === "quarantine");
  if (holder === undefined) return quarantined === undefined ? "" : `, in quarantine after run ${quarantined.run}`;
  const since = new Date((snapshot.wall - (snapshot.now - holder.grantedAt)) / 1000);
  const { actor, url } = holder.owner;
  const who = url === "" ? actor : `${actor}, ${url}`;
  return `, held by run ${holder.run} (${who}) since ${since.toTimeString().slice(0, 5)}`;
}
