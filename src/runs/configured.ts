import { constraintOf, openParts, settle, speltOut, type Cube } from "../values/cube.ts";
import { enumerate } from "../values/decide.ts";
import { isDerived, isMention, literalOf, show, termKey, variablesOf, type Text } from "../values/text.ts";
import { HEAD_KEY, PULL_KEY } from "../ecosystems/github-actions/run-values.ts";
import { mostAtOnce, type Occupancy, type Occupant } from "./occupancy.ts";
import type { Variable } from "../values/variable.ts";
import { together, type Encounters } from "./meet.ts";
import type { Presence } from "./presence.ts";
import { solve } from "./solve.ts";
import { textOf, unify } from "./unify.ts";

/** Names with more values than this count as unbounded. */
const MOST_NAMES = 64;

/**
 * The largest number of writers that can be in one target at once (hosts at once where presences have a width).
 * `pinned`: the literal id, where the target has one; a template is judged for one value of its free parts.
 */
export function configuredLimit(presences: readonly Presence[], pinned: Text | null, found: Encounters): Occupancy {
  const waits = waitsCover(found);
  const members = new Map<Occupant, Presence>();
  for (const presence of presences) {
    for (const { cube, groups } of groundGroups(presence, pinned)) {
      const inside =
        waits && presence.waits.length > 0 ? [{ name: "(wait inside the job)", owner: presence.use.unit.id }] : [];
      const all = [...groups, ...inside, ...(ofOneRun(presence) ? [ONE_RUN] : [])];
      const { unit, recognition } = presence.use;
      members.set(
        { run: unit.run.id, unit: unit.id, groups: all, lanes: lanesOf(presence), weight: recognition.width ?? 1 },
        { ...presence, cube },
      );
    }
  }
  const occupancy = mostAtOnce(
    [...members.keys()],
    (a, b) => {
      if (waits) return false;
      return together(members.get(a) as Presence, members.get(b) as Presence);
    },
    (a, b) => canCoincide(members.get(a) as Presence, members.get(b) as Presence),
  );
  if (occupancy.limit !== null || found.meetings.length > 0) {
    return { ...occupancy, controls: occupancy.controls.filter((name) => name !== ONE_RUN.name) };
  }
  if (presences.some(({ use }) => use.recognition.perCommit)) return occupancy;
  // Nothing collides, yet no group is certain: the pairs are kept apart by something else (no two such runs exist).
  const widest = Math.max(1, ...presences.map(({ use }) => use.recognition.width ?? 1));
  return { limit: widest, controls: [...new Set(found.apart.map(({ by }) => by))] };
}

/** Every pair that would collide passes one and the same wait inside the job. */
export function waitsCover(found: Encounters): boolean {
  return found.meetings.length > 0 && found.meetings.every(({ wait }) => wait !== null);
}

type Held = { readonly name: string; readonly owner: string };

/** What a run holds by being itself, where the target carries the run's own number: no other run is ever in it. */
const ONE_RUN: Held = { name: "(the run's own target)", owner: "" };

function ofOneRun({ id, cube }: Presence): boolean {
  return settle(id, cube).some(
    (part) => typeof part !== "string" && isMention(part) && part.variable.kind === "unique",
  );
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

/** Whether two runs can have one value of the target and no group in common: what led to each may ask for different ones. */
function canCoincide(a: Presence, b: Presence): boolean {
  const names = [...a.groups, ...b.groups].map(({ name }) => name);
  if ([a.id, b.id, ...names].every((text) => literalOf(text) !== null)) return true;
  const differ = a.groups.flatMap((one) => b.groups.map((other) => ({ a: one.name, b: other.name })));
  return (
    solve({ a: a.cube, b: b.cube, sameRun: false, equal: [{ a: a.id, b: b.id }], differ, onePullRequest: true }) !==
    null
  );
}

/** The groups that are one certain name while the target is fixed, for each way in which finite values come out. */
function groundGroups(
  presence: Presence,
  pinned: Text | null,
): readonly { readonly cube: Cube; readonly groups: readonly Held[] }[] {
  const fixed = fixedBy(presence, pinned);
  let open: readonly { readonly cube: Cube; readonly groups: readonly Held[] }[] = [
    { cube: presence.cube, groups: [] },
  ];
  for (const group of presence.groups) {
    open = open.flatMap(({ cube, groups }) => {
      const branches = enumerate(cube, replace(group.name, fixed.values), MOST_NAMES);
      return branches.map((branch) => {
        const name = groundName(branch.text, branch.cube, fixed.keys);
        return {
          cube: branch.cube,
          groups: name === null ? groups : [...groups, { name, owner: group.declaration.owner }],
        };
      });
    });
  }
  return open;
}

interface Fixed {
  /** Values that the literal id gives to free parts. */
  readonly values: ReadonlyMap<string, string>;
  /** Free parts that the target's value fixes, though it is not known which value that is. */
  readonly keys: ReadonlySet<string>;
}

function fixedBy(presence: Presence, pinned: Text | null): Fixed {
  const id = settle(presence.id, presence.cube);
  if (pinned && literalOf(id) === null) {
    const [bindings] = unify(id, pinned, { fold: false, sameRun: false });
    const values = new Map<string, string>();
    for (const part of openParts(id)) {
      const bound = bindings?.get(`a:${termKey(part)}`);
      const text = bound ? textOf(bound) : null;
      if (text) values.set(termKey(part), literalOf(text) ?? "");
    }
    return { values, keys: determined(variablesOf(id).filter(({ key }) => values.has(key))) };
  }
  const open = openParts(id).flatMap((part) => (isDerived(part) ? [] : [part.variable]));
  const keys = determined([...open, ...variablesOf(id).filter(({ kind }) => kind === "output")]);
  return { values: new Map(), keys: new Set([...open.map(({ key }) => key), ...keys]) };
}

/** What follows from these being fixed: an output's arguments, and of a pull request's branch its number. */
function determined(variables: readonly Variable[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { kind, given } of variables)
    if (kind === "output" || kind === "chosen") for (const text of given ?? []) visitKeys(text, keys);
  return keys;
}

function visitKeys(text: Text, keys: Set<string>): void {
  for (const part of text) if (typeof part !== "string" && isMention(part)) keys.add(part.variable.key);
}

function replace(text: Text, values: ReadonlyMap<string, string>): Text {
  if (values.size === 0) return text;
  const cube: Cube = new Map([...values].map(([key, value]) => [key, { within: [value], not: [], tests: [] }]));
  return settle(text, cube);
}

/** The name, if nothing in it can differ between two runs in one target. */
function groundName(text: Text, cube: Cube, fixed: ReadonlySet<string>): string | null {
  const spelt = speltOut(text, cube);
  return spelt.every((part) => typeof part === "string" || isCertain(part, cube, fixed))
    ? show(spelt).toLowerCase()
    : null;
}

function isCertain(part: Exclude<Text[number], string>, cube: Cube, fixed: ReadonlySet<string>): boolean {
  if (isDerived(part)) return part.of.every((inner) => typeof inner === "string" || isCertain(inner, cube, fixed));
  const { variable } = part;
  if (fixed.has(variable.key)) return true;
  if (variable.kind === "constant")
    return (variable.given ?? []).every((given) =>
      given.every((inner) => typeof inner === "string" || isCertain(inner, cube, fixed)),
    );
  // Of one branch there is one pull request at a time.
  if (variable.key === PULL_KEY && cube.get(HEAD_KEY)?.within?.length === 1) return true;
  // A value that another one determines: a pull request's branch once its number is fixed.
  if (
    variable.kind === "chosen" &&
    variable.given?.some(
      (given) =>
        given.length > 0 &&
        given.every((inner) => typeof inner !== "string" && isMention(inner) && fixed.has(inner.variable.key)),
    )
  )
    return true;
  return constraintOf(cube, part).within?.length === 1;
}
