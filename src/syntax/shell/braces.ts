import type { Word, WordPart } from "./ast.ts";

/** One unquoted character, or a part that braces cannot look into. */
type Atom = string | WordPart;

/** More words than this from one word are not written by anybody; the braces then stay as they are. */
const MOST = 1000;

/**
 * `a{b,c}d` as `abd acd`, `{1..3}` as `1 2 3`; the word itself where it has no braces to expand.
 * https://www.gnu.org/software/bash/manual/bash.html#Brace-Expansion
 */
export function expandBraces(word: Word): readonly Word[] {
  if (!word.parts.some((part) => part.kind === "text" && !part.quoted && part.text.includes("{"))) return [word];
  const atoms = word.parts.flatMap((part): Atom[] => (part.kind === "text" && !part.quoted ? [...part.text] : [part]));
  const budget = { left: MOST };
  const expanded = expand(atoms, budget);
  if (budget.left <= 0 || expanded.length === 1) return [word];
  return expanded.map((each) => ({ ...word, parts: joined(each) }));
}

function joined(atoms: readonly Atom[]): readonly WordPart[] {
  const parts: WordPart[] = [];
  for (const atom of atoms) {
    const last = parts[parts.length - 1];
    if (typeof atom !== "string") parts.push(atom);
    else if (last?.kind === "text" && !last.quoted) parts[parts.length - 1] = { ...last, text: last.text + atom };
    else parts.push({ kind: "text", text: atom, quoted: false });
  }
  return parts;
}

function expand(atoms: readonly Atom[], budget: { left: number }): readonly (readonly Atom[])[] {
  budget.left -= 1;
  if (budget.left <= 0) return [atoms];
  for (let open = atoms.indexOf("{"); open >= 0; open = atoms.indexOf("{", open + 1)) {
    const group = groupAt(atoms, open);
    if (!group) continue;
    const before = atoms.slice(0, open);
    const rest = expand(atoms.slice(group.end), budget);
    const options = group.sequence ?? group.options.flatMap((option) => expand(option, budget));
    budget.left -= options.length * rest.length;
    return options.flatMap((option) => rest.map((tail) => [...before, ...option, ...tail]));
  }
  return [atoms];
}

interface Group {
  readonly options: readonly (readonly Atom[])[];
  readonly sequence: readonly (readonly Atom[])[] | null;
  readonly end: number;
}

/** The group that the brace at `open` starts; null where it has no comma and is no sequence. */
function groupAt(atoms: readonly Atom[], open: number): Group | null {
  const options: Atom[][] = [[]];
  let depth = 0;
  for (let at = open + 1; at < atoms.length; at += 1) {
    const atom = atoms[at] as Atom;
    if (atom === "}" && depth === 0) return closed(options, at + 1);
    if (atom === "{") depth += 1;
    if (atom === "}") depth -= 1;
    if (atom === "," && depth === 0) options.push([]);
    else options[options.length - 1]?.push(atom);
  }
  return null;
}

function closed(options: readonly (readonly Atom[])[], end: number): Group | null {
  if (options.length > 1) return { options, sequence: null, end };
  const [only] = options;
  const text = only?.every((atom) => typeof atom === "string") ? only.join("") : "";
  const sequence = sequenceOf(text);
  return sequence && { options, sequence: sequence.map((item) => [...item]), end };
}

function sequenceOf(text: string): readonly string[] | null {
  const numbers = /^(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?$/.exec(text);
  if (numbers) return numbersOf(numbers[1] ?? "", numbers[2] ?? "", numbers[3]);
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d+))?$/.exec(text);
  if (!letters) return null;
  const [from, to] = [letters[1]?.charCodeAt(0) ?? 0, letters[2]?.charCodeAt(0) ?? 0];
  return steps(from, to, Number(letters[3] ?? 1)).map((code) => String.fromCharCode(code));
}

function numbersOf(from: string, to: string, step: string | undefined): readonly string[] {
  const padded = [from, to].some((text) => /^-?0\d/.test(text));
  const width = padded ? Math.max(from.length, to.length) : 0;
  return steps(Number(from), Number(to), Number(step ?? 1)).map((value) => {
    const digits = String(Math.abs(value)).padStart(width - (value < 0 ? 1 : 0), "0");
    return value < 0 ? `-${digits}` : digits;
  });
}

function steps(from: number, to: number, by: number): readonly number[] {
  const step = Math.max(1, Math.abs(by)) * (from <= to ? 1 : -1);
  const count = Math.floor(Math.abs(to - from) / Math.abs(step)) + 1;
  return Array.from({ length: Math.min(count, MOST + 1) }, (_, index) => from + index * step);
}
