/** Signs that take two columns in a terminal (East Asian wide, pictures), and those that take none (accents). */
const WIDE = /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;
const NONE = /[\p{M}\u200b-\u200d\ufe00-\ufe0f]/u;
const ASCII = /^[\u0020-\u007e]*$/;

/** Columns that a text without control characters takes in a terminal. */
export function columns(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const sign of text) width += NONE.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1;
  return width;
}

/**
 * Breaks a text at blanks into lines of at most `width` columns, each after `indent`, all but the first after `hang`
 * too. A longer word stays whole: ids and commands are there to be copied.
 */
export function wrap(text: string, width: number, indent: string, hang = ""): string {
  const room = Math.max(20, width - indent.length - hang.length);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/ +/)) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (line !== "" && columns(joined) > room) {
      lines.push(line);
      line = word;
    } else line = joined;
  }
  return [...lines, line].map((each, index) => `${indent}${index === 0 ? "" : hang}${each}`).join("\n");
}
