import { signature } from "./alike.ts";
import type { Played, Writing } from "./run.ts";
import type { Pull, Start } from "./starts.ts";
import type { Kind } from "./together.ts";

/** By target, the kinds of runs that write it. */
export type Gathered = ReadonlyMap<string, ReadonlyMap<string, Kind>>;

/**
 * Adds what a run does, where none before it did the same. `others`: the targets of the same run for another pull
 * request; what these have in common is no one request's.
 */
export type Gather = (played: Played, others: ReadonlySet<string>) => void;

/** Takes played runs one after the other and keeps of each only what is new, so that there may be any number of them. */
export function gathering(odd: ReadonlySet<string | number>): { readonly gathered: Gathered; readonly add: Gather } {
  const gathered = new Map<string, Map<string, Kind>>();
  const add: Gather = ({ start, writings }, others) => {
    const run = String(start.github["run_id"]);
    const pull = start.pull && isOdd(start.pull, odd) ? start.pull : null;
    for (const [target, own] of byTarget(writings)) {
      // Only where the run's number is in the target is it of use to know which run it was.
      const fixed = target.includes(run) ? run : "";
      const event = others.has(target) ? "" : (start.once ?? "");
      const key = `${event} ${fixed} ${pull ? `${pull.number} ${pull.head}` : ""} ${[...own.keys()].join("|")}`;
      const kinds = gathered.get(target) ?? new Map<string, Kind>();
      gathered.set(target, kinds);
      const before = kinds.get(key);
      const once = event && `${event} ${start.pull?.number}`;
      if (!before) kinds.set(key, { writings: [...own.values()], run: fixed, pull, once });
      // What several pull requests do, any number of runs do.
      else if (before.once !== once) kinds.set(key, { ...before, once: "" });
    }
  };
  return { gathered, add };
}

/** Branches with several numbers and numbers with several branches: no two of them are there beside each other. */
export function oddPulls(starts: readonly Start[]): ReadonlySet<string | number> {
  const [numbers, heads] = [new Map<string, number>(), new Map<number, string>()];
  const odd = new Set<string | number>();
  for (const { pull } of starts) {
    if (!pull) continue;
    const { head, number } = pull;
    if ((numbers.get(head) ?? number) !== number) odd.add(head);
    if ((heads.get(number) ?? head) !== head) odd.add(number);
    numbers.set(head, number);
    heads.set(number, head);
  }
  return odd;
}

function isOdd({ head, number }: Pull, odd: ReadonlySet<string | number>): boolean {
  return odd.has(head) || odd.has(number);
}

/** A job that writes twice is there once. */
function byTarget(writings: readonly Writing[]): ReadonlyMap<string, ReadonlyMap<string, Writing>> {
  const out = new Map<string, Map<string, Writing>>();
  for (const writing of writings) {
    const own = out.get(writing.target) ?? new Map<string, Writing>();
    own.set(signature(writing), writing);
    out.set(writing.target, own);
  }
  return out;
}
