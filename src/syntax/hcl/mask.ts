import { concat, literal, type Part, type Text } from "../../values/text.ts";
import type { OpaqueLines } from "./tree.ts";

/** A letter that HCL takes in names and in strings, and that nobody writes. */
const MARK = "\uA66E";
const HOLE = new RegExp(`${MARK}(\\d+)${MARK}`, "gu");

/** A generated text as HCL source: unknown stretches are marked names, lines that are wholly unknown are left out. */
export interface Masked {
  readonly source: string;
  readonly holes: readonly Part[];
  readonly opaque: readonly OpaqueLines[];
}

/**
 * Makes a text that may have unknown parts parseable: `{secrets.TF_BACKEND}\nkey = "{inputs.env}.tfstate"\n` becomes
 * `\nkey = "<mark>.tfstate"\n` with one opaque line and one hole.
 */
export function maskText(text: Text): Masked {
  let source = "";
  const holes: Part[] = [];
  const opaque: OpaqueLines[] = [];
  text.forEach((part, index) => {
    if (typeof part === "string") {
      source += part;
    } else if (standsAlone(source, text[index + 1])) {
      opaque.push({ text: [part], at: source.length });
    } else {
      source += `${MARK}${holes.length}${MARK}`;
      holes.push(part);
    }
  });
  return { source, holes, opaque };
}

/** Whether an unknown stretch is alone on its line, so that it may hold whole assignments. */
function standsAlone(before: string, next: Part | undefined): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const after = next === undefined ? "" : typeof next === "string" ? next : "x";
  return line.trim() === "" && /^[ \t\r]*(\n|$)/.test(after);
}

/** A stretch of masked source with its holes put back. */
export function fillHoles(source: string, holes: readonly Part[]): Text {
  if (!source.includes(MARK)) return literal(source);
  const parts: Text[] = [];
  let from = 0;
  for (const match of source.matchAll(HOLE)) {
    const part = holes[Number(match[1])];
    if (part === undefined) continue;
    parts.push(literal(source.slice(from, match.index)), [part]);
    from = match.index + match[0].length;
  }
  return concat(...parts, literal(source.slice(from)));
}

/** Whether masked source has a hole in it. */
export function hasHole(source: string): boolean {
  return source.includes(MARK);
}
