import type { Problem, SourceFile, Span } from "../../model/span.ts";
import { expandHostEntry } from "./host-range.ts";
import { addChild, addGroup, addHost, setVar, type Draft } from "./inventory-data.ts";
import { linesOf, spanIn, type Line } from "./lines.ts";
import { shlexSplit } from "./shlex.ts";
import { parseHostAddress } from "./host-address.ts";

type Section = "hosts" | "children" | "vars";

interface Pending {
  readonly state: "children" | "vars";
  readonly parents: readonly string[];
  readonly span: Span;
}

interface Reading {
  readonly file: SourceFile;
  readonly draft: Draft;
  /** Groups that were mentioned before they are declared. */
  readonly pending: Map<string, Pending>;
  group: string;
  section: Section;
}

const SECTION = /^\[([^:\]\s]+)(?::(\w+))?\]\s*(?:#.*)?$/;
const GROUP_NAME = /^([^:\]\s]+)\s*(?:#.*)?$/;

/**
 * Reads an INI inventory into the draft. Returns what makes Ansible refuse the file (then the draft has what stood
 * before it), null when all is well.
 * https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html
 */
export function readIniInventory(file: SourceFile, draft: Draft): Problem | null {
  const reading: Reading = { file, draft, pending: new Map(), group: "ungrouped", section: "hosts" };
  for (const line of linesOf(file)) {
    if (line.text === "" || line.text.startsWith("#") || line.text.startsWith(";")) continue;
    const why = readLine(reading, line);
    if (why !== null) return { span: spanIn(file, line), message: why };
  }
  const [undeclared] = reading.pending;
  if (!undeclared) return null;
  const [name, { state, parents, span }] = undeclared;
  const where = state === "vars" ? `[${name}:vars]` : `[${parents.at(-1) ?? ""}:children]`;
  return { span, message: `${where} names the group \`${name}\`, which has no section of its own` };
}

function readLine(reading: Reading, line: Line): string | null {
  const section = SECTION.exec(line.text);
  if (section) return openSection(reading, section[1] ?? "", section[2] ?? "hosts", line);
  if (line.text.startsWith("[") && line.text.endsWith("]"))
    return `\`${line.text}\` is no section: write [group], [group:children] or [group:vars]`;
  if (reading.section === "vars") return readVar(reading, line);
  if (reading.section === "children") return readChild(reading, line);
  return readHost(reading, line);
}

function openSection(reading: Reading, name: string, kind: string, line: Line): string | null {
  if (kind !== "hosts" && kind !== "children" && kind !== "vars") {
    return `[${name}:${kind}] is no kind of section: use [${name}], [${name}:children] or [${name}:vars]`;
  }
  const span = spanIn(reading.file, line);
  reading.group = name;
  reading.section = kind;
  const { pending, draft } = reading;
  if (!draft.groups.has(name)) {
    if (kind === "vars" && !pending.has(name)) pending.set(name, { state: "vars", parents: [], span });
    addGroup(draft, name, span);
  }
  const waiting = pending.get(name);
  if (!waiting || kind === "vars") return null;
  pending.delete(name);
  const loop = waiting.parents.find((parent) => !addChild(draft, parent, name));
  return loop === undefined ? null : loopMessage(loop, name);
}

function readVar(reading: Reading, line: Line): string | null {
  const equals = line.text.indexOf("=");
  if (equals < 0) return `\`${line.text}\` is no variable: write name=value`;
  const group = reading.draft.groups.get(reading.group);
  if (group) setVar(group, line.text.slice(0, equals).trim(), unquoted(line.text.slice(equals + 1).trim()));
  return null;
}

function readChild(reading: Reading, line: Line): string | null {
  const child = GROUP_NAME.exec(line.text)?.[1];
  if (child === undefined) return `\`${line.text}\` is no group name`;
  const { draft, pending, group } = reading;
  if (draft.groups.has(child)) return addChild(draft, group, child) ? null : loopMessage(group, child);
  const waiting = pending.get(child);
  const parents = [...(waiting?.parents ?? []), group];
  pending.set(child, { state: "children", parents, span: waiting?.span ?? spanIn(reading.file, line) });
  return null;
}

function readHost(reading: Reading, line: Line): string | null {
  const words = shlexSplit(line.text, { comments: true });
  const entry = words?.[0];
  if (!words || entry === undefined) return `\`${line.text}\` has a quote that is not closed`;
  const address = parseHostAddress(entry);
  if (entry.trim().endsWith(":") && (address?.port ?? null) === null) return `\`${entry}\` ends in ":" without a port`;
  if (entry.trim() === "---") return "`---` starts a YAML file, and this one is read as INI";
  const vars = words.slice(1);
  const odd = vars.find((word) => !word.includes("="));
  if (odd !== undefined) return `\`${odd}\` after the host is no variable: write name=value`;
  const expanded = expandHostEntry(entry);
  if (!expanded.ok) return expanded.why;
  const group = addGroup(reading.draft, reading.group, null);
  const span = spanIn(reading.file, line);
  for (const name of expanded.hosts) {
    const host = addHost(reading.draft, name, group, span);
    for (const word of vars)
      setVar(host, word.slice(0, word.indexOf("=")), unquoted(word.slice(word.indexOf("=") + 1)));
  }
  return null;
}

function loopMessage(parent: string, child: string): string {
  return `\`${child}\` cannot be a child of \`${parent}\`: it contains it already`;
}

/** Values are Python literals where they can be; for text that means one pair of quotes around it. */
function unquoted(value: string): string {
  const match = /^(["'])(.*)\1$/.exec(value);
  return match?.[2] !== undefined && !match[2].includes(match[1] ?? "") ? match[2] : value;
}
