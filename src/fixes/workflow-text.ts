import { parseWorkflow, type Job } from "../ecosystems/github-actions/index.ts";
import type { Edit } from "../model/report.ts";
import type { SourceFile } from "../model/span.ts";
import { entryOf, mapAt, parseYaml, type YamlEntry, type YamlMap } from "../syntax/yaml/index.ts";

/** A workflow as text, with what edits need to match its manner of writing. */
export interface WorkflowText {
  readonly file: SourceFile;
  readonly eol: string;
  readonly root: YamlMap | null;
}

export function workflowText(file: SourceFile): WorkflowText {
  const root = parseYaml(file).documents[0]?.root ?? null;
  return { file, eol: file.text.includes("\r\n") ? "\r\n" : "\n", root: root?.kind === "map" ? root : null };
}

export function jobOf(file: SourceFile, id: string): Job | null {
  return parseWorkflow(file).workflow?.jobs.find((job) => job.id === id) ?? null;
}

export function jobMap(source: WorkflowText, id: string): YamlMap | null {
  return mapAt(source.root, "jobs", id);
}

export function isFlow(source: WorkflowText, map: YamlMap): boolean {
  return source.file.text[map.span.start] === "{";
}

/** The blanks before the first key of a block. */
export function indentOf(source: WorkflowText, offset: number): string {
  const { text } = source.file;
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ ]*/u.exec(text.slice(start, offset))?.[0] ?? "";
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

/** New lines directly after an entry of a block mapping, comments at its end included. */
export function insertAfter(source: WorkflowText, entry: YamlEntry, lines: readonly string[]): Edit {
  const { path, text } = source.file;
  const end = text.indexOf("\n", Math.max(entry.span.start, entry.span.end - 1));
  if (end < 0) return { file: path, start: text.length, end: text.length, text: source.eol + lines.join(source.eol) };
  return { file: path, start: end + 1, end: end + 1, text: lines.map((line) => line + source.eol).join("") };
}

/** A scalar as YAML, quoted where it must be. */
export function scalar(text: string): string {
  const plain = /^[A-Za-z0-9_./$][^#:]*$/u.test(text.replaceAll(/\$\{\{.*?\}\}/gu, "x")) && !/[\s:]$/u.test(text) && !/^\d+$|^(?:true|false|null|yes|no|on|off|~)$/iu.test(text);
  return plain ? text : `"${text.replaceAll("\\", "\\\\").replaceAll("\"", "\\\"")}"`;
}

