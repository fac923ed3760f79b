import { numberOf } from "./alike.ts";
import type { Held } from "./run.ts";
import { apart, canBeTwo, together, type Member } from "./together.ts";

export type Cause = "no-group" | "group-varies" | "groups-differ" | "same-run";

/** Why any two of them can be at work together. */
export function causesOf(members: readonly Member[]): ReadonlySet<Cause> {
  const causes = new Set<Cause>();
  const runs = new Map<number, Member[]>();
  for (const member of members) runs.set(member.run, [...(runs.get(member.run) ?? []), member]);
  for (const own of runs.values()) {
    if (causes.has("same-run")) break;
    if (own.some((a, index) => own.slice(index + 1).some((b) => together(a, b)))) causes.add("same-run");
  }
  // Two runs of one kind are as good as one and its copy.
  const holdings = [
    ...new Map(
      members.map(({ kind, writing: { groups, work } }) => [
        `${kind.run}:${kind.once}:${kind.pull?.number}:${kind.pull?.head}:${work ? numberOf(work) : ""}:${groups.map(({ name, block }) => `${name}@${block}`).join()}`,
        { kind, groups, work },
      ]),
    ).values(),
  ];
  holdings.forEach((a, index) => {
    if (causes.size === 4) return;
    for (const b of holdings.slice(index)) {
      if (canBeTwo(a.kind, b.kind) && apart(a, b)) causes.add(causeOf(a.groups, b.groups));
    }
  });
  return causes;
}

function causeOf(a: readonly Held[], b: readonly Held[]): Cause {
  if (a.length === 0 || b.length === 0) return "no-group";
  return a.some(({ block }) => b.some((other) => other.block === block)) ? "group-varies" : "groups-differ";
}
