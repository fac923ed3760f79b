import { callsOf, helpersAround, throughHelper } from "./helpers.ts";
import { commandsOfLine, readString, wordOf, type FoundCall, type StringLiteral } from "./literals.ts";

/** How a language writes what is looked for. */
export interface Syntax {
  /** Ends just before the opening parenthesis (or template) of a call that starts a program. */
  readonly calls: RegExp;
  readonly lineComment: string;
  readonly blockComment: readonly [string, string] | null;
  /** The string that starts at an offset; null where none does. */
  string(text: string, at: number): StringLiteral | null;
  /** Assignments to a name that hold a list or a string: the offset behind `=`. */
  assignment(name: string): RegExp;
  /** A call whose words are separate arguments: `spawn("helm", ["upgrade"])`, `exec("helm", "upgrade")`. */
  readonly separate: RegExp;
  /** A tagged template is a command line: `$`…``. */
  readonly templates: RegExp | null;
  /** The beginning of a function, its name in one of its groups. */
  readonly definition: RegExp;
}

/** A call that starts a program, with the command lines that can be read in it. */
export interface ScannedCall {
  readonly start: number;
  readonly found: readonly FoundCall[];
}

const MOST = 500;

/**
 * Calls that start programs, with the words of their first arguments, also through a function of the script that only
 * passes its words on. What stands in other strings does not count.
 */
export function findCalls(text: string, syntax: Syntax): readonly FoundCall[] {
  const direct = scan(text, syntax);
  const passed = helpersAround(text, direct, syntax).flatMap((helper) =>
    throughHelper(helper, scan(text, { ...syntax, calls: callsOf(helper), separate: ANY, templates: null })),
  );
  const starts = new Set(passed.map(({ start }) => start));
  const own = direct.flatMap(({ found }) => found).filter(({ start }) => !starts.has(start));
  return [...own, ...passed].sort((a, b) => a.start - b.start);
}

const ANY = /(?:)/;

function scan(text: string, syntax: Syntax): readonly ScannedCall[] {
  const calls: ScannedCall[] = [];
  let at = 0;
  while (at < text.length && calls.length < MOST) {
    const template = syntax.templates ? matchAt(syntax.templates, text, at) : null;
    const call = template ? null : matchAt(syntax.calls, text, at);
    if (template && !isWordBefore(text, at)) {
      const literal = readString(text, at + template.length, "`", "${");
      const start = at;
      calls.push({ start, found: commandsOfLine(literal).map((words) => ({ words, start, end: literal.end })) });
      at = literal.end;
    } else if (call && !isWordBefore(text, at)) {
      const found = readCall(text, at, at + call.length, syntax.separate.test(call), syntax);
      calls.push({ start: at, found });
      at += call.length;
    } else at = next(text, at, syntax);
  }
  return calls;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** The name goes on to the left. `require("child_process").execSync` is a name all the same. */
function isWordBefore(text: string, at: number): boolean {
  return text[at - 1] === "." ? text[at - 2] !== ")" : /[\w$]/.test(text[at - 1] ?? "");
}

/** Over a comment, a string or one character. */
function next(text: string, at: number, syntax: Syntax): number {
  if (text.startsWith(syntax.lineComment, at)) return endOf(text, "\n", at);
  const [open, close] = syntax.blockComment ?? ["", ""];
  if (open !== "" && text.startsWith(open, at)) return endOf(text, close, at + open.length);
  const string = isWordBefore(text, at) && !/["'`]/.test(text[at] ?? "") ? null : syntax.string(text, at);
  return string ? Math.max(string.end, at + 1) : at + 1;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end + mark.length;
}

function readCall(text: string, start: number, open: number, separate: boolean, syntax: Syntax): readonly FoundCall[] {
  const at = skipBlank(text, open);
  const list = readList(text, at, syntax) ?? resolveName(text, at, syntax);
  if (list) return [{ words: list.words, start, end: list.end }];
  const string = syntax.string(text, at);
  if (!string) return nameOnly(text, at, start, syntax);
  if (!separate) return commandsOfLine(string).map((words) => ({ words, start, end: string.end }));
  const more = readArguments(text, string.end, syntax);
  // `execFile` and `spawn` with one string hold a program, `exec("helm upgrade")` of some libraries a line.
  const program = wordOf(string);
  if (more.words.length === 0 && program !== null && /\s/.test(program))
    return commandsOfLine(string).map((words) => ({ words, start, end: string.end }));
  return [{ words: [program, ...more.words], start, end: Math.max(string.end, more.end) }];
}

/** `subprocess.run(cmd)`: what was last assigned to the name before. */
function nameOnly(text: string, at: number, start: number, syntax: Syntax): readonly FoundCall[] {
  const name = /^[A-Za-z_]\w*/.exec(text.slice(at, at + 60))?.[0];
  const value = name ? lastAssigned(text.slice(0, start), name, syntax) : null;
  const string = value === null ? null : syntax.string(text, value);
  return string ? commandsOfLine(string).map((words) => ({ words, start, end: at + (name?.length ?? 0) })) : [];
}

interface Words {
  readonly words: readonly (string | null)[];
  readonly end: number;
}

function resolveName(text: string, at: number, syntax: Syntax): Words | null {
  const name = /^[A-Za-z_]\w*/.exec(text.slice(at, at + 60))?.[0];
  const value = name ? lastAssigned(text.slice(0, at), name, syntax) : null;
  const list = value === null ? null : readList(text, value, syntax);
  return list && { words: list.words, end: at + (name?.length ?? 0) };
}

function lastAssigned(text: string, name: string, syntax: Syntax): number | null {
  let last: number | null = null;
  for (const match of text.matchAll(syntax.assignment(name))) last = skipBlank(text, match.index + match[0].length);
  return last;
}

function skipBlank(text: string, at: number): number {
  let end = at;
  while (/\s/.test(text[end] ?? "")) end += 1;
  return end;
}

/** `["helm", "upgrade", name]`, `("helm", "x")` behind `[`. Null where no list stands here. */
function readList(text: string, at: number, syntax: Syntax): Words | null {
  if (text[at] !== "[") return null;
  const words: (string | null)[] = [];
  let end = skipBlank(text, at + 1);
  while (end < text.length && text[end] !== "]" && words.length < 200) {
    const string = syntax.string(text, end);
    const item = string ? string.end : endOfItem(text, end);
    const after = skipBlank(text, item);
    const whole = string && /[,\]]/.test(text[after] ?? "");
    words.push(string && whole ? wordOf(string) : null);
    end = skipBlank(text, whole ? after : endOfItem(text, item));
    if (text[end] === ",") end = skipBlank(text, end + 1);
  }
  return { words, end: end + 1 };
}

/** Further arguments of a call: strings, and the items of a list. */
function readArguments(text: string, from: number, syntax: Syntax): Words {
  const words: (string | null)[] = [];
  let end = skipBlank(text, from);
  while (text[end] === "," && words.length < 200) {
    const at = skipBlank(text, end + 1);
    const list = readList(text, at, syntax);
    const string = list ? null : syntax.string(text, at);
    if (!list && !string) break;
    words.push(...(list ? list.words : string ? [wordOf(string)] : []));
    end = skipBlank(text, list?.end ?? string?.end ?? at);
  }
  return { words, end };
}

/** The end of an expression in a list, over brackets. */
function endOfItem(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const c = text[at] ?? "";
    if (/[([{]/.test(c)) depth += 1;
    if (depth === 0 && /[,\])}]/.test(c)) return at;
    if (/[)\]}]/.test(c)) depth -= 1;
  }
  return text.length;
}
