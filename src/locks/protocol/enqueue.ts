import type { EnqueueCall, Reply } from "../calls.ts";
import { makeRoom, newEntry, recordAdmission, refuse } from "./admit.ts";
import { configText } from "./agreement.ts";
import { describe } from "./describe.ts";
import { latest, record } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { grant } from "./grant.ts";
import { answerKey, takeKey } from "./idempotency.ts";
import { extend } from "./lease.ts";
import { rateMismatch } from "./rate.ts";

/** Admits a run to the queue, or says why not. A repeat of a known run id is a poll. */
export function enqueue(draft: Draft, call: EnqueueCall): Reply {
  if (draft.own !== null) {
    if (draft.own.state === "waiting") {
      draft.own.expires = latest(draft) + draft.own.waiterTtl;
      draft.touched.add(draft.own);
    }
    grant(draft);
    return describe(draft, draft.own, call.pace);
  }
  // Who is in line already comes first: room must not look free while somebody is due.
  grant(draft);
  const answer = refusal(draft, call) ?? makeRoom(draft, call);
  if (answer !== null) return answer;
  configure(draft, call);
  const entry = newEntry(draft, call);
  draft.entries.push(entry);
  draft.touched.add(entry);
  takeKey(draft, call);
  recordAdmission(draft, entry, call.config);
  grant(draft);
  // Whoever is granted by its own arrival is there to hear it: no separate confirmation.
  if (entry.state === "held") extend(draft, entry);
  return describe(draft, entry, call.pace);
}

function refusal(draft: Draft, call: EnqueueCall): Reply | null {
  const { target } = draft;
  const around = draft.entries.find((entry) => entry.state === "held" && call.parents.includes(entry.run));
  if (around) {
    const reason = `run ${around.run}, around this one, holds the target already: this would wait for itself`;
    return refuse(draft, call.run, "nested", reason);
  }
  const known = answerKey(draft, call);
  if (known !== null) return known;
  const wanted = configText(call.config);
  if (target.config !== null && draft.entries.some((entry) => isLive(entry)) && configText(target.config) !== wanted) {
    const reason = `the target is in use with ${configText(target.config)}, and this run asks for ${wanted}`;
    return refuse(draft, call.run, "mismatch", reason);
  }
  const rates = rateMismatch(draft, call.rates);
  if (rates !== "") return refuse(draft, call.run, "mismatch", rates);
  if (target.draining !== "") return refuse(draft, call.run, "draining", `the queue is draining: ${target.draining}`);
  return null;
}

function isLive(entry: { readonly state: string }): boolean {
  return entry.state === "waiting" || entry.state === "held" || entry.state === "quarantine";
}

function configure(draft: Draft, call: EnqueueCall): void {
  const { target } = draft;
  target.maxLease = Math.max(target.maxLease, call.ttl + call.quarantine);
  const before = target.config === null ? "" : configText(target.config);
  const wanted = configText(call.config);
  if (before === wanted) return;
  target.config = call.config;
  record(draft, "configure", call.run, before, { config: wanted });
}
