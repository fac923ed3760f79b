/** One position of a pattern: which characters it takes and how many of them. */
export interface CharAtom {
  readonly kind: "char";
  readonly takes: (char: string) => boolean;
  /** A character that it takes. */
  readonly example: string;
  /** All that it takes, where they are few. */
  readonly all: readonly string[] | null;
  readonly optional: boolean;
  readonly repeats: boolean;
}

/** A `**` with a slash after it at the beginning of a path segment: any number of whole folders, also none. */
export interface FoldersAtom {
  readonly kind: "folders";
}

export type Atom = CharAtom | FoldersAtom;

/** A pattern without its `!`, taken apart. */
export interface Compiled {
  readonly atoms: readonly Atom[];
}

/** Patterns that match no more names than this are lists of names. */
const MOST_NAMES = 16;

const ANY: CharAtom = { kind: "char", takes: () => true, example: "x", all: null, optional: true, repeats: true };
const SEGMENT: CharAtom = { ...ANY, takes: (char) => char !== "/" };

/** Takes a pattern apart (docs "Workflow syntax", filter pattern cheat sheet). Every string is a pattern. */
export function compilePattern(pattern: string): Compiled {
  const atoms: Atom[] = [];
  let at = 0;
  while (at < pattern.length) {
    const { atom, next } = atomAt(pattern, at, atoms);
    if (atom) atoms.push(atom);
    at = next;
  }
  return { atoms };
}

interface Step {
  readonly atom: Atom | null;
  readonly next: number;
}

function atomAt(pattern: string, at: number, atoms: Atom[]): Step {
  const char = pattern[at] as string;
  if (char === "\\" && at + 1 < pattern.length) return plain(pattern[at + 1] as string, at + 2);
  if (char === "*") return star(pattern, at);
  if (char === "[") return bracket(pattern, at);
  if ((char === "?" || char === "+") && quantify(atoms, char)) return { atom: null, next: at + 1 };
  return plain(char, at + 1);
}

function plain(char: string, next: number): Step {
  return {
    atom: {
      kind: "char",
      takes: (other) => other === char,
      example: char,
      all: [char],
      optional: false,
      repeats: false,
    },
    next,
  };
}

function star(pattern: string, at: number): Step {
  let next = at;
  while (pattern[next] === "*") next += 1;
  if (next - at === 1) return { atom: SEGMENT, next };
  const opens = at === 0 || pattern[at - 1] === "/";
  if (opens && pattern[next] === "/") return { atom: { kind: "folders" }, next: next + 1 };
  return { atom: ANY, next };
}

/** `?` and `+` say how often the character before them may come; at the beginning they stand for themselves. */
function quantify(atoms: Atom[], char: "?" | "+"): boolean {
  const last = atoms.at(-1);
  if (last?.kind !== "char") return false;
  atoms[atoms.length - 1] = char === "?" ? { ...last, optional: true } : { ...last, repeats: true };
  return true;
}

/** `[abc]`, `[0-9a-f]`; without its end, or empty, the bracket stands for itself. */
function bracket(pattern: string, at: number): Step {
  const end = pattern.indexOf("]", at + 1);
  if (end <= at + 1) return plain("[", at + 1);
  const inside = pattern.slice(at + 1, end);
  const ranges = [...inside.matchAll(/([a-zA-Z0-9])-([a-zA-Z0-9])|([^])/g)].map(
    ([, low, high, one]): readonly [string, string] => [low ?? one ?? "", high ?? one ?? ""],
  );
  const takes = (char: string): boolean => ranges.some(([low, high]) => char >= low && char <= high);
  const example = ranges.find(([low, high]) => low <= high)?.[0] ?? "";
  const all = charactersOf(ranges);
  return { atom: { kind: "char", takes, example, all, optional: false, repeats: false }, next: end + 1 };
}

/** The characters of a bracket; null where there are too many to write out. */
function charactersOf(ranges: readonly (readonly [string, string])[]): readonly string[] | null {
  const codes = ranges.map(([low, high]) => [low.codePointAt(0) ?? 0, high.codePointAt(0) ?? -1] as const);
  if (codes.reduce((sum, [low, high]) => sum + Math.max(0, high - low + 1), 0) > MOST_NAMES) return null;
  const found = codes.flatMap(([low, high]) =>
    Array.from({ length: Math.max(0, high - low + 1) }, (_, index) => String.fromCodePoint(low + index)),
  );
  return [...new Set(found)];
}

/** Every string that a pattern matches, where these are few; null where they are not. */
export function namesOf(atoms: readonly Atom[]): readonly string[] | null {
  let names: readonly string[] = [""];
  for (const atom of atoms) {
    if (atom.kind === "folders" || atom.repeats || atom.all === null) return null;
    const choices = atom.optional ? ["", ...atom.all] : atom.all;
    names = names.flatMap((name) => choices.map((choice) => name + choice));
    if (names.length > MOST_NAMES) return null;
  }
  return [...new Set(names)];
}

/** Places in a pattern at which one may be after the beginning of a text. */
export type Positions = ReadonlySet<number>;

/** Whether all of a text matches, in time proportional to pattern times text: a set of positions, no backtracking. */
export function matchesAtoms(atoms: readonly Atom[], text: string): boolean {
  let at = beforeText(atoms);
  for (const char of text) {
    at = afterChar(atoms, at, char);
    if (at.size === 0) return false;
  }
  return isWhole(atoms, at);
}

export function beforeText(atoms: readonly Atom[]): Positions {
  return closure(atoms, new Set([0]));
}

export function afterChar(atoms: readonly Atom[], at: Positions, char: string): Positions {
  const next = new Set<number>();
  for (const state of at) advance(atoms, state, char, next);
  return closure(atoms, next);
}

/** Whether the pattern may end here. */
export function isWhole(atoms: readonly Atom[], at: Positions): boolean {
  return at.has(2 * atoms.length);
}

/** State `2i`: before atom i. State `2i + 1`: inside atom i, which may take more. */
function advance(atoms: readonly Atom[], state: number, char: string, next: Set<number>): void {
  const index = state >> 1;
  const atom = atoms[index];
  if (!atom) return;
  if (atom.kind === "folders") {
    next.add(2 * index + 1);
    if (char === "/") next.add(2 * index + 2);
  } else if (atom.takes(char)) {
    if (atom.repeats) next.add(2 * index + 1);
    next.add(2 * index + 2);
  }
}

/** Positions that are reached without a character: past what is optional. */
function closure(atoms: readonly Atom[], states: Set<number>): Positions {
  for (const state of states) {
    const atom = atoms[state >> 1];
    if (state % 2 === 0 && atom && (atom.kind === "folders" || atom.optional)) states.add(state + 2);
  }
  return states;
}
