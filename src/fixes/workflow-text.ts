import { parseWorkflow, type Job } from "../ecosystems/github-actions/index.ts";
import type { Edit } from "../model/report.ts";
import type { SourceFile } from "../model/span.ts";
import { entryOf, mapAt, parseYaml, type YamlEntry, type YamlMap, type YamlNode } from "../syntax/yaml/index.ts";

/** A workflow as text, with what edits need to match its manner of writing. */
export interface WorkflowText {
  readonly file: SourceFile;
  /** What most of its lines end with. */
  readonly eol: string;
  readonly root: YamlMap | null;
}

/** Parsed once for each text: the edits of one candidate ask for it many times. */
const PARSED = new WeakMap<SourceFile, WorkflowText>();

/** The text of a YAML file with its tree; `root` is null where it is no mapping. */
export function workflowText(file: SourceFile): WorkflowText {
  const known = PARSED.get(file);
  if (known) return known;
  const root = parseYaml(file).documents[0]?.root ?? null;
  const text = { file, eol: file.text.includes("\r\n") ? "\r\n" : "\n", root: root?.kind === "map" ? root : null };
  PARSED.set(file, text);
  return text;
}

/** The job of a workflow by its key. */
export function jobOf(file: SourceFile, id: string): Job | null {
  return parseWorkflow(file).workflow?.jobs.find((job) => job.id === id) ?? null;
}

/** The mapping of a job by its key. */
export function jobMap(source: WorkflowText, id: string): YamlMap | null {
  return mapAt(source.root, "jobs", id);
}

/** The mapping that begins at an offset. */
export function mapStartingAt(node: YamlNode | null, start: number): YamlMap | null {
  if (!node || node.kind === "scalar") return null;
  if (node.kind === "map" && node.span.start === start) return node;
  const inner = node.kind === "map" ? node.entries.map(({ value }) => value) : node.items;
  for (const value of inner) {
    if (value.span.start > start || value.span.end < start) continue;
    const found = mapStartingAt(value, start);
    if (found) return found;
  }
  return null;
}

/** Whether a mapping is written in braces. */
export function isFlow(source: WorkflowText, map: YamlMap): boolean {
  return source.file.text[map.span.start] === "{";
}

/** The blanks before the first key of a block. */
export function indentOf(source: WorkflowText, offset: number): string {
  const { text } = source.file;
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ ]*/u.exec(text.slice(start, offset))?.[0] ?? "";
}

/** How the line around an offset ends: files with both kinds of line ends keep each where it is. */
export function eolAt({ file: { text }, eol }: WorkflowText, offset: number): string {
  const end = text.indexOf("\n", offset);
  if (end < 0) return eol;
  return text[end - 1] === "\r" ? "\r\n" : "\n";
}

/** How much deeper this file writes a mapping than its key: two blanks in most. */
export function stepOf(source: WorkflowText): string {
  const jobs = entryOf(source.root, "jobs");
  const first = jobs?.value.kind === "map" ? jobs.value.entries[0] : undefined;
  const inner = first?.value.kind === "map" ? first.value.entries[0] : undefined;
  if (!first || !inner || isFlow(source, first.value as YamlMap)) return "  ";
  const depth = indentOf(source, inner.keySpan.start).length - indentOf(source, first.keySpan.start).length;
  return " ".repeat(depth > 0 ? depth : 2);
}

/** New lines directly after an entry of a block mapping, a comment at its end included. */
export function insertAfter(source: WorkflowText, entry: YamlEntry, lines: readonly string[]): Edit {
  const { path, text } = source.file;
  const eol = eolAt(source, entry.span.start);
  const end = text.indexOf("\n", Math.max(entry.span.start, entry.span.end - 1));
  if (end < 0) return { file: path, start: text.length, end: text.length, text: eol + lines.join(eol) };
  return { file: path, start: end + 1, end: end + 1, text: lines.map((line) => line + eol).join("") };
}
