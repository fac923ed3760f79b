import type { LockStore } from "../store.ts";

/** Why a target is not to be had. */
export interface Occupied {
  /** The run that holds it, null where it is paused or in quarantine. */
  readonly holder: string | null;
  /** As it continues a sentence: `, held by run 4182 (alice, https://…) since 14:02`. */
  readonly text: string;
}

/** What a target is occupied by; null when by nobody, or the store is silent. */
export async function occupiedBy(store: LockStore, target: string): Promise<Occupied | null> {
  const snapshot = await store.snapshot(target, 0).catch(() => null);
  const state = snapshot?.targets[0];
  if (snapshot === null || state === undefined) return null;
  if (state.state.paused !== "") return { holder: null, text: `, which is paused: ${state.state.paused}` };
  const holder = state.live.find((entry) => entry.state === "held");
  if (holder !== undefined) {
    const since = new Date((snapshot.wall - (snapshot.now - holder.grantedAt)) / 1000);
    const { actor, url } = holder.owner;
    const who = url === "" ? actor : `${actor}, ${url}`;
    const text = `, held by run ${holder.run} (${who}) since ${since.toTimeString().slice(0, 5)}`;
    return { holder: holder.run, text };
  }
  const quarantined = state.live.find((entry) => entry.state === "quarantine");
  return quarantined === undefined ? null : { holder: null, text: `, in quarantine after run ${quarantined.run}` };
}
