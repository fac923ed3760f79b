import { few, numbering, signature } from "./alike.ts";
import { causesOf, type Cause } from "./causes.ts";
import { largest } from "./largest.ts";
import { MANY } from "./pool.ts";
import type { Played, Writing } from "./run.ts";
import type { Kind, Member } from "./together.ts";

/** What the concrete runs say about one target. `most`: at once, `MANY` for that many or more. */
export interface Verdict {
  readonly most: number;
  readonly causes: ReadonlySet<Cause>;
}

/** For every target that a run writes: how many can be in it at once, and why any two can. */
export function verdictsOf(runs: readonly Played[], keep: number): ReadonlyMap<string, Verdict> {
  const targets = new Map<string, Map<string, Kind>>();
  const odd = oddPulls(runs);
  for (const { start, writings } of runs) {
    const run = String(start.github["run_id"]);
    const pull = start.pull && (odd.has(start.pull.head) || odd.has(start.pull.number)) ? start.pull : null;
    for (const [target, own] of byTarget(writings)) {
      // Only where the run's number is in the target is it of use to know which run it was.
      const fixed = target.includes(run) ? run : "";
      const key = `${fixed} ${pull ? `${pull.number} ${pull.head}` : ""} ${[...own.keys()].join("|")}`;
      const kinds = targets.get(target) ?? new Map<string, Kind>();
      targets.set(target, kinds);
      if (!kinds.has(key)) kinds.set(key, { writings: [...own.values()], run: fixed, pull });
    }
  }
  // Most targets are one template's values, in which the same happens under other names.
  const known = new Map<string, Verdict>();
  return new Map(
    [...targets].map(([target, own]) => {
      const kinds = [...own.values()];
      const pattern = patternOf(kinds);
      const verdict = known.get(pattern) ?? verdictOf(kinds, keep);
      known.set(pattern, verdict);
      return [target, verdict];
    }),
  );
}

/** What happens in a target, with everything numbered of which only matters what is the same. */
function patternOf(kinds: readonly Kind[]): string {
  const [names, heads, pulls] = [numbering(), numbering(), numbering()];
  return kinds
    .map(({ writings, run, pull }) => {
      const renamed = writings.map((writing) => signature(writing, names));
      return `${run} ${pull ? `${pulls(String(pull.number))} ${heads(pull.head)}` : ""} ${renamed.join("|")}`;
    })
    .join("\n");
}

/** Branches with several numbers and numbers with several branches: no two of them are there beside each other. */
function oddPulls(runs: readonly Played[]): ReadonlySet<string | number> {
  const [numbers, heads] = [new Map<string, number>(), new Map<number, string>()];
  const odd = new Set<string | number>();
  for (const { start } of runs) {
    if (!start.pull) continue;
    const { head, number } = start.pull;
    if ((numbers.get(head) ?? number) !== number) odd.add(head);
    if ((heads.get(number) ?? head) !== head) odd.add(number);
    numbers.set(head, number);
    heads.set(number, head);
  }
  return odd;
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

function verdictOf(kinds: readonly Kind[], keep: number): Verdict {
  const members: Member[] = [];
  let run = 0;
  for (const kind of few(kinds, keep)) {
    // A run can be repeated as often as one likes, but for what carries the run's own number.
    const copies = kind.run === "" ? Math.min(MANY, kind.writings.length) : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      run += 1;
      for (const writing of kind.writings) members.push({ run, kind, writing });
    }
  }
  const unbounded = members.some(
    ({ kind, writing: { groups, work } }) => kind.run === "" && groups.length === 0 && work === null,
  );
  return { most: unbounded ? MANY : largest(members), causes: causesOf(members) };
}
