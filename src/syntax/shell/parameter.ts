import { readArithmetic } from "./arithmetic.ts";
import type { Operation, Parameter, Word, WordPart } from "./ast.ts";
import { holeWithin, peek, take, type Reader } from "./site.ts";
import { readWord } from "./words.ts";

const NAME = /[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-]/y;
const WHOLE = /\[([@*])\]/y;
const COLON_WORD = /:?[-=?+]/y;
const TRIM = /##?|%%?/y;
const CASE = /\^\^?|,,?|~~?/y;

/**
 * Reads `${…}` at the reader's position.
 * https://www.gnu.org/software/bash/manual/bash.html#Shell-Parameter-Expansion
 */
export function readBraces(source: Reader, parts: WordPart[], quoted: boolean): boolean {
  const start = source.at;
  source.at += 2;
  const read = readInner(source, quoted);
  const hole = holeWithin(source.site, start, start + 2 + (read?.name.length ?? 0));
  if (hole >= 0) source.site.contexts[hole] = "command";
  if (!read || peek(source) !== "}") skipRest(source);
  source.at = Math.min(source.at + 1, source.end);
  const parameter: Parameter = read
    ? { ...read, start, end: source.at }
    : { name: "", index: null, indirect: false, length: false, operation: null, start, end: source.at };
  parts.push({ kind: "parameter", parameter, quoted });
  return true;
}

function skipRest(source: Reader): void {
  while (source.at < source.end && peek(source) !== "}") source.at += 1;
}

function readInner(source: Reader, quoted: boolean): Omit<Parameter, "start" | "end"> | null {
  const length = peek(source) === "#" && /[A-Za-z0-9_@*]/.test(peek(source, 1));
  const indirect = peek(source) === "!" && /[A-Za-z0-9_@*#]/.test(peek(source, 1));
  if (length || indirect) source.at += 1;
  const name = take(source, NAME)?.[0];
  if (name === undefined) return null;
  const index = readIndex(source);
  if (indirect && take(source, /[*@](?=\})/y)) {
    return { name, index, indirect, length, operation: { kind: "names" } };
  }
  const operation = length ? null : readOperation(source, quoted);
  return { name, index, indirect, length, operation };
}

function readIndex(source: Reader): Word | "@" | "*" | null {
  const whole = take(source, WHOLE)?.[1];
  if (whole === "@" || whole === "*") return whole;
  if (peek(source) !== "[") return null;
  source.at += 1;
  const word = readWord(source, "subscript");
  if (peek(source) === "]") source.at += 1;
  return word;
}

function readOperation(source: Reader, quoted: boolean): Operation | null {
  const argument = (): Word => readWord(source, quoted ? "quoted-brace" : "brace", quoted);
  const valued = take(source, COLON_WORD)?.[0];
  if (valued) {
    const kinds = { "-": "default", "=": "assign", "?": "error", "+": "alternate" } as const;
    const kind = kinds[valued.slice(-1) as keyof typeof kinds];
    return { kind, orEmpty: valued.length > 1, word: argument() };
  }
  const trim = take(source, TRIM)?.[0];
  if (trim) {
    return {
      kind: trim.startsWith("#") ? "prefix" : "suffix",
      greedy: trim.length > 1,
      pattern: readWord(source, "brace"),
    };
  }
  const folded = take(source, CASE)?.[0];
  if (folded) return readCase(source, folded);
  switch (peek(source)) {
    case "/":
      return readReplace(source);
    case ":":
      return readSlice(source);
    case "@":
      return { kind: "transform", operator: take(source, /@[A-Za-z]/y)?.[0]?.slice(1) ?? "" };
    default:
      return null;
  }
}

function readCase(source: Reader, operator: string): Operation {
  const to = operator.startsWith("^") ? "upper" : operator.startsWith(",") ? "lower" : "toggle";
  const pattern = peek(source) === "}" ? null : readWord(source, "brace");
  return { kind: "case", to, all: operator.length > 1, pattern };
}

function readReplace(source: Reader): Operation {
  const where = { "//": "all", "/#": "start", "/%": "end", "/": "first" } as const;
  const operator = take(source, /\/[/#%]?/y)?.[0] as keyof typeof where;
  // `${x///-}`: the slash that is replaced is the pattern's first character.
  const slash = operator !== "/" && peek(source) === "/" ? take(source, /\//y) : null;
  const rest = readWord(source, "pattern");
  const parts = slash ? [{ kind: "text", text: "/", quoted: true } as const, ...rest.parts] : rest.parts;
  const pattern: Word = { ...rest, parts };
  if (peek(source) === "/") source.at += 1;
  return { kind: "replace", where: where[operator] ?? "first", pattern, by: readWord(source, "brace") };
}

function readSlice(source: Reader): Operation {
  source.at += 1;
  const { site } = source;
  const end = endOfSlice(source, source.at);
  const colon = sliceColon(site.text, source.at, end);
  const offset = readArithmetic(site, source.at, colon ?? end);
  const length = colon === null ? null : readArithmetic(site, colon + 1, end);
  source.at = end;
  return { kind: "slice", offset, length };
}

/** Where the `}` of this expansion stands, over nested ones. */
function endOfSlice(source: Reader, from: number): number {
  let depth = 0;
  for (let at = from; at < source.end; at += 1) {
    const c = source.site.text[at];
    if (c === "{") depth += 1;
    if (c === "}" && depth === 0) return at;
    if (c === "}") depth -= 1;
  }
  return source.end;
}

/** The colon between offset and length, not one of `a ? b : c` or of a nested expansion. */
function sliceColon(text: string, from: number, to: number): number | null {
  let depth = 0;
  let choices = 0;
  for (let at = from; at < to; at += 1) {
    const c = text[at];
    if (c === "{" || c === "(") depth += 1;
    else if (c === "}" || c === ")") depth -= 1;
    else if (c === "?" && depth === 0) choices += 1;
    else if (c === ":" && depth === 0 && choices > 0) choices -= 1;
    else if (c === ":" && depth === 0) return at;
  }
  return null;
}
