import { few, numbering, signature } from "./alike.ts";
import { causesOf, type Cause } from "./causes.ts";
import type { Gathered } from "./gather.ts";
import { largest } from "./largest.ts";
import { MANY } from "./pool.ts";
import type { Kind, Member } from "./together.ts";

/** What the concrete runs say about one target. `most`: at once, `MANY` for that many or more. */
export interface Verdict {
  readonly most: number;
  readonly causes: ReadonlySet<Cause>;
}

/** For every target that was written: how many can be in it at once, and why any two can. */
export function verdictsOf(targets: Gathered, keep: number): ReadonlyMap<string, Verdict> {
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
  const [names, heads, pulls, events] = [numbering(), numbering(), numbering(), numbering()];
  return kinds
    .map(({ writings, run, pull, once }) => {
      const renamed = writings.map((writing) => signature(writing, names));
      return `${run} ${pull ? `${pulls(String(pull.number))} ${heads(pull.head)}` : ""} ${once && events(once)} ${renamed.join("|")}`;
    })
    .join("\n");
}

function verdictOf(kinds: readonly Kind[], keep: number): Verdict {
  const members: Member[] = [];
  let run = 0;
  for (const kind of few(kinds, keep)) {
    // A run can be repeated as often as one likes, but for what carries the run's own number or happens once.
    const copies = kind.run === "" && kind.once === "" ? Math.min(MANY, kind.writings.length) : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      run += 1;
      for (const writing of kind.writings) members.push({ run, kind, writing });
    }
  }
  const unbounded = members.some(
    ({ kind, writing: { groups, work } }) =>
      kind.run === "" && kind.once === "" && groups.length === 0 && work === null,
  );
  return { most: unbounded ? MANY : largest(members), causes: causesOf(members) };
}
