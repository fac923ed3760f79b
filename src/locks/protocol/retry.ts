import type { Again, Reply } from "../calls.ts";
import type { Entry, TargetConfig } from "../model.ts";
import { counted, fullText, recordAdmission, refuse } from "./admit.ts";
import { UNGRANTED, bump, keyRecord, latest } from "./draft.ts";
import type { Draft } from "./draft.ts";

/**
 * The work of a run that has just given its slot back stands in line again, at the end and not before its time, unless
 * the target has retries enough under way or no room. The release stands either way.
 */
export function retry(draft: Draft, before: Entry, again: Again): Reply {
  const { config } = draft.target;
  if (config === null) return { kind: "ok" };
  const underWay = draft.entries.filter((e) => e.attempt > 1 && (e.state === "waiting" || e.state === "held")).length;
  if (underWay >= again.inFlight) {
    return refuse(draft, again.run, "retries-full", `${underWay} of ${again.inFlight} retries are under way`);
  }
  const full = noRoom(draft, config, before.lane);
  if (full !== "") return refuse(draft, again.run, "full", full);
  const entry = laterEntry(draft, before, again);
  draft.entries.push(entry);
  draft.touched.add(entry);
  passKeyOn(draft, before, entry);
  recordAdmission(draft, entry, config);
  bump(draft, "retries_total");
  return { kind: "ok" };
}

function noRoom(draft: Draft, config: TargetConfig, lane: string): string {
  const { bound, overflow } = config;
  if (draft.target.draining !== "") return `the queue is draining: ${draft.target.draining}`;
  if (bound === null || overflow === "wait" || counted(draft, config, lane) < bound) return "";
  return fullText(draft, config, lane, bound);
}

function laterEntry(draft: Draft, before: Entry, again: Again): Entry {
  draft.target.seq += 1;
  return {
    ...before,
    run: again.run,
    seq: draft.target.seq,
    attempt: before.attempt + 1,
    enqueuedAt: draft.now,
    wallEnqueued: draft.wall,
    notBefore: draft.now + again.delay,
    ...UNGRANTED,
    expires: latest(draft) + before.waiterTtl,
  };
}

/** The key's work goes on under the new run's id. */
function passKeyOn(draft: Draft, before: Entry, entry: Entry): void {
  const known = entry.idemKey === "" ? null : keyRecord(draft, entry.idemKey);
  if (known === null || known.run !== before.run) return;
  draft.idemTouched.set(known.key, {
    ...known,
    run: entry.run,
    state: "running",
    outcome: null,
    wallEnded: 0,
    wallKeep: 0,
  });
}
