/**
 * Control characters, and the marks that reorder text on screen (Unicode "trojan source"). A name in a repository may
 * hold them; no output of ours may obey them. Line breaks and tabs are left to the caller.
 */
const UNSAFE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * What a job log acts on, whichever format is printed into it: `::` at the start of a line, `##[` anywhere.
 * https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
const LOG_COMMAND = /^(\s*:)(?=:)|##(?=\[)/gm;

/** More than any id or branch that people gave a meaning to. */
const BRIEF = 240;

/**
 * The text with every control character shown as a picture or code point, and with a zero-width space inside what a
 * job log would take for a command. Line breaks become `\n`, tabs stay.
 */
export function visible(text: string): string {
  const plain = text.replace(LINE_BREAK, "\n").replace(UNSAFE, picture).replace(LONE_SURROGATE, "\ufffd");
  return plain.replace(LOG_COMMAND, "$&\u200b");
}

/** As `visible`, on one line: line breaks show as ⏎, tabs as a blank. */
export function oneLine(text: string): string {
  return visible(text).replaceAll("\n", "⏎").replaceAll("\t", " ");
}

/** At most `max` UTF-16 units on one line: the middle makes way for `…`, since ids differ at both ends. */
export function shorten(text: string, max: number): string {
  const line = oneLine(text);
  if (line.length <= max) return line;
  const head = Math.ceil((max - 1) * 0.6);
  const tail = max - 1 - head;
  return `${line.slice(0, head)}…${line.slice(line.length - tail)}`.replace(LONE_SURROGATE, "");
}

/** A name for a page: what nobody reads to its end is shortened, anything else stays as it is. */
export function brief(text: string): string {
  return text.length <= BRIEF ? text : shorten(text, BRIEF);
}

/** The first `max` units of a longer text, with `…`; line breaks stay. */
export function cut(text: string, max: number): string {
  const shown = visible(text);
  return shown.length <= max ? shown : `${shown.slice(0, max - 1)}…`.replace(LONE_SURROGATE, "");
}

function picture(char: string): string {
  const code = char.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "␡" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
