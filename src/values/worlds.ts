import { admits, withConstraint, type Constraint, type Cube } from "./cube.ts";

/**
 * The union of two cubes where it is a cube again: they say the same of every unknown but one, and what they say of
 * that one is together everything (`= main` and `not main`) or a longer list. Null where it is not.
 */
export function union(a: Cube, b: Cube): Cube | null {
  if (a === b) return a;
  let odd: string | null = null;
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    if (sameConstraint(a.get(key), b.get(key))) continue;
    if (odd !== null) return null;
    odd = key;
  }
  if (odd === null) return a;
  const [x, y] = [a.get(odd), b.get(odd)];
  // Nothing said on one side: that side contains the other.
  if (!x) return a;
  if (!y) return b;
  const joined = joinConstraints(x, y);
  if (!joined) return null;
  if (saysNothing(odd, joined)) return withoutKey(a, odd);
  return withConstraint(a, odd, x.unsure || y.unsure ? { ...joined, unsure: true } : joined);
}

/** A yes-or-no question that may come out either way, a value that may be anything. */
function saysNothing(key: string, { within, not, tests }: Constraint): boolean {
  return within ? key.startsWith("?") && within.length === 2 : not.length === 0 && tests.length === 0;
}

function withoutKey(cube: Cube, key: string): Cube {
  const out = new Map(cube);
  out.delete(key);
  return out;
}

/** As few cubes as pairwise union makes of these; they cover exactly the same runs. */
export function simplify(cubes: readonly Cube[]): readonly Cube[] {
  const left: Cube[] = [];
  for (const cube of cubes) {
    let current = cube;
    for (let index = 0; index < left.length; index += 1) {
      const joined = union(left[index] as Cube, current);
      if (!joined) continue;
      left.splice(index, 1);
      current = joined;
      index = -1;
    }
    left.push(current);
  }
  return left;
}

/** A cube that covers both, and perhaps more: what only one of them says is forgotten. */
export function loosen(a: Cube, b: Cube): Cube {
  if (a === b) return a;
  const out = new Map<string, Constraint>();
  for (const [key, x] of a) {
    const y = b.get(key);
    const joined = y && (sameConstraint(x, y) ? x : joinConstraints(x, y));
    if (joined) out.set(key, x.unsure || y?.unsure ? { ...joined, unsure: true } : joined);
  }
  return out;
}

/** Cubes that hold at once; null where they contradict each other. */
export function intersect(a: Cube, b: Cube, feasible: (constraint: Constraint) => boolean): Cube | null {
  if (a === b || b.size === 0) return a;
  let out = a;
  for (const [key, theirs] of b) {
    const ours = out.get(key);
    const both = ours ? meet(ours, theirs) : theirs;
    if (ours === both) continue;
    if (!feasible(both)) return null;
    out = withConstraint(out, key, theirs.unsure ? { ...both, unsure: true } : both);
  }
  return out;
}

function meet(a: Constraint, b: Constraint): Constraint {
  if (sameConstraint(a, b)) return a;
  const tests = [...a.tests, ...b.tests.filter(({ test }) => !a.tests.some((known) => known.test.id === test.id))];
  const clash = a.tests.some((x) => b.tests.some((y) => x.test.id === y.test.id && x.holds !== y.holds));
  if (clash) return { within: [], not: [], tests: [] };
  const not = [...new Set([...a.not, ...b.not])];
  const within = a.within && b.within ? a.within.filter((value) => b.within?.includes(value)) : (a.within ?? b.within);
  return { ...(within ? { within } : {}), not, tests, ...ownOf(a, b) };
}

/** Both speak of one unknown part, of which the same is always true. */
function ownOf(a: Constraint, b: Constraint): Pick<Constraint, "own" | "about"> {
  const own = a.own ?? b.own;
  const about = a.about ?? b.about;
  return { ...(own ? { own } : {}), ...(about ? { about } : {}) };
}

function joinConstraints(a: Constraint, b: Constraint): Constraint | null {
  const joined = joinedConstraints(a, b);
  return joined && { ...joined, ...ownOf(a, b) };
}

function joinedConstraints(a: Constraint, b: Constraint): Constraint | null {
  if (a.within && b.within)
    return { within: [...a.within, ...b.within.filter((value) => !a.within?.includes(value))], not: [], tests: [] };
  if (a.within) return absorb(a.within, b);
  if (b.within) return absorb(b.within, a);
  return joinTests(a, b);
}

/** A list of values and "anything but these": the excluded ones that the list gives back. */
function absorb(within: readonly string[], open: Constraint): Constraint | null {
  const passes = within.every((value) => open.tests.every(({ test, holds }) => test.check(value) === holds));
  return passes ? { not: open.not.filter((value) => !within.includes(value)), tests: open.tests } : null;
}

function joinTests(a: Constraint, b: Constraint): Constraint | null {
  if (a.not.length !== b.not.length || !a.not.every((value) => b.not.includes(value))) return null;
  const differing = a.tests.filter((x) => !b.tests.some((y) => x.test.id === y.test.id && x.holds === y.holds));
  const [only] = differing;
  if (a.tests.length !== b.tests.length || differing.length !== 1 || !only) return null;
  if (!b.tests.some((y) => y.test.id === only.test.id && y.holds !== only.holds)) return null;
  return { not: a.not, tests: a.tests.filter((x) => x !== only) };
}

/** Whether two constraints of one unknown part admit the same values. */
export function sameConstraint(a: Constraint | undefined, b: Constraint | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  return sameList(a.within, b.within) && sameList(a.not, b.not) && sameTests(a, b);
}

function sameList(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && a.length === b.length && a.every((value) => b.includes(value));
}

function sameTests(a: Constraint, b: Constraint): boolean {
  return (
    a.tests.length === b.tests.length &&
    a.tests.every((x) => b.tests.some((y) => x.test.id === y.test.id && x.holds === y.holds))
  );
}

/** The runs of `cube` that are not in `part`, as cubes (which may overlap each other). */
export function without(cube: Cube, part: Cube): readonly Cube[] {
  const out: Cube[] = [];
  for (const [key, constraint] of part) {
    const base = cube.get(key);
    if (sameConstraint(base, constraint)) continue;
    for (const negated of negations(constraint, base)) {
      out.push(withConstraint(cube, key, constraint.unsure ? { ...negated, unsure: true } : negated));
    }
  }
  return out;
}

/** What the opposite of a constraint leaves of `base`; without one, of all that the unknown part can be. */
function negations(constraint: Constraint, base: Constraint | undefined): readonly Constraint[] {
  const { within, not, tests } = constraint;
  const known: Constraint = base ?? constraint.own ?? { not: [], tests: [] };
  const own = ownOf(constraint, known);
  if (within) {
    if (!known.within) return [{ ...known, ...own, not: [...new Set([...known.not, ...within])] }];
    const rest = known.within.filter((value) => !within.includes(value));
    const equates = constraint.equates ? { equates: constraint.equates } : {};
    return rest.length === 0 ? [] : [{ within: rest, not: [], tests: [], ...own, ...equates }];
  }
  const values = not
    .filter((value) => admits(known, value))
    .map((value): Constraint => ({ within: [value], not: [], tests: [], ...own }));
  const flipped = tests
    .filter(({ test }) => !known.tests.some((other) => other.test.id === test.id))
    .map(({ test, holds }): Constraint => ({ ...known, ...own, tests: [...known.tests, { test, holds: !holds }] }));
  return [...values, ...flipped];
}
