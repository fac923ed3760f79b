import type { Problem, SourceFile, Span } from "../../model/span.ts";
import { linesOf, spanIn, type Line } from "./lines.ts";

export interface Setting {
  readonly value: string;
  readonly span: Span;
}

export interface SettingsFile {
  readonly path: string;
  /** By `section.key`, keys in lower case. */
  readonly settings: ReadonlyMap<string, Setting>;
  /** What Ansible's parser refuses; the settings before it are kept here. */
  readonly problems: readonly Problem[];
}

/**
 * Reads `ansible.cfg` as Python's configparser does with Ansible's options: `=` or `:`, keys without case, `#` and `;`
 * comment lines, ` ;` begins a comment within a line, indented lines continue a value.
 * https://docs.python.org/3/library/configparser.html#supported-ini-file-structure
 */
export function readSettingsFile(file: SourceFile): SettingsFile {
  const settings = new Map<string, Setting>();
  const problems: Problem[] = [];
  let section: string | null = null;
  let last: string | null = null;
  for (const line of linesOf(file)) {
    const text = withoutComment(line.text);
    if (text === "") continue;
    if (line.indented && last !== null) {
      const before = settings.get(last);
      if (before) settings.set(last, { ...before, value: `${before.value}\n${text}`.trim() });
      continue;
    }
    const header = /^\[(.+)\]/.exec(text)?.[1];
    if (header !== undefined) {
      section = header;
      last = null;
      continue;
    }
    const entry = readEntry(file, line, text);
    if (section === null || !entry) {
      problems.push({ span: spanIn(file, line), message: wrong(text, section) });
      last = null;
      continue;
    }
    last = `${section}.${entry.key}`;
    settings.set(last, entry.setting);
  }
  return { path: file.path, settings, problems };
}

function withoutComment(text: string): string {
  if (text.startsWith("#") || text.startsWith(";")) return "";
  const inline = /\s;/.exec(text);
  return inline ? text.slice(0, inline.index).trim() : text;
}

function readEntry(
  file: SourceFile,
  line: Line,
  text: string,
): { readonly key: string; readonly setting: Setting } | null {
  const match = /^(.+?)\s*[=:]\s*(.*)$/.exec(text);
  const key = match?.[1];
  if (key === undefined) return null;
  return { key: key.toLowerCase(), setting: { value: match?.[2] ?? "", span: spanIn(file, line, 0, text.length) } };
}

function wrong(text: string, section: string | null): string {
  return section === null
    ? `\`${text}\` stands before the first [section]`
    : `\`${text}\` is no setting: write name = value`;
}
