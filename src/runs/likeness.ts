import { commitsWork } from "./commits-work.ts";
import type { Text } from "../values/text.ts";
import type { Presence } from "./presence.ts";
import { createStructures } from "./structure.ts";

/** A name for everything that a comparison of two presences looks at: pairs with one name come to the same. */
export type Likeness = (a: Presence, b: Presence) => string;

/** A presence as comparisons see it; what tells the legs of a matrix apart in names of groups is left to the pair. */
interface Profile {
  readonly kind: number;
  readonly names: readonly Name[];
  readonly owners: readonly string[];
  readonly legs: readonly string[];
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
export function createLikeness(): Likeness {
  const kinds = new Map<string, number>();
  const profiles = new Map<Presence, Profile>();
  const profileOf = (presence: Presence): Profile => {
    const known = profiles.get(presence);
    if (known) return known;
    const profile = profileUnder(presence, kinds);
    profiles.set(presence, profile);
    return profile;
  };
  return (a, b) => {
    const [x, y] = [profileOf(a), profileOf(b)];
    let out = `${x.kind},${y.kind}|`;
    for (const one of x.names) for (const other of y.names) out += relation(one, other);
    if (a.use.unit.run !== b.use.unit.run) return out;
    out += a.use.unit === b.use.unit ? "|u" : "|";
    for (const one of x.owners) for (const other of y.owners) out += one === other ? "o" : "-";
    for (const [depth, leg] of x.legs.entries()) out += y.legs[depth] === leg ? "l" : "-";
    return out;
  };
}

function profileUnder(presence: Presence, kinds: Map<string, number>): Profile {
  const { use, groups, waits, cube, id } = presence;
  const names = groups.map(({ name }) => nameOf(name));
  const { run, file, path } = use.unit;
  const kind = JSON.stringify([
    run.id,
    file,
    path.map(({ job, elements }) => [job, textNumber(elements)]),
    use.act.act.span.file,
    use.act.act.span.start,
    use.recognition.display,
    commitsWork(id, use),
    use.recognition.perCommit,
    textNumber(id),
    cubeNumber(cube),
    groups.map(({ declaration, cancels, queue }, at) => [declaration.id, cancels, queue, names[at]?.middle]),
    names.map((one, at) => names.slice(at + 1).map((other) => relation(one, other))),
    waits.map(({ name }) => textNumber(name)),
  ]);
  const number = kinds.get(kind) ?? kinds.size;
  kinds.set(kind, number);
  return {
    kind: number,
    names,
    owners: groups.map(({ declaration }) => declaration.owner),
    legs: path.map(({ leg }) => leg),
  };
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
