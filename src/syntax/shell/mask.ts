import type { Stretch } from "./ast.ts";
import type { Heredoc } from "./skip.ts";

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
  return out + text.slice(at);
}

/**
 * The text without the bodies of its here-documents, whose operators become plain input redirections. The grammar puts
 * what follows `<<EOF` on its line inside of the redirection; this way it stays where it belongs. Offsets stay.
 */
export function blankHeredocs(text: string, heredocs: readonly Heredoc[]): string {
  const edits = heredocs.flatMap(({ start, bodyStart, end }) => {
    const operator = /^<<-?/.exec(text.slice(start, start + 3))?.[0] ?? "";
    const body = text.slice(bodyStart, end).replace(/[^\n]/g, " ");
    return [{ at: start, text: "<".padEnd(operator.length) }, { at: bodyStart, text: body }];
  }).sort((a, b) => a.at - b.at);
  let out = "";
  let at = 0;
  for (const edit of edits) {
    if (edit.at < at) continue;
    out += text.slice(at, edit.at) + edit.text;
    at = edit.at + edit.text.length;
  }
  return out + text.slice(at);
}
