import type { Concurrency } from "../ecosystems/github-actions/index.ts";
import type { Edit } from "../model/report.ts";
import type { SourceFile, Span } from "../model/span.ts";
import { entryOf, type YamlMap } from "../syntax/yaml/index.ts";
import {
  eolAt,
  indentOf,
  insertAfter,
  isFlow,
  jobMap,
  jobOf,
  mapStartingAt,
  stepOf,
  workflowText,
  type WorkflowText,
} from "./workflow-text.ts";
import { flowScalar, quotedLike, scalar } from "./yaml-text.ts";

/** How a group shall stand in the file. */
export interface GroupText {
  readonly name: string;
  /** `queue: max`; false: `cancel-in-progress: false` is written out; null: what is there stays. */
  readonly keepAll: boolean | null;
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
  return [`${indent}group: ${scalar(name)}`, ...settings(keepAll).map((line) => indent + line)];
}

function flowGroup({ name, keepAll }: GroupText): string {
  return `{ ${[`group: ${flowScalar(name)}`, ...settings(keepAll)].join(", ")} }`;
}

function settings(keepAll: GroupText["keepAll"]): readonly string[] {
  if (keepAll === null) return [];
  return [keepAll ? "queue: max" : "cancel-in-progress: false"];
}

function flowInsert(source: WorkflowText, map: YamlMap, text: string): Edit {
  const first = map.entries[0];
  const at = first ? first.keySpan.start : map.span.start + 1;
  return { file: source.file.path, start: at, end: at, text: first ? `${text}, ` : text };
}

/** The edits that give an existing block this name, and let nothing be cancelled or (`keepAll`) dropped. */
export function setGroup(file: SourceFile, concurrency: Concurrency, group: GroupText): readonly Edit[] | null {
  if (isAlias(concurrency)) return concurrency.group ? aliasToMapping(file, concurrency, group) : null;
  const { group: named } = concurrency;
  const keeps = named !== null && named.text === group.name;
  if (concurrency.shorthand) {
    if (named && group.keepAll === null) return keeps ? [] : [renamed(file, named.span, group.name)];
    return shorthandToMapping(file, concurrency, group);
  }
  if (!named) return null;
  const first = keeps ? [] : [renamed(file, named.span, group.name)];
  if (group.keepAll === null) return first;
  return [...first, ...(group.keepAll ? keepAll(file, concurrency) : stopCancelling(file, concurrency))];
}

/** The block is written at its anchor, which others share. */
function isAlias({ span, valueSpan }: Concurrency): boolean {
  return valueSpan.start < span.start || valueSpan.end > span.end;
}

/** The alias gives way to a block of its own, so that the anchor's other users keep theirs. */
function aliasToMapping(file: SourceFile, { keySpan, span }: Concurrency, group: GroupText): readonly Edit[] {
  return mappingAt(file, keySpan, span.end, "", group);
}

function shorthandToMapping(
  file: SourceFile,
  { keySpan, valueSpan, group: named }: Concurrency,
  group: GroupText,
): readonly Edit[] {
  // The name keeps its quotes where it stays.
  const written = named && named.text === group.name ? file.text.slice(valueSpan.start, valueSpan.end) : null;
  const anchor = /&[^\s,[\]{}]+/u.exec(file.text.slice(keySpan.end, valueSpan.start))?.[0] ?? "";
  return mappingAt(file, keySpan, Math.max(valueSpan.end, keySpan.end + 1), anchor, group, written);
}

/** A mapping in place of whatever stands between the key and `end`; a comment behind that stays with the name. */
function mappingAt(
  file: SourceFile,
  key: Span,
  end: number,
  anchor: string,
  group: GroupText,
  written: string | null = null,
): readonly Edit[] {
  const source = workflowText(file);
  const start = file.text.indexOf(":", key.end) + 1;
  const mark = anchor === "" ? "" : ` ${anchor}`;
  const inFlow = file.text.slice(file.text.lastIndexOf("\n", key.start) + 1, key.start).trim() !== "";
  if (inFlow) return [{ file: file.path, start, end, text: `${mark} ${flowGroup(group)}` }];
  const eol = eolAt(source, key.start) + indentOf(source, key.start) + stepOf(source);
  const first = { file: file.path, start, end, text: `${mark}${eol}group: ${written ?? scalar(group.name)}` };
  const more = settings(group.keepAll)
    .map((line) => eol + line)
    .join("");
  const comment = /^[ \t]+#[^\r\n]*/u.exec(file.text.slice(end))?.[0] ?? "";
  if (comment === "") return [{ ...first, text: first.text + more }];
  const at = end + comment.length;
  return more === "" ? [first] : [first, { file: file.path, start: at, end: at, text: more }];
}

/** `queue: max`, which excludes cancelling. */
export function keepAll(file: SourceFile, concurrency: Concurrency): readonly Edit[] {
  if (concurrency.shorthand)
    return setGroup(file, concurrency, { name: concurrency.group?.text ?? "", keepAll: true }) ?? [];
  const cancels = concurrency.cancelInProgress;
  const still = cancels && cancels.value !== false ? [replace(cancels.span, "false")] : [];
  if (concurrency.queue)
    return concurrency.queue.text === "max" ? still : [...still, replace(concurrency.queue.span, "max")];
  return [...still, addKey(file, concurrency, "queue: max")];
}

/** `cancel-in-progress: false`. */
export function stopCancelling(file: SourceFile, concurrency: Concurrency, value = "false"): readonly Edit[] {
  const cancels = concurrency.cancelInProgress;
  if (cancels) return cancels.text === value ? [] : [replace(cancels.span, value)];
  return concurrency.queue || concurrency.shorthand ? [] : [addKey(file, concurrency, `cancel-in-progress: ${value}`)];
}

/** One more key at the end of the block, in its own manner. */
function addKey(file: SourceFile, concurrency: Concurrency, text: string): Edit {
  const source = workflowText(file);
  const last = mapStartingAt(source.root, concurrency.valueSpan.start)?.entries.at(-1);
  if (file.text[concurrency.valueSpan.start] === "{" || !last) {
    const close = file.text.lastIndexOf("}", concurrency.valueSpan.end - 1);
    const before = file.text.slice(0, close).trimEnd();
    const comma = before.endsWith(",") || before.endsWith("{") ? "" : ",";
    return { file: file.path, start: before.length, end: before.length, text: `${comma} ${text}` };
  }
  return insertAfter(source, last, [`${indentOf(source, last.keySpan.start)}${text}`]);
}

function renamed(file: SourceFile, span: Span, name: string): Edit {
  const before = file.text.slice(span.start, span.end);
  const inFlow = /[{,]\s*(?:"group"|'group'|group)\s*:\s*$/u.test(file.text.slice(0, span.start));
  return replace(span, inFlow && !/^["']/u.test(before) ? flowScalar(name) : quotedLike(before, name));
}

function replace({ file, start, end }: Span, text: string): Edit {
  return { file, start, end, text };
}
