import { table } from "../../values/table.ts";

/** What one letter after a backslash stands for in every kind of text that knows escapes. */
export const NAMED_ESCAPES: Readonly<Record<string, string>> = table({
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  E: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
});

/** These need no escape elsewhere. */
const QUOTES = ["'", '"', "?"];

const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|c(.)|(.))/gs;

/**
 * The text of `$'…'`.
 * https://www.gnu.org/software/bash/manual/bash.html#ANSI_002dC-Quoting
 */
export function unescapeAnsi(text: string): string {
  return text.replace(
    ESCAPE,
    (all, octal: string, hex: string, u4: string, u8: string, control: string, named: string) => {
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
      if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
      const unicode = u4 ?? u8;
      if (unicode) return fromCodePoint(Number.parseInt(unicode, 16));
      if (control) return String.fromCharCode(control.charCodeAt(0) & 31);
      return QUOTES.includes(named) ? named : (NAMED_ESCAPES[named] ?? all);
    },
  );
}

function fromCodePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
