/** A ground name in lower case, with the path of who holds it ("" is the run). */
export interface HeldName {
  readonly name: string;
  readonly owner: string;
  /** The id by which it is in the target, where the name's unknowns have the values that they have there. */
  readonly within?: string;
}

/** One kind of job that can be in a target, with the groups that are certain to be held while it is. */
export interface Occupant {
  /** Names a class of runs; two occupants of one class may belong to one run. */
  readonly run: string;
  readonly unit: string;
  readonly groups: readonly HeldName[];
  /** Matrices of its run that it is in a leg of, and how many legs of each run at a time. */
  readonly lanes?: readonly { readonly name: string; readonly leg: string; readonly most: number }[];
  /** What it takes of the target: 1, or hosts at once for a fleet. */
  readonly weight: number;
}

export interface Occupancy {
  /** Null: no bound. */
  readonly limit: number | null;
  /** Names of the groups that bound it. */
  readonly controls: readonly string[];
}

/** Above this many occupants that keep each other out the clique is searched greedily; the answer may then be too small, never too large. */
const EXACT = 24;

/**
 * The most that can be in a target at once. An occupant without a certain group can be there any number of times.
 * `meet(a, b)`: the two can be at work in one run (neither ordered by needs nor kept apart by a job's group).
 * `coincide(a, b)`: two runs of theirs can have one value of the target, and no group in common then.
 */
export function mostAtOnce(
  all: readonly Occupant[],
  meet: (a: Occupant, b: Occupant) => boolean,
  coincide: (a: Occupant, b: Occupant) => boolean = () => true,
): Occupancy {
  const occupants = all.filter(canStart);
  if (occupants.some(({ groups }) => groups.length === 0)) return { limit: null, controls: [] };
  const held = new Map(occupants.map((one) => [one, new Set(one.groups.map(fullName))]));
  const shared = (a: Occupant, b: Occupant): boolean => shareAny(held.get(a) ?? new Set(), held.get(b) ?? new Set());
  const compatible = remembered(
    occupants,
    (a, b) => (!shared(a, b) && coincide(a, b)) || (a.run === b.run && meet(a, b)),
  );
  const merged = mergeTwins(occupants, compatible);
  const limit = independent(merged, compatible).reduce(
    (sum, part) => sum + (part.length <= EXACT ? heaviest(part, compatible) : greedy(part, compatible)),
    0,
  );
  const controls = [...new Set(occupants.flatMap(({ groups }) => groups.map(({ name }) => name)))].sort();
  return { limit, controls };
}

/** A job that asks for a group which its own run or caller holds waits for ever. */
function canStart({ groups }: Occupant): boolean {
  return new Set(groups.map(fullName)).size === groups.length;
}

/** Each pair is asked about once. */
function remembered(all: readonly Occupant[], ask: Compatible): Compatible {
  const places = new Map(all.map((one, place) => [one, place]));
  const answers = new Int8Array(all.length * all.length);
  return (a, b) => {
    const [x, y] = [places.get(a) ?? 0, places.get(b) ?? 0];
    const at = Math.min(x, y) * all.length + Math.max(x, y);
    answers[at] ||= ask(a, b) ? 1 : -1;
    return answers[at] === 1;
  };
}

function shareAny(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const name of names) if (others.has(name)) return true;
  return false;
}

function shareGroup(a: Occupant, b: Occupant): boolean {
  return a.groups.some((one) => b.groups.some((other) => fullName(other) === fullName(one)));
}

function fullName({ name, within }: HeldName): string {
  return within === undefined ? name : `${name} in ${within}`;
}

/** Of occupants with the same groups that are never together, and together with the same others, the largest counts. */
function mergeTwins(occupants: readonly Occupant[], compatible: Compatible): readonly Occupant[] {
  const largest = new Map<string, Occupant>();
  for (const occupant of occupants) {
    // Two with one row are not together themselves, since nobody counts as together with itself.
    const row = occupants.map((other) => (other !== occupant && compatible(other, occupant) ? "1" : "0")).join("");
    const key = `${namesOf(occupant)}\n${JSON.stringify(occupant.lanes ?? [])}\n${row}`;
    const known = largest.get(key);
    // The heavier one itself, not a copy: whoever answers for `together` knows occupants by identity.
    if (!known || known.weight < occupant.weight) largest.set(key, occupant);
  }
  const left = new Set(largest.values());
  return occupants.filter((occupant) => left.has(occupant));
}

/**
 * Occupants in parts of which nobody keeps out anybody of another, nor takes a leg's place from him: what is the most
 * in each is the most together.
 */
function independent(all: readonly Occupant[], compatible: Compatible): readonly (readonly Occupant[])[] {
  const parts: Occupant[][] = [];
  const left = new Set(all);
  for (const first of all) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (const one of part) {
      for (const other of left) {
        if (compatible(one, other) && !shareLane(one, other)) continue;
        left.delete(other);
        part.push(other);
      }
    }
    parts.push(part);
  }
  return parts;
}

function shareLane(a: Occupant, b: Occupant): boolean {
  return (a.lanes ?? []).some(({ name }) => (b.lanes ?? []).some((other) => other.name === name));
}

function namesOf({ groups }: Occupant): string {
  return groups.map(fullName).sort().join("\n");
}

type Compatible = (a: Occupant, b: Occupant) => boolean;

function heaviest(rest: readonly Occupant[], compatible: Compatible, chosen: readonly Occupant[] = []): number {
  const [first, ...others] = rest;
  if (!first) return 0;
  const withFirst = laneFree(first, chosen)
    ? first.weight +
      heaviest(
        others.filter((other) => compatible(first, other)),
        compatible,
        [...chosen, first],
      )
    : 0;
  const bound = others.reduce((sum, { weight }) => sum + weight, 0);
  return bound <= withFirst ? withFirst : Math.max(withFirst, heaviest(others, compatible, chosen));
}

/** Whoever shares a group with it is of its own run: of a matrix only so many legs run there. */
function laneFree(next: Occupant, chosen: readonly Occupant[]): boolean {
  return (next.lanes ?? []).every(({ name, leg, most }) => {
    const own = chosen.filter((other) => shareGroup(next, other)).flatMap(({ lanes }) => lanes ?? []);
    return new Set([leg, ...own.filter((lane) => lane.name === name).map((lane) => lane.leg)]).size <= most;
  });
}

function greedy(occupants: readonly Occupant[], compatible: (a: Occupant, b: Occupant) => boolean): number {
  let best = 0;
  for (const start of occupants.slice(0, EXACT)) {
    const chosen = [start];
    for (const other of occupants) {
      if (other !== start && laneFree(other, chosen) && chosen.every((member) => compatible(member, other)))
        chosen.push(other);
    }
    best = Math.max(
      best,
      chosen.reduce((sum, { weight }) => sum + weight, 0),
    );
  }
  return best;
}
