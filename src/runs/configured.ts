import { settle } from "../values/cube.ts";
import { canonical, isMention, literalOf, type Text } from "../values/text.ts";
import { certainGroups } from "./certain-groups.ts";
import { createLikeness, type Likeness } from "./likeness.ts";
import { mostAtOnce, type HeldName, type Occupancy, type Occupant } from "./occupancy.ts";
import { commitsWork } from "./commits-work.ts";
import { OWN_COMMIT, together, type Encounters, type Meeting } from "./meet.ts";
import { HAPPENS_ONCE, isOfOnce, onceIn, startedOf } from "./once.ts";
import { elementsApart } from "./order.ts";
import type { Presence } from "./presence.ts";
import { isShared } from "./shared-values.ts";
import { solve } from "./solve.ts";

/**
 * The largest number of writers that can be in one target at once (hosts at once where presences have a width).
 * `pinned`: the literal id, where the target has one; a template is judged for one value of its free parts.
 */
export function configuredLimit(presences: readonly Presence[], pinned: Text | null, found: Encounters): Occupancy {
  if (presences.length === 0) return { limit: 1, controls: [] };
  const waits = waitsCover(found);
  const members = new Map<Occupant, Presence>();
  for (const presence of presences) {
    for (const { cube, groups } of certainGroups(presence, pinned)) {
      const inside =
        waits && presence.waits.length > 0 ? [{ name: "(wait inside the job)", owner: presence.use.unit.id }] : [];
      const all = [...groups, ...inside, ...heldByNature(presence)];
      const { unit, recognition } = presence.use;
      members.set(
        { run: unit.run.id, unit: unit.id, groups: all, lanes: lanesOf(presence), weight: recognition.width ?? 1 },
        { ...presence, cube },
      );
    }
  }
  const asked = (
    likeness: Likeness,
    ask: (a: Presence, b: Presence) => boolean,
  ): ((a: Occupant, b: Occupant) => boolean) => {
    const known = new Map<string, boolean>();
    return (one, other) => {
      const [a, b] = [members.get(one) as Presence, members.get(other) as Presence];
      const key = likeness(a, b);
      const answer = known.get(key) ?? ask(a, b);
      known.set(key, answer);
      return answer;
    };
  };
  const isWritten = new Map([...members].map(([one, presence]) => [one, isWrittenOut(presence)]));
  const coincide = asked(createLikeness("of all workflows"), canCoincide);
  const occupancy = mostAtOnce(
    [...members.keys()],
    waits ? () => false : asked(createLikeness(), together),
    (a, b) => (isWritten.get(a) && isWritten.get(b)) || coincide(a, b),
  );
  if (found.meetings.some(isOfAnyNumber)) return { ...occupancy, limit: null };
  if (occupancy.limit !== null || found.meetings.length > 0) {
    return { ...occupancy, controls: occupancy.controls.filter((name) => name !== ONE_RUN.name) };
  }
  if (presences.some(({ use }) => use.recognition.perCommit)) return occupancy;
  // Nothing collides, yet no group is certain: the pairs are kept apart by something else (no two such runs exist).
  const widest = Math.max(1, ...presences.map(({ use }) => use.recognition.width ?? 1));
  return { limit: widest, controls: [...new Set(found.apart.map(({ by }) => by))] };
}

/** Two legs stand for all elements of a list that nobody knows: where those two meet, any number of them do. */
function isOfAnyNumber({ a, b, cause }: Meeting): boolean {
  if (cause !== "same-run" || elementsApart(a.use.unit, b.use.unit).length === 0) return false;
  return [a, b].every(({ use }) => use.unit.path.every(({ legsAtATime }) => legsAtATime === null));
}

/** Every pair that would collide passes one and the same wait inside the job. */
export function waitsCover(found: Encounters): boolean {
  return found.meetings.length > 0 && found.meetings.every(({ wait }) => wait !== null);
}

/** What a run holds without any group: what its target is made of lets nobody else in. */
function heldByNature(presence: Presence): readonly HeldName[] {
  return [...(ofOneRun(presence) ? [ONE_RUN] : []), ...ofOneCommit(presence), ...ofOnePull(presence)];
}

/** What a run holds by being itself, where the target carries the run's own number: no other run is ever in it. */
const ONE_RUN: HeldName = { name: "(the run's own target)", owner: "" };

function ofOneRun({ id, cube }: Presence): boolean {
  return settle(id, cube).some(
    (part) => typeof part !== "string" && isMention(part) && part.variable.kind === "unique",
  );
}

/** What a run holds of a target that carries its commit: who does the same thing to it in another run is no second writer. */
function ofOneCommit({ id, use }: Presence): readonly HeldName[] {
  const work = use.recognition.perCommit ? null : commitsWork(id, use);
  return work === null ? [] : [{ name: OWN_COMMIT, owner: "", within: work }];
}

/** What a run holds that is the only one of its pull request, where the target is one pull request's. */
function ofOnePull(presence: Presence): readonly HeldName[] {
  const started = startedOf(presence);
  const { id, cube } = presence;
  if (!isOfOnce(started, started, { a: id, b: id })) return [];
  return [{ name: HAPPENS_ONCE, owner: "", within: `${onceIn(started)} ${canonical(settle(id, cube))}` }];
}

function lanesOf({ use }: Presence): NonNullable<Occupant["lanes"]> {
  const { path } = use.unit;
  return path.flatMap(({ job, leg, legsAtATime }, depth) =>
    legsAtATime === null
      ? []
      : [
          {
            name: [...path.slice(0, depth).map((step) => `${step.job}[${step.leg}]`), job].join("/"),
            leg,
            most: legsAtATime,
          },
        ],
  );
}

/** Two writers of which all is known are in one target, whatever led to each that is its own. */
function isWrittenOut({ id, groups, cube }: Presence): boolean {
  if ([...cube.values()].some(isShared)) return false;
  return [id, ...groups.map(({ name }) => name)].every((text) => literalOf(text) !== null);
}

/** Whether two runs can have one value of the target and no group in common: what led to each may ask for different ones. */
function canCoincide(a: Presence, b: Presence): boolean {
  if (isOfOnce(startedOf(a), startedOf(b), { a: a.id, b: b.id })) return false;
  const differ = a.groups.flatMap((one) => b.groups.map((other) => ({ a: one.name, b: other.name })));
  return (
    solve({ a: a.cube, b: b.cube, sameRun: false, equal: [{ a: a.id, b: b.id }], differ, onePullRequest: true }) !==
    null
  );
}
