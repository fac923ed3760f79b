import type { Span } from "../model/span.ts";
import type { Candidate, Proposer } from "./types.ts";

/** Words that switch a lock off, with the blank before them. */
const SWITCHES = /[ \t]+(?:-lock=false|--no-lock|--disable-locks)(?=\s|$|["'\\])/gu;

/** The switch is taken out of the command; a variable that switches the lock off goes with its line. */
export const proposeWithoutSwitch: Proposer = (audit, finding) => {
  const edits = finding.spans.flatMap((span) => {
    const read = audit.tree.read(span.file);
    return read?.ok ? [...switchesIn(read.file.text, span), ...variablesIn(read.file.text, span.file)] : [];
  });
  const unique = edits.filter((edit, index) => edits.findIndex((other) => other.file === edit.file && other.start === edit.start) === index);
  return unique.length > 0 ? [{ title: "Leave the lock on", safety: "safe", edits: unique }] : [];
};

function switchesIn(text: string, span: Span): Candidate["edits"] {
  // A continued command may go on after the span of its first line.
  const end = endOfCommand(text, span.end);
  return [...text.slice(span.start, end).matchAll(SWITCHES)].map((match) => ({
    file: span.file, start: span.start + match.index, end: span.start + match.index + match[0].length, text: "",
  }));
}

function endOfCommand(text: string, from: number): number {
  let end = from;
  for (;;) {
    const line = text.indexOf("\n", end);
    if (line < 0) return text.length;
    if (!text.slice(0, line).trimEnd().endsWith("\\")) return line;
    end = line + 1;
  }
}

/** `PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK: "1"` in a workflow's `env:`. */
function variablesIn(text: string, file: string): Candidate["edits"] {
  return [...text.matchAll(/^[ \t]*PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK:[^\n]*\n/gmu)].map((match) => ({
    file, start: match.index, end: match.index + match[0].length, text: "",
  }));
}

/** `use_lockfile = true` at the end of an S3 backend block without a lock. */
export const proposeLockOn: Proposer = (audit, finding) => {
  const edits = finding.spans.flatMap((span) => {
    const read = /\.tf$/u.test(span.file) ? audit.tree.read(span.file) : null;
    if (!read?.ok) return [];
    const { text } = read.file;
    const block = text.slice(span.start, span.end);
    const head = /backend\s+"s3"\s*\{/u.exec(block);
    if (!head || block.includes("use_lockfile") || block.includes("dynamodb_table")) return [];
    const open = span.start + head.index + head[0].length;
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    const line = /\n([ \t]+)\S/u.exec(text.slice(open));
    return [{ file: span.file, start: open, end: open, text: `${eol}${line?.[1] ?? "    "}use_lockfile = true` }];
  });
  return edits.length > 0 ? [{ title: "Switch the S3 lock file on", safety: "safe", edits }] : [];
};
