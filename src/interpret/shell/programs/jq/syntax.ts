/** A filter of jq as far as it is read here. https://jqlang.github.io/jq/manual/ */
export type Filter =
  | { readonly kind: "identity" }
  | { readonly kind: "field"; readonly of: Filter; readonly name: Filter; readonly optional: boolean }
  | { readonly kind: "iterate"; readonly of: Filter; readonly optional: boolean }
  | { readonly kind: "slice"; readonly of: Filter; readonly from: Filter | null; readonly to: Filter | null }
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "string"; readonly parts: readonly (string | Filter)[] }
  | { readonly kind: "pipe" | "comma"; readonly left: Filter; readonly right: Filter }
  | { readonly kind: "alternative" | "and" | "or"; readonly left: Filter; readonly right: Filter }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Filter; readonly right: Filter }
  | { readonly kind: "update"; readonly operator: string; readonly path: Filter; readonly value: Filter }
  | { readonly kind: "negate"; readonly of: Filter }
  | { readonly kind: "array"; readonly of: Filter | null }
  | { readonly kind: "object"; readonly entries: readonly { readonly key: Filter; readonly value: Filter }[] }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "if"; readonly condition: Filter; readonly then: Filter; readonly otherwise: Filter | null }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Filter[] };

interface Source {
  readonly text: string;
  at: number;
}

const SPACE = /(?:\s|#[^\n]*)+/y;
const BINARY: readonly (readonly string[])[] = [
  ["|"],
  [","],
  ["//"],
  ["=", "|=", "+=", "-="],
  ["or"],
  ["and"],
  ["==", "!=", "<=", ">=", "<", ">"],
  ["+", "-"],
  ["*", "/", "%"],
];
const OPERATOR = /\/\/(?!=)|\|=|\+=|-=|==|!=|<=|>=|[|,=<>+*/%-]|(?:or|and)\b/y;

/** The filter that the text spells; null where it uses something that is not read. */
export function parseFilter(text: string): Filter | null {
  const source: Source = { text, at: 0 };
  const filter = readLevel(source, 0, 0);
  skip(source);
  return filter && source.at === text.length ? filter : null;
}

function skip(source: Source): void {
  match(source, SPACE);
}

function match(source: Source, pattern: RegExp): string | null {
  pattern.lastIndex = source.at;
  const found = pattern.exec(source.text);
  if (!found) return null;
  source.at += found[0].length;
  return found[0];
}

function peek(source: Source): string {
  return source.text[source.at] ?? "";
}

function readLevel(source: Source, level: number, depth: number): Filter | null {
  if (depth > 200) return null;
  const operators = BINARY[level];
  if (!operators) return readPostfix(source, depth + 1);
  let left = readLevel(source, level + 1, depth + 1);
  while (left) {
    skip(source);
    const before = source.at;
    const operator = match(source, OPERATOR);
    if (operator === null || !operators.includes(operator)) {
      source.at = before;
      return left;
    }
    // The alternative binds to the right, everything else to the left.
    const right = readLevel(source, operator === "//" || operator === "|" ? level : level + 1, depth + 1);
    left = right && join(operator, left, right);
  }
  return left;
}

function join(operator: string, left: Filter, right: Filter): Filter {
  switch (operator) {
    case "|":
      return { kind: "pipe", left, right };
    case ",":
      return { kind: "comma", left, right };
    case "//":
      return { kind: "alternative", left, right };
    case "and":
    case "or":
      return { kind: operator, left, right };
    case "=":
    case "|=":
    case "+=":
    case "-=":
      return { kind: "update", operator, path: left, value: right };
    default:
      return { kind: "binary", operator, left, right };
  }
}

function readPostfix(source: Source, depth: number): Filter | null {
  skip(source);
  let filter = readTerm(source, depth);
  while (filter) {
    const optional = (): boolean => match(source, /\?/y) !== null;
    if (match(source, /\.(?=[A-Za-z_])/y))
      filter = { kind: "field", of: filter, name: word(match(source, /\w+/y) ?? ""), optional: optional() };
    else if (match(source, /\.(?=")/y)) filter = withString(source, filter, depth, optional);
    else if (match(source, /\.?\[\s*\]/y)) filter = { kind: "iterate", of: filter, optional: optional() };
    else if (match(source, /\.?\[/y)) filter = readIndex(source, filter, depth);
    else if (match(source, /\?/y)) continue;
    else break;
  }
  return filter;
}

function word(name: string): Filter {
  return { kind: "literal", value: name };
}

function withString(source: Source, of: Filter, depth: number, optional: () => boolean): Filter | null {
  const name = readString(source, depth);
  return name && { kind: "field", of, name, optional: optional() };
}

function readIndex(source: Source, of: Filter, depth: number): Filter | null {
  skip(source);
  const from = peek(source) === ":" ? null : readLevel(source, 0, depth + 1);
  skip(source);
  if (match(source, /:/y)) {
    skip(source);
    const to = peek(source) === "]" ? null : readLevel(source, 0, depth + 1);
    skip(source);
    return match(source, /\]/y) ? { kind: "slice", of, from, to } : null;
  }
  if (!from || !match(source, /\]/y)) return null;
  return { kind: "field", of, name: from, optional: match(source, /\?/y) !== null };
}

function readTerm(source: Source, depth: number): Filter | null {
  const c = peek(source);
  if (c === ".") return readPath(source, depth);
  if (c === '"') return readString(source, depth);
  if (c === "(") return enclosed(source, ")", depth);
  if (c === "[") return readArray(source, depth);
  if (c === "{") return readObject(source, depth);
  if (c === "-") {
    source.at += 1;
    const of = readPostfix(source, depth + 1);
    return of && { kind: "negate", of };
  }
  if (c === "$") {
    source.at += 1;
    const name = match(source, /\w+/y);
    return name === null ? null : { kind: "variable", name };
  }
  const number = match(source, /\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y);
  if (number !== null) return { kind: "literal", value: Number(number) };
  return readCall(source, depth);
}

/** `.`, `.a`, `."a b"`, `.[0]`. */
function readPath(source: Source, depth: number): Filter | null {
  source.at += 1;
  const identity: Filter = { kind: "identity" };
  const name = match(source, /[A-Za-z_]\w*/y);
  if (name !== null) return { kind: "field", of: identity, name: word(name), optional: match(source, /\?/y) !== null };
  if (peek(source) !== '"') return identity;
  const quoted = readString(source, depth);
  return quoted && { kind: "field", of: identity, name: quoted, optional: match(source, /\?/y) !== null };
}

function enclosed(source: Source, close: string, depth: number): Filter | null {
  source.at += 1;
  const inner = readLevel(source, 0, depth + 1);
  skip(source);
  if (!inner || peek(source) !== close) return null;
  source.at += 1;
  return inner;
}

function readArray(source: Source, depth: number): Filter | null {
  source.at += 1;
  skip(source);
  if (match(source, /\]/y)) return { kind: "array", of: null };
  source.at -= 1;
  const of = enclosed({ ...source }, "]", depth) && enclosed(source, "]", depth);
  return of && { kind: "array", of };
}

function readString(source: Source, depth: number): Filter | null {
  source.at += 1;
  const parts: (string | Filter)[] = [];
  let text = "";
  while (source.at < source.text.length && peek(source) !== '"') {
    if (match(source, /\\\(/y)) {
      source.at -= 1;
      const inner = enclosed(source, ")", depth);
      if (!inner) return null;
      parts.push(text, inner);
      text = "";
    } else if (peek(source) === "\\") {
      const escape = match(source, /\\(?:u[0-9a-fA-F]{4}|.)/sy) ?? "";
      text += unescape(escape);
    } else {
      text += peek(source);
      source.at += 1;
    }
  }
  if (peek(source) !== '"') return null;
  source.at += 1;
  return parts.length === 0 ? { kind: "literal", value: text } : { kind: "string", parts: [...parts, text] };
}

function unescape(escape: string): string {
  if (escape[1] === "u") return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  return { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" }[escape[1] ?? ""] ?? escape[1] ?? "";
}

function readObject(source: Source, depth: number): Filter | null {
  source.at += 1;
  const entries: { key: Filter; value: Filter }[] = [];
  for (skip(source); !match(source, /\}/y); skip(source)) {
    if (source.at >= source.text.length) return null;
    const entry = readEntry(source, depth);
    if (!entry) return null;
    entries.push(entry);
    skip(source);
    if (!match(source, /,/y) && peek(source) !== "}") return null;
  }
  return { kind: "object", entries };
}

function readEntry(source: Source, depth: number): { readonly key: Filter; readonly value: Filter } | null {
  const variable = match(source, /\$\w+/y);
  const name = variable ?? match(source, /[A-Za-z_]\w*/y);
  const key =
    name !== null
      ? word(name.replace(/^\$/, ""))
      : peek(source) === '"'
        ? readString(source, depth)
        : peek(source) === "("
          ? enclosed(source, ")", depth)
          : null;
  if (!key) return null;
  skip(source);
  if (!match(source, /:/y)) {
    const value: Filter = variable
      ? { kind: "variable", name: variable.slice(1) }
      : { kind: "field", of: { kind: "identity" }, name: key, optional: false };
    return { key, value };
  }
  // A value ends at a comma: everything above that level belongs into parentheses.
  const value = readLevel(source, 2, depth + 1);
  return value && { key, value };
}

function readCall(source: Source, depth: number): Filter | null {
  const name = match(source, /@?[A-Za-z_]\w*/y);
  if (name === null) return null;
  if (name === "true" || name === "false") return { kind: "literal", value: name === "true" };
  if (name === "null") return { kind: "literal", value: null };
  if (name === "if") return readIf(source, depth);
  if (["def", "reduce", "foreach", "try", "label", "import"].includes(name)) return null;
  const args: Filter[] = [];
  if (match(source, /\(/y)) {
    do {
      const argument = readLevel(source, 0, depth + 1);
      if (!argument) return null;
      args.push(argument);
      skip(source);
    } while (match(source, /;/y));
    if (!match(source, /\)/y)) return null;
  }
  return { kind: "call", name, args };
}

function readIf(source: Source, depth: number): Filter | null {
  const condition = readLevel(source, 0, depth + 1);
  skip(source);
  if (!condition || !match(source, /then\b/y)) return null;
  const then = readLevel(source, 0, depth + 1);
  skip(source);
  if (!then) return null;
  if (match(source, /end\b/y)) return { kind: "if", condition, then, otherwise: null };
  if (match(source, /elif\b/y)) {
    const otherwise = readIf(source, depth + 1);
    return otherwise && { kind: "if", condition, then, otherwise };
  }
  if (!match(source, /else\b/y)) return null;
  const otherwise = readLevel(source, 0, depth + 1);
  skip(source);
  return otherwise && match(source, /end\b/y) ? { kind: "if", condition, then, otherwise } : null;
}
