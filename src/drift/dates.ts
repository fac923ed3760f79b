import type { Day } from "../model/config.ts";

const DAY_MS = 86_400_000;

/** Whole days from one day to a later one; negative when it is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/**
 * The first date in a reason, `2026-08-14` or `2026-08`; a month stands for its last day, so that nobody is told too
 * early. Null where there is none.
 */
export function dateIn(reason: string | null): Day | null {
  const match = /\b(\d{4})-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?\b/.exec(reason ?? "");
  if (match === null) return null;
  const [, year = "", month = "", day] = match;
  return day === undefined ? lastDay(Number(year), Number(month)) : `${year}-${month}-${day}`;
}

/** The date until which a reason says that it holds: after `until`, `till` or `expires`. */
export function expiryIn(reason: string | null): Day | null {
  const match = /\b(?:until|till|expires?(?: on)?|up to)\b(.*)/is.exec(reason ?? "");
  return match === null ? null : dateIn(match[1] ?? "");
}

function lastDay(year: number, month: number): Day {
  // Day 0 of the next month is the last of this one.
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
