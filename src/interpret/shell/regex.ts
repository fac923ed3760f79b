import { decideTest, decideUnknown } from "../../values/decide.ts";
import { canonical, derive, literal, literalOf, type Text } from "../../values/text.ts";
import { escape, isTooCostly, plainText, question, regexOf } from "./patterns.ts";
import type { Piece } from "./pieces.ts";
import { leading } from "./texts.ts";
import { assignValue, listOf } from "./variables.ts";
import { branches, one, bind, type Outcome, type World } from "./world.ts";
import { table } from "../../values/table.ts";

const CLASSES: Readonly<Record<string, string>> = table({
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  blank: " \\t",
  xdigit: "0-9A-Fa-f",
  punct: "!-\\/:-@\\[-`{-~",
});

/** An extended regular expression of POSIX as one of JavaScript; null where there is none. */
export function extendedRegex(source: string, flags = ""): RegExp | null {
  const translated = source.replace(
    /\[(\^?)(\]?)((?:\[:\w+:\]|[^\]])*)\]/g,
    (_, not: string, first: string, body: string) => {
      const inner = body.replace(
        /\[:(\w+):\]|([\\[])/g,
        (all, name: string | undefined, special: string | undefined) =>
          name ? (CLASSES[name] ?? all) : `\\${special ?? ""}`,
      );
      return `[${not}${first ? "\\]" : ""}${inner}]`;
    },
  );
  return regexOf(translated, `${flags}s`);
}

/** `[[ text =~ regex ]]`: sets BASH_REMATCH where it matches. */
export function matchesRegex(subject: Text, pieces: readonly Piece[], world: World): Outcome<boolean> {
  const source = sourceOf(pieces);
  const flags = world.options.nocasematch ? "i" : "";
  const regex = source === null ? null : extendedRegex(source, flags);
  if (source === null || !regex) {
    return branches(
      world,
      decideUnknown(world.machine.cube, `${canonical(subject)} =~ ${canonical(plainText(pieces))}`),
    );
  }
  const known = literalOf(subject);
  if (known !== null) {
    const match = isTooCostly(source, known) ? null : regex.exec(known);
    const groups = match ? [...match].map((group) => literal(group ?? "")) : [];
    return one(assignValue(world, "BASH_REMATCH", listOf(groups)), match !== null);
  }
  if (rulesOut(subject, source)) return one(world, false);
  const check = (value: string): boolean => !isTooCostly(source, value) && regex.test(value);
  const asked = question(`regex${flags}:${source}`, check, regexExamples(source));
  const test = flags === "" ? { ...asked, edges: [{ before: anchoredLetters(source), after: "" }] } : asked;
  return bind(branches(world, decideTest(world.machine.cube, subject, test)), (holds, next) =>
    one(holds ? assignValue(next, "BASH_REMATCH", listOf(unknownGroups(subject, source, regex))) : next, holds),
  );
}

/** Whether the known beginning of a text already contradicts the letters that an anchored expression begins with. */
function rulesOut(subject: Text, source: string): boolean {
  const letters = anchoredLetters(source);
  const lead = leading(subject);
  const both = Math.min(letters.length, lead.length);
  return letters.slice(0, both) !== lead.slice(0, both);
}

/** The letters with which everything begins that an expression matches. */
function anchoredLetters(source: string): string {
  return source.includes("|") ? "" : (/^\^([A-Za-z0-9_/-]+)(?![*?{])/.exec(source)?.[1] ?? "");
}

function sourceOf(pieces: readonly Piece[]): string | null {
  let source = "";
  for (const piece of pieces) {
    const text = literalOf(piece.text);
    if (text === null) return null;
    source += piece.quoted ? escape(text) : text;
  }
  return source;
}

function unknownGroups(subject: Text, source: string, regex: RegExp): readonly Text[] {
  const count = (source.replace(/\\.|\[[^\]]*\]/g, "").match(/\(/g) ?? []).length;
  const group = (index: number): Text =>
    derive(`match ${index} of ${source}`, subject, (value) =>
      isTooCostly(source, value) ? "" : (regex.exec(value)?.[index] ?? ""),
    );
  // `^(.*)$` and the whole of an anchored expression are the subject itself.
  const whole = /^\^.*\$$/s.test(source) ? subject : group(0);
  return Array.from({ length: count + 1 }, (_, index) => (index === 0 ? whole : group(index)));
}

const MOST = 6;

/** Strings that the expression takes, as far as it is simple; wrong ones do no harm, they are checked. */
export function regexExamples(source: string): readonly string[] {
  const body = source
    .replace(/\(\?<?[!=][^()]*\)/g, "")
    .replace(/\(\?:/g, "(")
    .replace(/^\^/, "")
    .replace(/\$$/, "");
  return [
    ...new Set(
      alternatives(body)
        .slice(0, MOST)
        .flatMap((option) => [sample(option, 1), sample(option, 2)]),
    ),
  ];
}

function alternatives(source: string): readonly string[] {
  const group = /^(.*?)\(\??:?([^()]*\|[^()]*)\)(.*)$/s.exec(source);
  if (group)
    return (group[2] ?? "")
      .split("|")
      .flatMap((option) => alternatives(`${group[1] ?? ""}${option}${group[3] ?? ""}`))
      .slice(0, MOST);
  return source.includes("(") ? [source.replace(/[()]/g, "")] : source.split("|");
}

function sample(source: string, times: number): string {
  const atom = /\\(.)|\[(\^?)((?:\[:\w+:\]|[^\]])+)\]|(.)/gs;
  let out = "";
  for (let match = atom.exec(source); match; match = atom.exec(source)) {
    const one = match[1]
      ? escaped(match[1])
      : match[3]
        ? fromSet(match[2] === "^", match[3])
        : match[4] === "."
          ? "x"
          : (match[4] ?? "");
    const quantifier = /^(?:\{(\d+)(?:,\d*)?\}|[*+?])/.exec(source.slice(atom.lastIndex));
    if (quantifier) atom.lastIndex += quantifier[0].length;
    out += one.repeat(quantifier ? Number(quantifier[1] ?? times) : 1);
  }
  return out;
}

function escaped(c: string): string {
  return { d: "1", w: "x", s: " " }[c] ?? c;
}

function fromSet(negated: boolean, body: string): string {
  if (negated) return ["x", "1", "-"].find((c) => !body.includes(c)) ?? "x";
  const named = /^\[:(\w+):\]/.exec(body)?.[1];
  if (named) return { digit: "1", space: " ", upper: "X", blank: " ", punct: "-" }[named] ?? "x";
  return body[0] ?? "";
}

/** A basic regular expression of POSIX (with GNU's additions) as an extended one. */
export function basicRegex(source: string): string {
  let out = "";
  for (let at = 0; at < source.length; at += 1) {
    const c = source[at] ?? "";
    const next = source[at + 1] ?? "";
    if (c === "[") {
      const end = endOfSet(source, at);
      out += source.slice(at, end);
      at = end - 1;
    } else if (c === "\\") {
      out += /[(){}|+?]/.test(next) ? next : c + next;
      at += 1;
    } else if (c === "*" && (at === 0 || /(?:^|\\\(|\\\||\^)$/.test(source.slice(0, at)))) out += "\\*";
    else if (/[(){}|+?]/.test(c)) out += `\\${c}`;
    else if (c === "^" && at > 0 && !/(?:\\\(|\\\|)$/.test(source.slice(0, at))) out += "\\^";
    else if (c === "$" && next !== "" && !/^\\[)|]/.test(source.slice(at + 1))) out += "\\$";
    else out += c;
  }
  return out;
}

function endOfSet(source: string, open: number): number {
  let at = open + 1;
  if (source[at] === "^") at += 1;
  if (source[at] === "]") at += 1;
  while (at < source.length && source[at] !== "]")
    at += source.startsWith("[:", at) ? Math.max(2, source.indexOf(":]", at) + 2 - at) : 1;
  return at + 1;
}
