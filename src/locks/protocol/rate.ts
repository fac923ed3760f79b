import type { Entry, RateLimit, RateState } from "../model.ts";
import type { Draft } from "./draft.ts";

/** The time between two tokens. */
function interval({ limit, period }: RateLimit): number {
  return Math.ceil(period / limit);
}

/** What this step has made of a rate, else what the store has. */
export function rateRecord(draft: Draft, key: string): RateState | null {
  return draft.rateTouched.get(key) ?? draft.rateOf(key);
}

/**
 * GCRA: when the bucket would be full again after one more token. A time beyond what the rate itself could have made is
 * from before a clock was set back (or a host restarted): taken as an empty bucket, so that it heals instead of blocking.
 */
function nextArrival(draft: Draft, rate: RateLimit): number {
  const tolerance = interval(rate) * rate.burst;
  const stored = rateRecord(draft, rate.key)?.tat ?? 0;
  const tat = Math.min(stored, draft.now + tolerance);
  return Math.max(draft.now, tat) + interval(rate);
}

/** Microseconds until a rate has a token; 0: it has one. */
export function waitForToken(draft: Draft, rate: RateLimit): number {
  return Math.max(0, nextArrival(draft, rate) - draft.now - interval(rate) * rate.burst);
}

/** The rate that an entry has to wait longest for, and how long; null: all have a token. */
export function slowestRate(draft: Draft, entry: Entry): { readonly key: string; readonly wait: number } | null {
  let slowest: { readonly key: string; readonly wait: number } | null = null;
  for (const rate of entry.rates) {
    const wait = waitForToken(draft, rate);
    if (wait > 0 && (slowest === null || wait > slowest.wait)) slowest = { key: rate.key, wait };
  }
  return slowest;
}

/**
 * Writes a time down that no use of the rate can have made, so that it does not move on with the clock: the bucket is then
 * empty now, and fills from here.
 */
export function healRates(draft: Draft, entry: Entry): void {
  for (const rate of entry.rates) {
    const known = rateRecord(draft, rate.key);
    const latest = draft.now + interval(rate) * rate.burst;
    if (known !== null && known.tat > latest) draft.rateTouched.set(rate.key, { ...known, tat: latest });
  }
}

/** Takes a token of every rate of an entry that has them all. */
export function takeTokens(draft: Draft, entry: Entry): void {
  for (const rate of entry.rates) draft.rateTouched.set(rate.key, { ...rate, tat: nextArrival(draft, rate) });
}

/** Callers that disagree about a rate whose bucket is not full; "" when there are none. */
export function rateMismatch(draft: Draft, rates: readonly RateLimit[]): string {
  for (const rate of rates) {
    const known = rateRecord(draft, rate.key);
    if (known === null || known.tat <= draft.now || rateText(known) === rateText(rate)) continue;
    return `the rate ${rate.key} is in use with ${rateText(known)}, and this run asks for ${rateText(rate)}`;
  }
  return "";
}

export function rateText({ limit, period, burst }: RateLimit): string {
  return `limit=${limit} period=${period / 1_000_000}s burst=${burst}`;
}
