import type { Audit } from "../audit/model.ts";
import type { Edit } from "../model/report.ts";
import type { Span } from "../model/span.ts";
import { endOfCommand } from "./shell-edits.ts";

/** A word right after the command that stands at a place, unless it has one like it; nothing where it is not found. */
export function insertWord(audit: Audit, span: Span, command: RegExp, unless: RegExp, word: string): readonly Edit[] {
  const read = audit.tree.read(span.file);
  if (!read?.ok) return [];
  const { text } = read.file;
  const written = text.slice(span.start, endOfCommand(text, span.end));
  const found = command.exec(written);
  if (!found || unless.test(written)) return [];
  const at = span.start + found.index + found[0].length;
  return [{ file: span.file, start: at, end: at, text: ` ${word}` }];
}
