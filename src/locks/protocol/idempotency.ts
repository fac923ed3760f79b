import type { EnqueueCall, Reply } from "../calls.ts";
import type { CommandOutcome, Entry } from "../model.ts";
import { refuse } from "./admit.ts";
import { bump, keyRecord, record } from "./draft.ts";
import type { Draft } from "./draft.ts";

/** Answers a repeat of an idempotency key. Null: this run is to do the work. */
export function answerKey(draft: Draft, call: EnqueueCall): Reply | null {
  if (call.idem === null) return null;
  const idem = keyRecord(draft, call.idem.key);
  if (idem === null) return null;
  const kept = idem.state === "running" || idem.wallKeep === 0 || idem.wallKeep > draft.wall;
  if (!kept) return null;
  if (idem.fingerprint !== call.idem.fingerprint) {
    const reason = `key ${call.idem.key} belongs to another command (run ${idem.run})`;
    return refuse(draft, call.run, "key-conflict", reason);
  }
  if (idem.state === "running") {
    if (!call.idem.attach)
      return refuse(draft, call.run, "key-in-use", `key ${call.idem.key} is in use by ${idem.run}`);
    record(draft, "attach", call.run, "", { to: idem.run });
    bump(draft, "idempotent_replays_total|how=attach");
    return { kind: "attach", run: idem.run };
  }
  if (idem.state === "done" && idem.outcome !== null) {
    record(draft, "replay", call.run, "", { of: idem.run });
    bump(draft, "idempotent_replays_total|how=replay");
    return { kind: "replay", run: idem.run, outcome: idem.outcome, wallEnded: idem.wallEnded };
  }
  if (idem.state === "unknown" && !call.idem.rerunUnknown) {
    record(draft, "unknown", call.run, "", { of: idem.run });
    bump(draft, "rejections_total|reason=unknown-outcome");
    return { kind: "unknown-outcome", run: idem.run };
  }
  return null;
}

/** Takes the key for a run that was admitted. */
export function takeKey(draft: Draft, call: EnqueueCall): void {
  if (call.idem === null) return;
  const { key, fingerprint } = call.idem;
  const taken = {
    key,
    fingerprint,
    run: call.run,
    state: "running",
    outcome: null,
    wallEnded: 0,
    wallKeep: 0,
  } as const;
  draft.idemTouched.set(key, { ...taken });
}

/** Stores the outcome of the key's run; only code 0 counts as done. */
export function storeOutcome(draft: Draft, entry: Entry, outcome: CommandOutcome, keep: number): void {
  if (entry.idemKey === "") return;
  const known = keyRecord(draft, entry.idemKey);
  if (known === null || known.run !== entry.run) return;
  const state = outcome.code === 0 && outcome.signal === "" ? "done" : "failed";
  draft.idemTouched.set(entry.idemKey, {
    ...known,
    state,
    outcome,
    wallEnded: draft.wall,
    wallKeep: draft.wall + keep,
  });
}

/** What an attached run is told about the run that it follows. */
export function follow(draft: Draft, key: string, run: string): Reply {
  const idem = keyRecord(draft, key);
  if (idem === null || idem.run !== run)
    return { kind: "not-owner", reason: "the run that was followed left without running" };
  if (idem.state === "running") return { kind: "attach", run };
  if (idem.state === "unknown" || idem.outcome === null) return { kind: "unknown-outcome", run };
  return { kind: "finished", outcome: idem.outcome };
}
