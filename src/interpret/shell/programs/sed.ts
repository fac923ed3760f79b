import { EMPTY, literalOf, type Text } from "../../../values/text.ts";
import type { Call, Program } from "../call.ts";
import { isTooCostly } from "../patterns.ts";
import { resolvePath } from "../paths.ts";
import { basicRegex, extendedRegex } from "../regex.ts";
import { replaceFile } from "../streams.ts";
import { joinLines, linesOf, mapWhole } from "../texts.ts";
import { readOptions } from "../words.ts";
import { answered, fileText, inputOf } from "./input.ts";
import { hasMark, marked, newMarks, unmarked, type Marks } from "./marks.ts";
import { table } from "../../../values/table.ts";

type Address =
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "last" }
  | { readonly kind: "regex"; readonly regex: RegExp };

interface Command {
  readonly from: Address | null;
  readonly to: Address | null;
  readonly inverted: boolean;
  readonly action: { readonly kind: "delete" } | { readonly kind: "print" } | { readonly kind: "quit" } | Substitution;
}

interface Substitution {
  readonly kind: "substitute";
  readonly regex: RegExp;
  readonly source: string;
  readonly by: readonly (string | number)[];
  readonly global: boolean;
  readonly nth: number;
  readonly prints: boolean;
}

/** `sed`: substitutions, deletions and prints with their addresses. https://www.gnu.org/software/sed/manual/sed.html */
const sed: Program = (call) => {
  const { flags, values, operands } = readOptions(call.argv.slice(1).map(inPlaceFlag), [
    "e",
    "f",
    "expression",
    "file",
  ]);
  if (values.has("f") || values.has("file")) return null;
  const scripts = scriptsOf(call);
  const script = scripts.length > 0 ? scripts : operands.slice(0, 1);
  const files = scripts.length > 0 ? operands : operands.slice(1);
  const marks = newMarks();
  const known = script.map((each) => marked(each, marks));
  const extended = flags.has("E") || flags.has("r") || flags.has("regexp-extended");
  const commands = known.map((each) => parseScript(each, extended));
  const all = commands.some((each) => each === null) ? null : commands.flatMap((each) => each ?? []);
  const quiet = flags.has("n") || flags.has("quiet") || flags.has("silent");
  const apply = (text: Text): Text | null =>
    all ? editMarked(text, all, quiet, `sed ${known.join("; ")}`, marks) : null;
  if (flags.has("i") || flags.has("in-place")) return inPlace(call, files, apply);
  const input = inputOf(call, files);
  if (!input) return answered(call.world, EMPTY, 2);
  const out = apply(input.text);
  return out && answered(input.world, out);
};

/** Unknown parts of a replacement are carried over as marks; one in a pattern, or in the text too, is too much. */
function editMarked(text: Text, commands: readonly Command[], quiet: boolean, name: string, marks: Marks): Text | null {
  if (marks.parts.length === 0) return edit(text, commands, quiet, name);
  const patterns = commands.flatMap(({ from, to, action }) =>
    [from, to, action].map((each) => (each && "regex" in each ? each.regex.source : "")),
  );
  const known = literalOf(text);
  if (known === null || patterns.some(hasMark)) return null;
  return unmarked(editKnown(known, commands, quiet), marks);
}

/** `-i.bak` is `-i` for what matters here. */
function inPlaceFlag(word: Text): Text {
  return /^-i./.test(literalOf(word) ?? "") ? ["-i"] : word;
}

/** All `-e` scripts; a map of options keeps only the last. */
function scriptsOf(call: Call): readonly Text[] {
  const words = call.argv.slice(1);
  return words.flatMap((word, index) =>
    /^(?:-[nrEsz]*e|--expression)$/.test(literalOf(word) ?? "") && words[index + 1] ? [words[index + 1] as Text] : [],
  );
}

function inPlace(call: Call, files: readonly Text[], apply: (text: Text) => Text | null): ReturnType<Program> {
  let { world } = call;
  for (const file of files) {
    const text = fileText(call, file);
    if (text === null) return answered(world, EMPTY, 4);
    world = replaceFile(world, resolvePath(world.cwd, file), apply(text));
  }
  return answered(world, EMPTY);
}

/** Null where lines that nobody knows are chosen by what they hold. */
function edit(text: Text, commands: readonly Command[], quiet: boolean, name: string): Text | null {
  const lines = linesOf(text);
  const open = lines.some((line) => literalOf(line) === null);
  const simple = commands.every(
    ({ from, to, action, inverted }) => from === null && to === null && !inverted && action.kind === "substitute",
  );
  if (open && (!simple || quiet) && lines.length === 1) {
    return joinLines([
      mapWhole(lines[0] ?? EMPTY, `${name}${quiet ? " (n)" : ""}`, (value) =>
        editKnown(`${value}\n`, commands, quiet).replace(/\n+$/, ""),
      ),
    ]);
  }
  if (!open) return [editKnown(literalOf(text) ?? "", commands, quiet)].filter((each) => each !== "");
  if (!simple || quiet) return null;
  return joinLines(lines.map((line) => editLine(line, commands, name)));
}

function editLine(line: Text, commands: readonly Command[], name: string): Text {
  return mapWhole(line, name, (value) => editKnown(`${value}\n`, commands, false).replace(/\n$/, ""));
}

function editKnown(text: string, commands: readonly Command[], quiet: boolean): string {
  const ended = text.endsWith("\n") || text === "";
  const lines = (ended ? text.slice(0, -1) : text).split("\n");
  const active = commands.map(() => false);
  let out = "";
  const total = text === "" ? 0 : lines.length;
  for (let index = 0; index < total; index += 1) {
    let line = lines[index] ?? "";
    let deleted = false;
    let quits = false;
    const end = index === total - 1 && !ended ? "" : "\n";
    commands.forEach((command, at) => {
      if (deleted || quits || !applies(command, at, line, index + 1, total, active)) return;
      const { action } = command;
      if (action.kind === "delete") deleted = true;
      else if (action.kind === "quit") quits = true;
      else if (action.kind === "print") out += `${line}\n`;
      else {
        const next = substitute(line, action);
        if (next !== null && action.prints) out += `${next}\n`;
        line = next ?? line;
      }
    });
    if (!deleted && !quiet) out += line + end;
    if (quits) break;
  }
  return out;
}

function applies(
  command: Command,
  at: number,
  line: string,
  number: number,
  total: number,
  active: boolean[],
): boolean {
  const { from, to, inverted } = command;
  const hits = (address: Address): boolean =>
    address.kind === "line"
      ? address.line === number
      : address.kind === "last"
        ? number === total
        : address.regex.test(line);
  if (!from) return !inverted;
  if (!to) return hits(from) !== inverted;
  if (active[at]) {
    if (hits(to) || (to.kind === "line" && number >= to.line)) active[at] = false;
    return !inverted;
  }
  if (!hits(from)) return inverted;
  active[at] = !(to.kind === "line" && to.line <= number);
  return !inverted;
}

function substitute(line: string, { regex, source, by, global, nth }: Substitution): string | null {
  if (isTooCostly(source, line)) return null;
  let count = 0;
  let changed = false;
  const all = new RegExp(regex.source, `${regex.flags.replace("g", "")}g`);
  const out = line.replace(all, (...args: unknown[]) => {
    count += 1;
    const match = String(args[0]);
    if (global ? count < nth : count !== nth) return match;
    changed = true;
    return by.map((piece) => (typeof piece === "string" ? piece : String(args[piece] ?? ""))).join("");
  });
  return changed ? out : null;
}

function parseScript(script: string, extended: boolean): readonly Command[] | null {
  const commands: Command[] = [];
  let rest = script;
  for (;;) {
    rest = rest.replace(/^[\s;]+/, "");
    if (rest === "" || rest.startsWith("#")) return commands;
    const from = parseAddress(rest, extended);
    rest = from ? from.rest : rest;
    const to = from && rest.startsWith(",") ? parseAddress(rest.slice(1), extended) : null;
    if (from && rest.startsWith(",") && !to) return null;
    rest = (to ? to.rest : rest).trimStart();
    const inverted = rest.startsWith("!");
    if (inverted) rest = rest.slice(1).trimStart();
    const action = parseAction(rest, extended);
    if (!action) return null;
    commands.push({ from: from?.address ?? null, to: to?.address ?? null, inverted, action: action.action });
    rest = action.rest;
    if (!/^\s*(?:[;\n]|$)/.test(rest)) return null;
  }
}

function parseAddress(text: string, extended: boolean): { readonly address: Address; readonly rest: string } | null {
  const line = /^\d+/.exec(text);
  if (line) return { address: { kind: "line", line: Number(line[0]) }, rest: text.slice(line[0].length) };
  if (text.startsWith("$")) return { address: { kind: "last" }, rest: text.slice(1) };
  if (!text.startsWith("/") && !text.startsWith("\\")) return null;
  const open = text.startsWith("\\") ? 1 : 0;
  const body = delimited(text, open + 1, text[open] ?? "/");
  const regex = body && extendedRegex(extended ? body.text : basicRegex(body.text));
  return body && regex ? { address: { kind: "regex", regex }, rest: text.slice(body.end) } : null;
}

function parseAction(
  text: string,
  extended: boolean,
): { readonly action: Command["action"]; readonly rest: string } | null {
  const kind = ({ d: "delete", p: "print", q: "quit" } as const)[text[0] ?? ""];
  if (kind) return { action: { kind }, rest: text.slice(1) };
  if (text[0] !== "s") return null;
  const delimiter = text[1] ?? "/";
  const pattern = delimited(text, 2, delimiter);
  const by = pattern && delimited(text, pattern.end, delimiter, true);
  if (!pattern || !by) return null;
  const flags = /^[gIip0-9]*/.exec(text.slice(by.end))?.[0] ?? "";
  const source = extended ? pattern.text : basicRegex(pattern.text);
  const regex = extendedRegex(source, /[Ii]/.test(flags) ? "i" : "");
  const pieces = replacementOf(by.text);
  if (!regex || !pieces) return null;
  const action: Substitution = {
    kind: "substitute",
    regex,
    source,
    by: pieces,
    global: flags.includes("g"),
    nth: Number(/\d+/.exec(flags)?.[0] ?? "1"),
    prints: flags.includes("p"),
  };
  return { action, rest: text.slice(by.end + flags.length) };
}

/**
 * The text up to the next delimiter that is not escaped or in brackets; where it ends. `raw`: brackets mean nothing.
 */
function delimited(
  text: string,
  from: number,
  delimiter: string,
  raw = false,
): { readonly text: string; readonly end: number } | null {
  let out = "";
  for (let at = from; at < text.length; at += 1) {
    const c = text[at] ?? "";
    if (c === delimiter) return { text: out, end: at + 1 };
    if (c === "\\" && at + 1 < text.length) {
      out +=
        text[at + 1] === delimiter && !/[.*[\]^$|+?(){}&\d]/.test(delimiter) ? delimiter : c + (text[at + 1] ?? "");
      at += 1;
    } else if (c === "[" && !raw) {
      const close = text.indexOf("]", at + (text[at + 1] === "^" ? 3 : 2));
      if (close < 0) return null;
      const end = text.slice(at, close).includes("[:") ? text.indexOf("]", text.indexOf(":]", at) + 2) : close;
      out += text.slice(at, end + 1);
      at = end;
    } else out += c;
  }
  return null;
}

/** Replacement text and the numbers of the groups in it; null where it changes the case. */
function replacementOf(text: string): readonly (string | number)[] | null {
  if (/(?<!\\)(?:\\\\)*\\[ULEul]/.test(text)) return null;
  return text
    .split(/(\\\d|&|\\.)/s)
    .filter((piece) => piece !== "")
    .map((piece) => {
      if (/^\\\d$/.test(piece)) return Number(piece[1]);
      if (piece === "&") return 0;
      if (piece === "\\n") return "\n";
      if (piece === "\\t") return "\t";
      return /^\\./s.test(piece) ? piece.slice(1) : piece;
    });
}

export const sedPrograms: Readonly<Record<string, Program>> = table({ sed, gsed: sed });
