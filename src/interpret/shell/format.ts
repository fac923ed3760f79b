import { concat, EMPTY, literal, literalOf, mention, type Text } from "../../values/text.ts";
import { backslashes, unescape } from "./escapes.ts";
import { byLot } from "../../values/variable.ts";
import { toTheSecond } from "./clock.ts";
import { mapParts, mapWhole } from "./texts.ts";
import { unknownText } from "./unknown.ts";

type Piece =
  | { readonly kind: "text"; readonly text: Text }
  | {
      readonly kind: "spec";
      readonly flags: string;
      readonly width: string;
      readonly precision: string;
      readonly conversion: string;
    };

const SPEC = /%([-+ #0']*)(\d+|\*)?(?:\.(\d+|\*)?)?(?:hh|h|ll|l|L|q|j|z|t)?([a-zA-Z])|%%|%\(([^)]*)\)T/g;

/** Whether every argument of a number is one; `printf` fails where one is not. */
export function hasNumbers(format: Text, args: readonly Text[]): boolean {
  const specs = piecesOf(format).filter((piece) => piece.kind === "spec");
  return (
    specs.length === 0 ||
    specs.some(({ width, precision }) => width === "*" || precision === "*") ||
    args.every((arg, index) => {
      const known = literalOf(arg);
      const { conversion } = specs[index % specs.length] as { conversion: string };
      if (!/[diuoxX]/.test(conversion)) return true;
      if (known === null) return arg.every((part) => typeof part !== "string" || /^[-+\dxXa-fA-F\s]*$/.test(part));
      return known === "" || /^\s*[-+]?(?:0[xX][0-9a-fA-F]+|\d+)$|^["']./.test(known);
    })
  );
}

/**
 * `printf`'s output: the format is used again until the arguments are used up.
 * https://pubs.opengroup.org/onlinepubs/9699919799/utilities/printf.html
 */
export function formatText(format: Text, args: readonly Text[]): Text {
  const pieces = piecesOf(format);
  const specs = pieces.filter((piece) => piece.kind === "spec");
  const taken = specs.length + specs.filter(({ width, precision }) => width === "*" || precision === "*").length;
  const rounds = taken === 0 ? 1 : Math.max(1, Math.ceil(args.length / taken));
  const out: Text[] = [];
  let at = 0;
  for (let round = 0; round < rounds && round < 2000; round += 1) {
    for (const piece of pieces) {
      if (piece.kind === "text") {
        out.push(piece.text);
        continue;
      }
      const width = piece.width === "*" ? (literalOf(args[at++] ?? ["0"]) ?? "") : piece.width;
      const precision = piece.precision === "*" ? (literalOf(args[at++] ?? ["0"]) ?? "") : piece.precision;
      out.push(converted(piece.conversion, piece.flags, width, precision, args[at]));
      at += 1;
    }
  }
  return concat(...out);
}

function time(format: string): Text {
  return toTheSecond(format)
    ? mention(byLot(`printf %(${format})T`, "a format"))
    : unknownText("date", [literal(format)]);
}

function piecesOf(format: Text): readonly Piece[] {
  return format.flatMap((part): readonly Piece[] => {
    if (typeof part !== "string") return [{ kind: "text", text: [part] }];
    const out: Piece[] = [];
    let at = 0;
    for (const match of part.matchAll(SPEC)) {
      out.push({ kind: "text", text: literal(unescape(part.slice(at, match.index))) });
      at = match.index + match[0].length;
      if (match[0] === "%%") out.push({ kind: "text", text: ["%"] });
      else if (match[5] !== undefined) out.push({ kind: "text", text: time(match[5]) });
      else
        out.push({
          kind: "spec",
          flags: match[1] ?? "",
          width: match[2] ?? "",
          precision: precisionOf(match[0], match[3]),
          conversion: match[4] ?? "s",
        });
    }
    out.push({ kind: "text", text: literal(unescape(part.slice(at))) });
    return out;
  });
}

/** `%.s` has the precision 0. */
function precisionOf(spec: string, digits: string | undefined): string {
  return digits ?? (spec.includes(".") ? "0" : "");
}

function converted(conversion: string, flags: string, width: string, precision: string, arg: Text | undefined): Text {
  const value = arg ?? EMPTY;
  const plain = width === "" && precision === "";
  switch (conversion) {
    case "s":
      if (plain) return value;
      return mapWhole(value, `%${flags}${width}.${precision}s`, (text) =>
        padded(precision === "" ? text : text.slice(0, Number(precision)), flags, width),
      );
    case "b":
      return mapParts(value, "%b", backslashes);
    case "q":
      return mapWhole(value, "%q", quotedWord);
    case "c":
      return mapWhole(value, "%c", (text) => text.slice(0, 1));
    case "d":
    case "i":
    case "u":
      return mapWhole(value, `%${flags}${width}d`, (text) => padded(withSign(integer(text), flags), flags, width));
    case "x":
    case "X":
    case "o":
      return mapWhole(value, `%${flags}${width}${conversion}`, (text) =>
        padded(inBase(integer(text), conversion), flags, width),
      );
    default:
      return unknownText(`%${flags}${width}.${precision}${conversion}`, [value]);
  }
}

const MAX_WIDTH = 10_000;

function padded(text: string, flags: string, width: string): string {
  const wanted = Math.min(Number(width || "0"), MAX_WIDTH);
  if (flags.includes("-")) return text.padEnd(wanted);
  if (!flags.includes("0")) return text.padStart(wanted);
  const sign = /^[-+ ]/.exec(text)?.[0] ?? "";
  return sign + text.slice(sign.length).padStart(wanted - sign.length, "0");
}

function withSign(text: string, flags: string): string {
  if (text.startsWith("-")) return text;
  return flags.includes("+") ? `+${text}` : flags.includes(" ") ? ` ${text}` : text;
}

function integer(text: string): string {
  const trimmed = text.trim();
  if (/^["']./.test(trimmed)) return String(trimmed.codePointAt(1) ?? 0);
  if (/^[-+]?0[xX][0-9a-fA-F]+$/.test(trimmed)) return String(Number.parseInt(trimmed, 16));
  if (/^[-+]?0[0-7]+$/.test(trimmed)) return String(Number.parseInt(trimmed, 8));
  return /^[-+]?\d+/.exec(trimmed)?.[0].replace(/^\+/, "") ?? "0";
}

function inBase(text: string, conversion: string): string {
  const digits = BigInt.asUintN(64, BigInt(text)).toString(conversion === "o" ? 8 : 16);
  return conversion === "X" ? digits.toUpperCase() : digits;
}

function quotedWord(text: string): string {
  if (text === "") return "''";
  return text.replace(/[^A-Za-z0-9_@%+=:,./-]/g, "\\$&");
}
