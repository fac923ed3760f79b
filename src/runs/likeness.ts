import { commitsWork } from "./commits-work.ts";
import { onceIn, startedOf } from "./once.ts";
import { placeOf } from "../model/place.ts";
import type { Text } from "../values/text.ts";
import type { Presence } from "./presence.ts";
import { createStructures } from "./structure.ts";

/** A name for everything that a comparison of two presences looks at: pairs with one name come to the same. */
export type Likeness = (a: Presence, b: Presence) => string;

/**
 * Whether only writers of one workflow and job are ever alike, or those of any: then names of files, jobs and
 * declarations, which no comparison looks at but to see whether two are one, tell nothing apart.
 */
type Extent = "of each workflow" | "of all workflows";

/** A presence as comparisons see it; what tells the legs of a matrix apart in names of groups is left to the pair. */
interface Profile {
  readonly kind: number;
  /** Which job of which workflow it is. */
  readonly job: number;
  readonly names: readonly Name[];
  readonly owners: readonly string[];
  readonly legs: readonly string[];
  /** Where its groups are declared, where that is left to the pair. */
  readonly places: readonly string[];
  /** What it does to the target of a commit, where that is left to the pair. */
  readonly work: string | null;
  /** What starts it that a pull request goes through once, where that is left to the pair. */
  readonly once: string | null;
}

/** A group's name: what it begins and ends with, in lower case as groups are compared, and the unknown parts between. */
interface Name {
  readonly text: number;
  readonly isKnown: boolean;
  readonly middle: number;
  readonly start: string;
  readonly end: string;
}

const { cube: cubeNumber, text: textNumber } = createStructures();

/**
 * Of a hundred legs with a group each, any two differ as any other two do. Names that surely differ are only that, and
 * names with the same ends only what stands between them; of any other two both are part of the answer.
 */
export function createLikeness(extent: Extent = "of each workflow"): Likeness {
  const kinds = new Map<string, number>();
  const profiles = new Map<Presence, Profile>();
  const profileOf = (presence: Presence): Profile => {
    const known = profiles.get(presence);
    if (known) return known;
    const profile = profileUnder(presence, kinds, extent);
    profiles.set(presence, profile);
    return profile;
  };
  return (a, b) => {
    const [x, y] = [profileOf(a), profileOf(b)];
    let out = `${x.kind},${y.kind}|`;
    for (const one of x.names) for (const other of y.names) out += relation(one, other);
    if (x.work !== null) out += x.work === y.work ? "c" : "-";
    if (x.once !== null) out += x.once === y.once ? "1" : "-";
    for (const one of x.places) for (const other of y.places) out += one === other ? "p" : "-";
    if (a.use.unit.run !== b.use.unit.run) return out;
    out += `|${x.job},${y.job}${a.use.unit === b.use.unit ? "u" : ""}|`;
    for (const one of x.owners) for (const other of y.owners) out += one === other ? "o" : "-";
    for (const [depth, leg] of x.legs.entries()) out += y.legs[depth] === leg ? "l" : "-";
    return out;
  };
}

function profileUnder(presence: Presence, kinds: Map<string, number>, extent: Extent): Profile {
  const { use, groups, waits, cube, id } = presence;
  const { path } = use.unit;
  const names = groups.map(({ name }) => nameOf(name));
  const once = onceIn(startedOf(presence));
  const kind = JSON.stringify([
    extent === "of each workflow" ? identityOf(presence) : traitsOf(presence),
    path.map(({ elements, well, wrong }) => [textNumber(elements), [...well], wrong === null]),
    use.recognition.perCommit,
    textNumber(id),
    cubeNumber(cube),
    once !== null,
    groups.map(({ cancels, queue }, at) => [cancels, queue, names[at]?.middle]),
    names.map((one, at) => names.slice(at + 1).map((other) => relation(one, other))),
    waits.map(({ name }) => textNumber(name)),
  ]);
  const isOfAll = extent === "of all workflows";
  return {
    kind: numberOf(kind, kinds),
    job: numberOf(JSON.stringify(identityOf(presence)), kinds),
    names,
    owners: groups.map(({ declaration }) => declaration.owner),
    legs: path.map(({ leg }) => leg),
    places: isOfAll ? groups.map(({ declaration }) => placeOf(declaration.span)) : [],
    work: isOfAll ? commitsWork(id, use) : null,
    once: isOfAll ? once : null,
  };
}

function numberOf(name: string, known: Map<string, number>): number {
  const number = known.get(name) ?? known.size;
  known.set(name, number);
  return number;
}

function identityOf({ use, groups, id }: Presence): unknown {
  return [
    commitsWork(id, use),
    use.unit.run.id,
    use.unit.file,
    use.unit.path.map(({ job }) => job),
    placeOf(use.act.act.span),
    use.recognition.display,
    groups.map(({ declaration }) => declaration.id),
  ];
}

/** What rules look at when they choose among meetings, and rate them. */
function traitsOf({ use, waits }: Presence): unknown {
  const { act } = use.act;
  return [
    [use.unit.run.event, use.unit.run.uncalled],
    [act.kind, act.onFailure],
    use.recognition.ignoresLock,
    waits.map(({ visible, what, escape }) => [visible, what, escape]),
  ];
}

function nameOf(text: Text): Name {
  const [first, last] = [text[0], text.at(-1)];
  const start = typeof first === "string" ? first : "";
  const end = text.length > 1 && typeof last === "string" ? last : "";
  const middle = text.slice(start === "" ? 0 : 1, end === "" ? text.length : -1);
  return {
    text: textNumber(text),
    isKnown: middle.length === 0,
    middle: textNumber(middle),
    start: start.toLowerCase(),
    end: end.toLowerCase(),
  };
}

function relation(one: Name, other: Name): string {
  if (one.start === other.start && one.end === other.end) return "=";
  const { start, end } = one;
  const apart =
    (one.isKnown && other.isKnown) ||
    !(start.startsWith(other.start) || other.start.startsWith(start)) ||
    !(end.endsWith(other.end) || other.end.endsWith(end));
  return apart ? "/" : `(${one.text},${other.text})`;
}
