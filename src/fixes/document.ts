import type { Audit } from "../audit/model.ts";
import { UNWRITTEN } from "../config/unwritten.ts";
import type { Finding } from "../model/finding.ts";
import type { Edit } from "../model/report.ts";
import { entryOf, isNull } from "../syntax/yaml/index.ts";
import type { Candidate } from "./types.ts";
import { indentOf, insertAfter, isFlow, workflowText } from "./workflow-text.ts";

/** Findings that a written reason settles: nothing is unsafe, somebody only has to say why it is meant so. */
export const SETTLED_BY_A_REASON: ReadonlySet<string> = new Set(["over-restricted", "under-capacity"]);

/** An entry in the config whose reason a person fills in; nothing where the config lies outside of the audited root. */
export function proposeReason(audit: Audit, finding: Finding): readonly Candidate[] {
  const path = audit.config.file ?? "signalbox.yml";
  if (!SETTLED_BY_A_REASON.has(finding.rule) || finding.target === null || path.startsWith("..")) return [];
  const edit = entryIn(audit, path, finding.rule, finding.target);
  if (!edit) return [];
  const title = `Write down in ${path} why this is meant so; until its \`because\` is filled in the audit asks for it`;
  return [{ title, safety: "unsafe", edits: [edit], brings: ["stale-declaration"] }];
}

function entryIn(audit: Audit, path: string, rule: string, target: string): Edit | null {
  const read = audit.tree.read(path);
  if (read && !read.ok) return null;
  const text = read?.file.text ?? "";
  const source = workflowText({ path, text });
  const list = entryOf(source.root, "ignore");
  if (!list || isNull(list.value))
    return list ? null : atEnd(path, text, source.eol, [["ignore:"], lines(rule, target, "  ")].flat());
  const last = list.value.kind === "list" ? list.value.items.at(-1) : undefined;
  if (
    !last ||
    source.file.text[list.value.span.start] === "[" ||
    (last.kind === "map" && isFlow(source, last) && list.alias)
  )
    return null;
  const dash = text.lastIndexOf("-", last.span.start);
  const indent = indentOf(source, dash);
  return insertAfter(source, { ...list, span: { ...last.span } }, lines(rule, target, indent));
}

function lines(rule: string, target: string, indent: string): readonly string[] {
  return [
    `${indent}- rule: ${rule}`,
    `${indent}  target: ${JSON.stringify(target)}`,
    `${indent}  because: ${JSON.stringify(UNWRITTEN)}`,
  ];
}

function atEnd(path: string, text: string, eol: string, added: readonly string[]): Edit {
  const before = text === "" || text.endsWith("\n") ? "" : eol;
  return { file: path, start: text.length, end: text.length, text: `${before}${added.join(eol)}${eol}` };
}
