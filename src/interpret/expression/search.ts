import { settle, type Cube } from "../../values/cube.ts";
import { decideTest, decideUnknown, type Branch } from "../../values/decide.ts";
import { canonical, literalOf, variablesOf, type Part, type Text } from "../../values/text.ts";
import type { ListValue, Value } from "../../values/value.ts";
import { isConcrete, isPrimitive, related, stringOf, textOf, upper } from "../../values/compare.ts";
import { basisOf, decideAbout, decideRelation, pin } from "./decide.ts";

const SHORT = 8;

/** `contains(search, item)`: a stretch of a string, or an element of a list. */
export function decideContains(search: Value, item: Value, cube: Cube): readonly Branch[] {
  const [within, wanted] = [pin(search, cube), pin(item, cube)];
  if (within.kind === "list") return anyEqual(within, wanted, cube);
  if (within.kind === "object" || !isPrimitive(wanted)) return [{ cube, holds: false }];
  const [whole, piece] = [stringOf(within).toLowerCase(), stringOf(wanted).toLowerCase()];
  const [open, openPiece] = [basisOf(within), basisOf(wanted)];
  if (!open && !openPiece) return [{ cube, holds: whole.includes(piece) }];
  if (open && openPiece) return decideUnknown(cube, `${canonical(open.of)} contains ${canonical(openPiece.of)}`);
  if (!open)
    return decideAbout(
      wanted,
      cube,
      `is in ${whole}`,
      (value) => isPrimitive(value) && whole.includes(stringOf(value).toLowerCase()),
      wordsOf(whole),
    );
  if (piece === "" && within.kind === "string") return [{ cube, holds: true }];
  // A property of a payload may be a list (`labels.*.name`), of which nothing is known; its name alone must not decide.
  if (within.kind === "unknown" && !within.from && !isProse(open.of))
    return decideUnknown(cube, `${canonical(open.of)} contains ${piece}`);
  if (literalsOf(settle(textOf(within), cube)).some((part) => part.toLowerCase().includes(piece)))
    return [{ cube, holds: true }];
  return decideAbout(within, cube, `contains ${piece}`, (value) => concreteContains(value, wanted), [stringOf(wanted)]);
}

/** Properties of payloads that people write as one text; `labels.*.name` is a list of them. */
const PROSE = /^github\.event\.(?:[^*]*\.)?(?:message|body|title|head_branch|head_ref|ref)$/;

function isProse(text: Text): boolean {
  return variablesOf(text).every(({ label }) => PROSE.test(label));
}

function concreteContains(within: Value, wanted: Value): boolean {
  if (within.kind === "list")
    return within.items.some((item) => decideRelation("==", wanted, item, new Map()).every(({ holds }) => holds));
  return isPrimitive(within) && stringOf(within).toLowerCase().includes(stringOf(wanted).toLowerCase());
}

function anyEqual(within: ListValue, wanted: Value, cube: Cube): readonly Branch[] {
  if (basisOf(wanted) && within.items.every(isConcrete) && !isShort(within)) {
    const name = `is one of ${JSON.stringify(within.items.map((item) => [item.kind, stringOf(item)]))}`;
    return decideAbout(
      wanted,
      cube,
      name,
      (value) => within.items.some((item) => related("==", value, item)),
      within.items.map(stringOf),
    );
  }
  let open: readonly Cube[] = [cube];
  const found: Branch[] = [];
  for (const item of within.items) {
    const branches = open.flatMap((one) => decideRelation("==", wanted, item, one));
    found.push(...branches.filter(({ holds }) => holds));
    open = branches.filter(({ holds }) => !holds).map((branch) => branch.cube);
  }
  return [...found, ...open.map((one) => ({ cube: one, holds: false }))];
}

/** A few words, each of which makes a case of its own: what is named after the value then has a name that is known. */
function isShort({ items }: ListValue): boolean {
  return items.length <= SHORT && items.every(({ kind }) => kind === "string");
}

/** `startsWith` and `endsWith`. */
export function decideEdge(
  edge: "starts with" | "ends with",
  search: Value,
  item: Value,
  cube: Cube,
): readonly Branch[] {
  const [whole, piece] = [pin(search, cube), pin(item, cube)];
  if (!isPrimitive(whole) || !isPrimitive(piece)) return [{ cube, holds: false }];
  const wanted = basisOf(piece) ? null : upper(stringOf(piece));
  if (wanted === "" && !(whole.kind === "unknown" && whole.from)) return [{ cube, holds: true }];
  if (!basisOf(whole) && wanted !== null) return [{ cube, holds: atEdge(edge, upper(stringOf(whole)), wanted) }];
  if (wanted === null) return decideOpenEdge(edge, whole, piece, cube);
  const name = `${edge} ${wanted}`;
  if (whole.kind === "unknown" && whole.from) {
    return decideAbout(
      whole,
      cube,
      name,
      (value) => isPrimitive(value) && atEdge(edge, upper(stringOf(value)), wanted),
      [stringOf(piece)],
    );
  }
  return decideTextEdge(edge, settle(textOf(whole), cube), stringOf(piece), cube);
}

/** Literal text at the edge settles the question, or part of it. */
function decideTextEdge(edge: "starts with" | "ends with", text: Text, wanted: string, cube: Cube): readonly Branch[] {
  const first = edge === "starts with" ? text[0] : text.at(-1);
  if (typeof first === "string") {
    const length = Math.min(first.length, wanted.length);
    const [here, there] =
      edge === "starts with"
        ? [first.slice(0, length), wanted.slice(0, length)]
        : [first.slice(first.length - length), wanted.slice(wanted.length - length)];
    if (upper(here) !== upper(there)) return [{ cube, holds: false }];
    if (length === wanted.length) return [{ cube, holds: true }];
    const rest = edge === "starts with" ? text.slice(1) : text.slice(0, -1);
    return decideTextEdge(
      edge,
      rest,
      edge === "starts with" ? wanted.slice(length) : wanted.slice(0, wanted.length - length),
      cube,
    );
  }
  if (text.length === 0) return [{ cube, holds: false }];
  const check = (value: string): boolean => atEdge(edge, upper(value), upper(wanted));
  return decideTest(cube, text, { id: `${edge} ${upper(wanted)}`, check, examples: [wanted] });
}

function decideOpenEdge(edge: "starts with" | "ends with", whole: Value, piece: Value, cube: Cube): readonly Branch[] {
  const [left, right] = [textOf(whole), textOf(piece)];
  const strings = whole.kind !== "unknown" && piece.kind !== "unknown";
  if (strings && canonical(left) === canonical(right)) return [{ cube, holds: true }];
  if (basisOf(whole)) return decideUnknown(cube, `${canonical(left)} ${edge} ${canonical(right)}`);
  const known = upper(literalOf(left) ?? "");
  return decideAbout(
    piece,
    cube,
    `is an edge (${edge}) of ${known}`,
    (value) => isPrimitive(value) && atEdge(edge, known, upper(stringOf(value))),
    wordsOf(stringOf(whole)),
  );
}

function atEdge(edge: "starts with" | "ends with", whole: string, piece: string): boolean {
  return edge === "starts with" ? whole.startsWith(piece) : whole.endsWith(piece);
}

function literalsOf(text: Text): readonly string[] {
  return text.filter((part: Part) => typeof part === "string");
}

/** Words of a known string, as values worth trying for what may stand in it. */
function wordsOf(text: string): readonly string[] {
  return [...new Set([...text.split(/[^\w./-]+/), text])].filter((word) => word !== "").slice(0, 32);
}
