import type { Concurrency } from "../ecosystems/github-actions/index.ts";
import type { Edit } from "../model/report.ts";
import type { SourceFile, Span } from "../model/span.ts";
import { entryOf, type YamlEntry, type YamlMap } from "../syntax/yaml/index.ts";
import { indentOf, insertAfter, isFlow, jobMap, jobOf, scalar, stepOf, workflowText, type WorkflowText } from "./workflow-text.ts";

/** How a group shall stand in the file. */
export interface GroupText {
  readonly name: string;
  /** `queue: max`, else `cancel-in-progress: false` is written out. */
  readonly keepAll: boolean;
}

/** Where a new key of a job goes: after what says where it runs. */
const ANCHORS = ["runs-on", "uses", "needs", "if", "name"];

/** The edits that give a job this group, whether it has one yet or not; null where its text cannot be edited. */
export function giveJobGroup(file: SourceFile, job: string, group: GroupText): readonly Edit[] | null {
  const existing = jobOf(file, job)?.concurrency;
  if (existing) return setGroup(file, existing, group);
  const source = workflowText(file);
  const map = jobMap(source, job);
  if (!map) return null;
  if (isFlow(source, map)) return [flowInsert(source, map, `concurrency: ${flowGroup(group)}`)];
  const anchor = ANCHORS.map((key) => entryOf(map, key)).find((entry) => entry !== null) ?? map.entries[0];
  const first = map.entries[0];
  if (!anchor || !first) return null;
  const indent = indentOf(source, first.keySpan.start);
  return [insertAfter(source, anchor, [`${indent}concurrency:`, ...groupLines(group, indent + stepOf(source))])];
}

function groupLines({ name, keepAll }: GroupText, indent: string): readonly string[] {
  return [`${indent}group: ${scalar(name)}`, keepAll ? `${indent}queue: max` : `${indent}cancel-in-progress: false`];
}

function flowGroup({ name, keepAll }: GroupText): string {
  const quoted = /[{}[\],]/u.test(name) ? `"${name}"` : scalar(name);
  return `{ group: ${quoted}, ${keepAll ? "queue: max" : "cancel-in-progress: false"} }`;
}

function flowInsert(source: WorkflowText, map: YamlMap, text: string): Edit {
  const first = map.entries[0];
  const at = first ? first.keySpan.start : map.span.start + 1;
  return { file: source.file.path, start: at, end: at, text: first ? `${text}, ` : text };
}

/** The edits that give an existing block this name, and let nothing be cancelled or (`keepAll`) dropped. */
export function setGroup(file: SourceFile, concurrency: Concurrency, group: GroupText): readonly Edit[] | null {
  if (concurrency.shorthand) return [shorthandToMapping(file, concurrency, group)];
  if (!concurrency.group) return null;
  const renamed = concurrency.group.text === group.name ? [] : [replace(concurrency.group.span, quotedLike(file, concurrency.group.span, group.name))];
  return [...renamed, ...(group.keepAll ? keepAll(file, concurrency) : stopCancelling(file, concurrency))];
}

function shorthandToMapping(file: SourceFile, concurrency: Concurrency, group: GroupText): Edit {
  const source = workflowText(file);
  const indent = indentOf(source, concurrency.keySpan.start);
  const inFlow = file.text.slice(file.text.lastIndexOf("\n", concurrency.keySpan.start) + 1, concurrency.keySpan.start).trim() !== "";
  if (inFlow) return replace(concurrency.valueSpan, flowGroup(group));
  const written = file.text.slice(concurrency.valueSpan.start, concurrency.valueSpan.end);
  const name = concurrency.group && concurrency.group.text === group.name ? written : scalar(group.name);
  const inner = indent + stepOf(source);
  const start = file.text.lastIndexOf(":", concurrency.valueSpan.start) + 1;
  const text = `${source.eol}${inner}group: ${name}${source.eol}${inner}${group.keepAll ? "queue: max" : "cancel-in-progress: false"}`;
  return { file: file.path, start, end: concurrency.valueSpan.end, text };
}

/** `queue: max`, which excludes cancelling. */
export function keepAll(file: SourceFile, concurrency: Concurrency): readonly Edit[] {
  const edits: Edit[] = [];
  const cancels = concurrency.cancelInProgress;
  if (cancels && cancels.value !== false) edits.push(replace(cancels.span, "false"));
  if (concurrency.queue) return concurrency.queue.text === "max" ? edits : [...edits, replace(concurrency.queue.span, "max")];
  return [...edits, addKey(file, concurrency, "queue: max")];
}

/** `cancel-in-progress: false`. */
export function stopCancelling(file: SourceFile, concurrency: Concurrency, value = "false"): readonly Edit[] {
  const cancels = concurrency.cancelInProgress;
  if (cancels) return cancels.text === value ? [] : [replace(cancels.span, value)];
  return concurrency.queue ? [] : [addKey(file, concurrency, `cancel-in-progress: ${value}`)];
}

/** One more key at the end of the block, in its own manner. */
function addKey(file: SourceFile, concurrency: Concurrency, text: string): Edit {
  const source = workflowText(file);
  const value = file.text[concurrency.valueSpan.start];
  const last = lastKey(source, concurrency);
  if (value === "{" || !last) {
    const close = file.text.lastIndexOf("}", concurrency.valueSpan.end - 1);
    const spaced = file.text[close - 1] === " ";
    const at = spaced ? close - 1 : close;
    return { file: file.path, start: at, end: at, text: `, ${text}` };
  }
  return insertAfter(source, last, [`${indentOf(source, last.keySpan.start)}${text}`]);
}

function lastKey(source: WorkflowText, concurrency: Concurrency): YamlEntry | null {
  const found = findMap(source.root, concurrency.valueSpan);
  return found?.entries.at(-1) ?? null;
}

function findMap(node: YamlMap | null, span: Span): YamlMap | null {
  if (!node) return null;
  if (node.span.start === span.start) return node;
  for (const { value } of node.entries) {
    if (value.kind !== "map" || value.span.start > span.start || value.span.end < span.end) continue;
    const found = findMap(value, span);
    if (found) return found;
  }
  return null;
}

function replace({ file, start, end }: Span, text: string): Edit {
  return { file, start, end, text };
}

/** The quotes that stood there stay. */
function quotedLike(file: SourceFile, span: Span, name: string): string {
  const quote = file.text[span.start];
  if (quote === "\"" || quote === "'") return `${quote}${name}${quote}`;
  return scalar(name);
}
