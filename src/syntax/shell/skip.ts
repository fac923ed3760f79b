/** A here-document: `<<DELIMITER` and its body. Offsets in the script. */
export interface Heredoc {
  /** Of `<<`. */
  readonly start: number;
  readonly delimiterEnd: number;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** After the line with the delimiter. */
  readonly end: number;
  /** The delimiter is quoted: nothing in the body is expanded. */
  readonly raw: boolean;
  /** `<<-`: leading tabs are removed. */
  readonly stripTabs: boolean;
}

/** Stretches whose inside says nothing about the structure of the script. */
export interface Mask {
  readonly start: number;
  readonly end: number;
  /** What stands there instead: part of a word, or nothing. */
  readonly by: "x" | " ";
}

interface Scan {
  readonly text: string;
  readonly found: Heredoc[];
  readonly masks: Mask[];
  readonly pending: Omit<Heredoc, "bodyStart" | "bodyEnd" | "end">[];
  depth: number;
  /** Brackets in brackets in brackets: the grammar takes quadratic time for what nobody writes. */
  tooDeep: boolean;
  unclosed: number | null;
}

const MAX_DEPTH = 100;
const MAX_BRACKETS = 60;
const COMMAND_FOLLOWS = /^(?:then|do|else|elif|if|while|until|time|in)$/;

function scanOf(text: string): Scan {
  return { text, found: [], masks: [], pending: [], depth: 0, tooDeep: false, unclosed: null };
}

/** What a first look at a script finds. */
export interface Outline {
  /** In order of their operators. */
  readonly heredocs: readonly Heredoc[];
  /** What need not be parsed for the structure. */
  readonly masks: readonly Mask[];
  /** Brackets are nested so deeply that it is not worth parsing. */
  readonly tooDeep: boolean;
  /** Where a quote begins that nothing closes. */
  readonly unclosed: number | null;
}

export function scanScript(text: string): Outline {
  const scan = scanOf(text);
  scanCode(scan, 0, "");
  const { masks, tooDeep, unclosed } = scan;
  return { heredocs: scan.found.sort((a, b) => a.start - b.start), masks, tooDeep, unclosed };
}

/** The offset after the `)` that closes a `$(` whose content starts here; the text's end where nothing closes it. */
export function endOfSubstitution(text: string, start: number): number {
  return scanCode(scanOf(text), start, ")");
}

/** Reads commands from `at` up to the closing character. */
function scanCode(scan: Scan, at: number, closer: string): number {
  const { text } = scan;
  if (scan.depth > MAX_DEPTH) {
    scan.tooDeep = true;
    return text.length;
  }
  scan.depth += 1;
  let parens = 0;
  let cases = 0;
  let atCommand = true;
  let i = at;
  while (i < text.length) {
    const c = text.charCodeAt(i);
    if (isWordChar(c)) {
      const end = endOfName(text, i);
      const word = text.slice(i, end);
      if (atCommand && word === "case") cases += 1;
      if (atCommand && word === "esac" && cases > 0) cases -= 1;
      atCommand = atCommand && COMMAND_FOLLOWS.test(word);
      i = end;
      continue;
    }
    if (c === 41) {
      if (parens === 0 && cases === 0 && closer === ")") break;
      if (parens > 0) parens -= 1;
      atCommand = true;
      i += 1;
      continue;
    }
    if (c === 40) parens += 1;
    if (parens > MAX_BRACKETS) scan.tooDeep = true;
    atCommand =
      c === 10 ||
      c === 59 ||
      c === 38 ||
      c === 124 ||
      c === 40 ||
      c === 123 ||
      c === 33 ||
      (atCommand && (c === 32 || c === 9));
    i = skipOne(scan, i, c);
  }
  scan.depth -= 1;
  return Math.min(i + (closer === "" ? 0 : 1), text.length);
}

/**
 * The offset after whatever starts at `i`: a quoted string, an expansion, a comment, a here-document, one character.
 */
function skipOne(scan: Scan, i: number, c: number): number {
  const { text } = scan;
  switch (c) {
    case 92:
      return text[i + 1] === "\n" || i + 1 >= text.length ? i + 2 : masked(scan, i, i + 2);
    case 39:
      return maskedLiteral(scan, i);
    case 34:
      return maskedString(scan, i);
    case 96:
      return skipBackticks(text, i + 1);
    case 36:
      return skipDollar(scan, i);
    case 35:
      return startsWord(text, i) ? masked(scan, i, endOfLine(text, i), " ") : i + 1;
    case 40:
      return text[i + 1] === "(" && startsWord(text, i) ? (maskedArithmetic(scan, i, i + 2) ?? i + 1) : i + 1;
    case 91:
      return startsWord(text, i) ? maskedTest(scan, i) : i + 1;
    case 60:
      return text.startsWith("<<", i) ? skipHeredocOperator(scan, i) : i + 1;
    case 10:
      return scan.pending.length > 0 ? readBodies(scan, i + 1) : i + 1;
    default:
      return i + 1;
  }
}

/** Masks and goes behind. */
function masked(scan: Scan, start: number, end: number, by: Mask["by"] = "x"): number {
  scan.masks.push({ start, end, by });
  return end;
}

/** Whether a quote that starts at `start` really ends before `end`. */
function closed(text: string, start: number, end: number, quote: string): boolean {
  return end - 1 > start && text[end - 1] === quote;
}

function maskedLiteral(scan: Scan, start: number): number {
  const end = skipSingle(scan.text, start + 1);
  if (closed(scan.text, start, end, "'")) return masked(scan, start, end);
  scan.unclosed ??= start;
  return scan.text.length;
}

/** A string without substitutions is a word like any other; one with them is left to the grammar. */
function maskedString(scan: Scan, start: number): number {
  const before = scan.masks.length;
  const end = skipDouble(scan, start + 1);
  if (!closed(scan.text, start, end, '"')) {
    scan.unclosed ??= start;
    return end;
  }
  if (/\$\(|`/.test(scan.text.slice(start, end))) return end;
  scan.masks.length = before;
  return masked(scan, start, end);
}

/** `(( … ))`: brackets stay, the inside is a word. That of a `for` has three parts. */
function maskedArithmetic(scan: Scan, start: number, inner: number): number | null {
  const end = skipArithmetic(scan.text, inner);
  if (end === null || /\bfor\s*$/.test(scan.text.slice(Math.max(0, start - 8), start))) return end;
  if (end - 2 > inner && !/\$\(|`/.test(scan.text.slice(start, end))) masked(scan, inner, end - 2);
  return end;
}

/** `[ … ]` is a command like any other. Of `[[ … ]]` only the brackets matter. */
function maskedTest(scan: Scan, start: number): number {
  const { text } = scan;
  if (/\s/.test(text[start + 1] ?? "")) return masked(scan, start, start + 1);
  if (text[start + 1] !== "[" || !/\s/.test(text[start + 2] ?? "")) return start + 1;
  const before = scan.masks.length;
  let at = start + 2;
  while (at < text.length && !(text.startsWith("]]", at) && /\s/.test(text[at - 1] ?? "")))
    at = skipOne(scan, at, text.charCodeAt(at));
  if (at >= text.length || /\$\(|`/.test(text.slice(start, at))) return Math.min(at, text.length);
  scan.masks.length = before;
  if (at - 1 > start + 3) masked(scan, start + 3, at - 1);
  return at + 2;
}

function isWordChar(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 45 || (c >= 48 && c <= 57);
}

function endOfName(text: string, i: number): number {
  let end = i + 1;
  while (end < text.length && isWordChar(text.charCodeAt(end))) end += 1;
  return end;
}

function startsWord(text: string, i: number): boolean {
  return i === 0 || /[\s;&|()!{`]/.test(text[i - 1] ?? "");
}

function endOfLine(text: string, i: number): number {
  const end = text.indexOf("\n", i);
  return end < 0 ? text.length : end;
}

export function skipSingle(text: string, i: number): number {
  const end = text.indexOf("'", i);
  return end < 0 ? text.length : end + 1;
}

export function skipBackticks(text: string, i: number): number {
  let at = i;
  while (at < text.length && text[at] !== "`") at += text[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, text.length);
}

/** After the closing quote of `$'…'`, whose content starts at `i`. */
export function skipAnsi(text: string, i: number): number {
  let at = i;
  while (at < text.length && text[at] !== "'") at += text[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, text.length);
}

function skipDouble(scan: Scan, i: number): number {
  const { text } = scan;
  let at = i;
  while (at < text.length && text[at] !== '"') {
    const c = text[at];
    if (c === "\\") at += 2;
    else if (c === "`") at = skipBackticks(text, at + 1);
    else if (c === "$") at = skipDollar(scan, at, true);
    else at += 1;
  }
  return Math.min(at + 1, text.length);
}

const NAME = /\$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-])/y;

function skipDollar(scan: Scan, i: number, quoted = false): number {
  const { text } = scan;
  const next = text[i + 1];
  if (next === "'" && !quoted) return masked(scan, i, skipAnsi(text, i + 2));
  if (next === '"' && !quoted) return masked(scan, i, i + 1);
  if (next === "(" && text[i + 2] === "(") return skipArithmeticExpansion(scan, i) ?? scanCode(scan, i + 2, ")");
  if (next === "(") return scanCode(scan, i + 2, ")");
  if (next === "{") return skipBraces(scan, i, quoted);
  NAME.lastIndex = i;
  const name = NAME.exec(text);
  if (!name) return i + 1;
  return quoted ? i + name[0].length : masked(scan, i, i + name[0].length);
}

function skipArithmeticExpansion(scan: Scan, i: number): number | null {
  const end = skipArithmetic(scan.text, i + 3);
  if (end !== null && !/\$\(|`/.test(scan.text.slice(i + 3, end))) masked(scan, i, end);
  return end;
}

function skipBraces(scan: Scan, start: number, quoted: boolean): number {
  const { text } = scan;
  const before = scan.masks.length;
  let at = start + 2;
  while (at < text.length && text[at] !== "}") {
    const c = text[at];
    if (c === "\\") at += 2;
    else if (c === "`") at = skipBackticks(text, at + 1);
    else if (c === '"') at = skipDouble(scan, at + 1);
    else if (c === "'" && !quoted) at = skipSingle(text, at + 1);
    else if (c === "$") at = skipDollar(scan, at, quoted);
    else at += 1;
  }
  const end = Math.min(at + 1, text.length);
  if (at >= text.length || /\$\(|`/.test(text.slice(start, end))) return end;
  scan.masks.length = before;
  return quoted ? end : masked(scan, start, end);
}

/** After the `))` that closes an arithmetic whose content starts at `i`; null where it is none. */
export function skipArithmetic(text: string, i: number): number | null {
  let depth = 0;
  for (let at = i; at < text.length; at += 1) {
    const c = text[at];
    if (c === "(") depth += 1;
    else if (c === ")" && depth > 0) depth -= 1;
    else if (c === ")") return text[at + 1] === ")" ? at + 2 : null;
    else if (c === "\\") at += 1;
  }
  return null;
}

const OPERATOR = /<<(<)?(-)?[ \t]*((?:\\.|'[^'\n]*'|"[^"\n]*"|[^\s;&|<>()'"\\])*)/y;

function skipHeredocOperator(scan: Scan, i: number): number {
  OPERATOR.lastIndex = i;
  const match = OPERATOR.exec(scan.text);
  if (!match || match[1]) return i + 3;
  const word = match[3] ?? "";
  if (word === "") return i + 2;
  const delimiterEnd = i + match[0].length;
  scan.pending.push({ start: i, delimiterEnd, raw: /['"\\]/.test(word), stripTabs: match[2] === "-" });
  return delimiterEnd;
}

function readBodies(scan: Scan, from: number): number {
  let at = from;
  for (const pending of scan.pending.splice(0)) {
    const delimiter = delimiterOf(scan.text, pending.start, pending.delimiterEnd);
    const body = bodyEnd(scan.text, at, delimiter, pending.stripTabs);
    scan.found.push({ ...pending, bodyStart: at, bodyEnd: body.bodyEnd, end: body.end });
    at = body.end;
  }
  return at;
}

function delimiterOf(text: string, start: number, end: number): string {
  return text
    .slice(start, end)
    .replace(/^<<-?[ \t]*/, "")
    .replace(/\\(.)|['"]/g, "$1");
}

function bodyEnd(text: string, from: number, delimiter: string, stripTabs: boolean): { bodyEnd: number; end: number } {
  let at = from;
  while (at < text.length) {
    const lineEnd = endOfLine(text, at);
    const line = text.slice(at, lineEnd).replace(/\r$/, "");
    if ((stripTabs ? line.replace(/^\t+/, "") : line) === delimiter)
      return { bodyEnd: at, end: Math.min(lineEnd + 1, text.length) };
    at = lineEnd + 1;
  }
  return { bodyEnd: text.length, end: text.length };
}
