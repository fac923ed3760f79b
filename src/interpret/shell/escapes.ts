import { NAMED_ESCAPES } from "../../syntax/shell/ansi.ts";

const ESCAPE =
  /\\(?:0([0-7]{0,3})|([1-7][0-7]{0,2})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|(.))/gs;

/**
 * The escapes of `echo -e` and `printf %b`; `\c` ends the text.
 * https://www.gnu.org/software/bash/manual/bash.html#index-echo
 */
export function backslashes(text: string): string {
  const stop = text.search(/(?<!\\)(?:\\\\)*\\c/);
  const kept = stop < 0 ? text : text.slice(0, text.indexOf("\\c", stop));
  return unescape(kept);
}

/** Escapes of a format. In one `\0` is followed by two digits at most, and there is no `\c`. */
export function unescape(text: string): string {
  return text.replace(
    ESCAPE,
    (all, zero: string | undefined, octal: string | undefined, hex: string, u4: string, u8: string, named: string) => {
      const digits = zero ?? octal;
      if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits || "0", 8) & 255);
      if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
      const unicode = u4 ?? u8;
      if (unicode) return String.fromCodePoint(Math.min(Number.parseInt(unicode, 16), 0x10ffff));
      return NAMED_ESCAPES[named] ?? all;
    },
  );
}
