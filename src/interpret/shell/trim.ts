import { concat, derive, isMention, literal, literalOf, type Part, type Text } from "../../values/text.ts";
import { decideTest } from "../../values/decide.ts";
import {
  escape,
  globTest,
  matches,
  patternName,
  patternOf,
  regexOf,
  isTooCostly,
  plainText,
  type Pattern,
} from "./patterns.ts";
import type { Piece } from "./pieces.ts";
import { dropLeading, dropTrailing, leading, mapParts, mapWhole, sameText, trailing } from "./texts.ts";
import { MAX_TEXT, unknownText } from "./unknown.ts";
import { branches, one, bind, type Outcome, type World } from "./world.ts";

/** `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`. */
export function trimText(
  world: World,
  text: Text,
  pieces: readonly Piece[],
  end: "prefix" | "suffix",
  greedy: boolean,
): Outcome<Text> {
  const sign = (end === "prefix" ? "#" : "%").repeat(greedy ? 2 : 1);
  const pattern = patternOf(pieces);
  if (!pattern) return one(world, unknownTrim(text, pieces, end, sign));
  const apply = (value: string): string => trimString(value, pattern, end, greedy);
  const known = literalOf(text);
  if (known !== null) return one(world, literal(apply(known)));
  if (!pattern.wild) return trimLiteral(world, text, pattern.literal, end);
  return one(world, trimWild(text, pattern, end, greedy) ?? mapWhole(text, sign + pattern.literal, apply));
}

/** `${x%-$y}` of a text that is known to end so. */
function unknownTrim(text: Text, pieces: readonly Piece[], end: "prefix" | "suffix", sign: string): Text {
  const cut = plainText(pieces);
  const count = cut.length;
  const edge = end === "prefix" ? text.slice(0, count) : text.slice(text.length - count);
  if (
    count > 0 &&
    edge.length === count &&
    pieces.every((piece) => piece.quoted || typeof piece.text[0] !== "string") &&
    sameText(edge, cut)
  ) {
    return end === "prefix" ? text.slice(count) : text.slice(0, text.length - count);
  }
  return unknownText(`${sign}${patternName(pieces)}`, [text]);
}

function trimString(value: string, pattern: Pattern, end: "prefix" | "suffix", greedy: boolean): string {
  if (!pattern.wild) {
    if (end === "prefix") return value.startsWith(pattern.literal) ? value.slice(pattern.literal.length) : value;
    return value.endsWith(pattern.literal) ? value.slice(0, value.length - pattern.literal.length) : value;
  }
  if (value.length > 4000) return value;
  for (let step = 0; step <= value.length; step += 1) {
    const length = greedy ? value.length - step : step;
    const cut = end === "prefix" ? value.slice(0, length) : value.slice(value.length - length);
    if (matches(pattern, cut, false))
      return end === "prefix" ? value.slice(length) : value.slice(0, value.length - length);
  }
  return value;
}

/** A pattern without wildcards can be taken off an unknown value that is known to have it. */
function trimLiteral(world: World, text: Text, wanted: string, end: "prefix" | "suffix"): Outcome<Text> {
  const edge = end === "prefix" ? leading(text) : trailing(text);
  const cut = end === "prefix" ? dropLeading : dropTrailing;
  const fits = end === "prefix" ? edge.startsWith(wanted) : edge.endsWith(wanted);
  if (fits) return one(world, cut(text, wanted.length));
  const begun = end === "prefix" ? wanted.startsWith(edge) : wanted.endsWith(edge);
  if (!begun) return one(world, text);
  const rest = end === "prefix" ? wanted.slice(edge.length) : wanted.slice(0, wanted.length - edge.length);
  const inner = cut(text, edge.length);
  const part = end === "prefix" ? inner[0] : inner[inner.length - 1];
  if (part === undefined || typeof part === "string") return one(world, text);
  const source = end === "prefix" ? `${rest}*` : `*${rest}`;
  const pattern = end === "prefix" ? `${escape(rest)}.*` : `.*${escape(rest)}`;
  const decided = decideTest(
    world.machine.cube,
    [part],
    globTest({ source: pattern, wild: true, literal: source }, false),
  );
  return bind(branches(world, decided), (holds, next) => one(next, holds ? without(inner, part, rest, end) : text));
}

function without(text: Text, part: Exclude<Part, string>, rest: string, end: "prefix" | "suffix"): Text {
  const cut = cutPart(part, rest, end);
  return end === "prefix" ? concat(cut, text.slice(1)) : concat(text.slice(0, -1), cut);
}

function cutPart(part: Exclude<Part, string>, rest: string, end: "prefix" | "suffix"): Text {
  if (isMention(part))
    return [end === "prefix" ? { ...part, prefix: part.prefix + rest } : { ...part, suffix: rest + part.suffix }];
  const apply = (value: string): string =>
    end === "prefix" ? value.slice(rest.length) : value.slice(0, value.length - rest.length);
  return derive(`${end === "prefix" ? "#" : "%"}${rest}`, [part], apply);
}

/** A star before or after a known stretch: exact where the character that ends the match is in a known stretch. */
function trimWild(text: Text, pattern: Pattern, end: "prefix" | "suffix", greedy: boolean): Text | null {
  const mark =
    end === "prefix" ? /^\*([^*?[\]]+)$/.exec(pattern.literal)?.[1] : /^([^*?[\]]+)\*$/.exec(pattern.literal)?.[1];
  if (mark === undefined) return null;
  if (end === "prefix") {
    const found = greedy ? trailing(text).lastIndexOf(mark) : leading(text).indexOf(mark);
    if (!greedy) return found >= 0 ? dropLeading(text, found + mark.length) : null;
    if (found >= 0) return literal(trailing(text).slice(found + mark.length));
    return afterKnown(text, mark, pattern);
  }
  const found = greedy ? leading(text).indexOf(mark) : trailing(text).lastIndexOf(mark);
  if (found < 0) return null;
  return greedy ? literal(leading(text).slice(0, found)) : dropTrailing(text, trailing(text).length - found);
}

/** What follows the last slash of `refs/heads/{name}` is a function of the name alone. */
function afterKnown(text: Text, mark: string, pattern: Pattern): Text | null {
  const lead = leading(text);
  if (!lead.endsWith(mark) || text.length < 2) return null;
  const rest = text.slice(1);
  return mapWhole(rest, `##${pattern.literal}`, (value) => trimString(value, pattern, "prefix", true));
}

/** `${x/p/y}` and its relatives. */
export function replaceText(
  world: World,
  text: Text,
  pieces: readonly Piece[],
  by: Text,
  where: "first" | "all" | "start" | "end",
): Outcome<Text> {
  const pattern = patternOf(pieces);
  const known = literalOf(text);
  const replacement = literalOf(by);
  if (!pattern || (replacement === null && known === null)) {
    return one(world, unknownText(`/${where}/${patternName(pieces)}`, [text, by]));
  }
  if (known !== null && known.length * (replacement?.length ?? 0) > MAX_TEXT * 10)
    return one(world, unknownText("text that is too long", []));
  if (known !== null && replacement === null) return one(world, replaceWithText(known, pattern, by, where));
  const insert = replacement ?? "";
  const apply = (value: string): string => replaceString(value, pattern, insert, where);
  if (known !== null) return one(world, literal(apply(known)));
  const name = `/${where === "all" ? "/" : ""}${pattern.literal}/${insert}`;
  if (where === "all" && isOneCharacter(pattern)) return one(world, mapParts(text, name, apply));
  const lead = leading(text);
  if (where === "first" && !pattern.wild && lead.includes(pattern.literal)) {
    return one(world, concat([replaceString(lead, pattern, insert, "first")], text.slice(1)));
  }
  return one(world, mapWhole(text, name, apply));
}

function replaceWithText(known: string, pattern: Pattern, by: Text, where: "first" | "all" | "start" | "end"): Text {
  const mark = "\u0001";
  const pieces = replaceString(known, pattern, mark, where).split(mark);
  return concat(...pieces.flatMap((piece, index) => (index === 0 ? [literal(piece)] : [by, literal(piece)])));
}

function isOneCharacter(pattern: Pattern): boolean {
  return (pattern.literal.length === 1 && pattern.literal !== "*") || /^\[[^\]]+\]$/.test(pattern.literal);
}

function replaceString(value: string, pattern: Pattern, by: string, where: "first" | "all" | "start" | "end"): string {
  if (pattern.literal === "" && !pattern.wild)
    return where === "start" ? by + value : where === "end" ? value + by : value;
  const source = {
    first: pattern.source,
    all: pattern.source,
    start: `^(?:${pattern.source})`,
    end: `(?:${pattern.source})$`,
  }[where];
  if (isTooCostly(source, value)) return value;
  const regex = regexOf(source, where === "all" ? "gsu" : "su");
  if (!regex) return value;
  // An empty match of `*` at the very end is not replaced again.
  return value.replace(regex, (match, ...rest) =>
    match === "" && value !== "" && rest[rest.length - 2] === value.length ? "" : by,
  );
}

/** `${x^}`, `${x^^}`, `${x,}`, `${x,,}`, `${x~~}`; `pattern` null: every character. */
export function foldText(text: Text, to: "upper" | "lower" | "toggle", all: boolean, pattern: Pattern | null): Text {
  const fold = (c: string): string => {
    if (pattern && !matches(pattern, c, false)) return c;
    if (to === "upper") return c.toUpperCase();
    if (to === "lower") return c.toLowerCase();
    return c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase();
  };
  const everywhere = (value: string): string => [...value].map(fold).join("");
  const name = `${{ upper: "^", lower: ",", toggle: "~" }[to].repeat(all ? 2 : 1)}${pattern?.literal ?? ""}`;
  if (all) return mapParts(text, name, everywhere);
  const first = (value: string): string => everywhere(value.slice(0, 1)) + value.slice(1);
  const lead = leading(text);
  return lead === "" ? mapWhole(text, name, first) : concat([first(lead)], text.slice(1));
}

/** `${x:offset:length}`. */
export function sliceText(text: Text, offset: number, length: number | null): Text {
  const apply = (value: string): string => {
    const start = offset < 0 ? value.length + offset : offset;
    if (start < 0) return "";
    const end = length === null ? value.length : length < 0 ? value.length + length : start + length;
    return value.slice(start, Math.max(start, end));
  };
  const lead = leading(text);
  if (literalOf(text) === null && offset >= 0) {
    if (length === null && offset <= lead.length) return dropLeading(text, offset);
    if (length !== null && length >= 0 && offset + length <= lead.length)
      return literal(lead.slice(offset, offset + length));
  }
  return mapWhole(text, `:${offset}${length === null ? "" : `:${length}`}`, apply);
}
