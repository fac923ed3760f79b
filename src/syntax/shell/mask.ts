import type { Stretch } from "./ast.ts";
import type { Heredoc, Mask } from "./skip.ts";

/** Filler reads as part of a word outside quotes, inside them, and in arithmetic. */
const FILLER = "x";

/** The text with each `${{ … }}` replaced by filler of equal length, so that every offset stays. */
export function maskHoles(text: string, holes: readonly Stretch[]): string {
  let out = "";
  let at = 0;
  for (const { start, end } of holes) {
    out += text.slice(at, start) + FILLER.repeat(end - start);
    at = end;
  }
  return (out + text.slice(at)).replace(FOR_ARGUMENTS, "$1;");
}

/** `for x do` over the arguments: the grammar wants a semicolon there, which stands for one of the blanks. */
const FOR_ARGUMENTS = /((?:^|[\n;&|({]|\b(?:then|do|else))[ \t]*for[ \t]+[A-Za-z_]\w*)[ \t](?=[ \t]*do(?:\s|$))/g;

/**
 * What the grammar is given: the text with strings, expansions, tests and comments as plain words or blanks, and
 * without the bodies of its here-documents, whose operators become plain input redirections. The grammar puts what
 * follows `<<EOF` on its line inside of the redirection, reads `[` over the end of a line, and has its own ideas
 * about some expansions; all of these are read from the text itself. Offsets stay.
 */
export function skeleton(text: string, heredocs: readonly Heredoc[], masks: readonly Mask[]): string {
  const bodies = heredocs.flatMap(({ start, bodyStart, end }) => {
    const operator = /^<<-?/.exec(text.slice(start, start + 3))?.[0] ?? "";
    const body = text.slice(bodyStart, end).replace(/[^\n]/g, " ");
    return [
      { at: start, text: "<".padEnd(operator.length) },
      { at: bodyStart, text: body },
    ];
  });
  const words = masks.map(({ start, end, by }) => ({ at: start, text: by.repeat(end - start) }));
  let out = "";
  let at = 0;
  for (const edit of [...bodies, ...words].sort((a, b) => a.at - b.at)) {
    if (edit.at < at) continue;
    out += text.slice(at, edit.at) + edit.text;
    at = edit.at + edit.text.length;
  }
  return out + text.slice(at);
}
