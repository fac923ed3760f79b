import { table } from "../../values/table.ts";

/** Something that is opened and never closed, and where it is opened. */
export interface OpenEnd {
  readonly at: number;
  readonly what: "block" | "object" | "list" | "parenthesis" | "string" | "interpolation" | "heredoc" | "comment";
}

const CLOSERS: Readonly<Record<string, string>> = table({ "{": "}", "[": "]", "(": ")", "${": "}" });
const HEREDOC = /<<-?([A-Za-z_][\w-]*)\r?\n/y;
const SKIPPED = /#.*|\/\/.*|\/\*[^]*?\*\//y;

interface Opened {
  readonly at: number;
  readonly mark: string;
}

/**
 * The first thing in a broken source that is not closed, as a person would name it; null where all pairs match. The
 * parser's own guess of what is missing is often somewhere else.
 */
export function findOpenEnd(source: string): OpenEnd | null {
  const stack: Opened[] = [];
  let at = 0;
  while (at < source.length) {
    const inString = stack.at(-1)?.mark === '"';
    const step = inString ? stepInString(source, at, stack) : stepOutside(source, at, stack);
    if (typeof step !== "number") return step;
    at = step;
  }
  const last = stack.at(-1);
  return last ? named(source, last) : null;
}

function stepInString(source: string, at: number, stack: Opened[]): number | OpenEnd {
  const [char, next] = [source[at], source[at + 1]];
  if (char === "\\") return at + 2;
  if (char === "\n") return named(source, stack.at(-1) ?? { at, mark: '"' });
  if ((char === "$" || char === "%") && next === char && source[at + 2] === "{") return at + 3;
  if ((char === "$" || char === "%") && next === "{") {
    stack.push({ at, mark: "${" });
    return at + 2;
  }
  if (char === '"') stack.pop();
  return at + 1;
}

function stepOutside(source: string, at: number, stack: Opened[]): number | OpenEnd {
  const skipped = matchAt(SKIPPED, source, at);
  if (skipped) return at + skipped[0].length;
  const char = source[at] ?? "";
  if (char === "/" && source[at + 1] === "*") return { at, what: "comment" };
  const heredoc = matchAt(HEREDOC, source, at);
  if (heredoc) return afterHeredoc(source, at, heredoc);
  if (char === '"' || char === "{" || char === "[" || char === "(") stack.push({ at, mark: char });
  if (char !== "}" && char !== "]" && char !== ")") return at + 1;
  const open = stack.pop();
  if (open && CLOSERS[open.mark] !== char) return named(source, open);
  return at + 1;
}

function afterHeredoc(source: string, at: number, opening: RegExpExecArray): number | OpenEnd {
  const from = at + opening[0].length;
  const end = new RegExp(`^[ \\t]*${opening[1] ?? ""}[ \\t]*\\r?$`, "m").exec(source.slice(from));
  return end ? from + end.index + end[0].length : { at, what: "heredoc" };
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function named(source: string, open: Opened): OpenEnd {
  if (open.mark === "{") {
    const line = source.slice(source.lastIndexOf("\n", open.at - 1) + 1, open.at);
    return { at: open.at, what: /^[\w-]+(?:\s+(?:"[^"]*"|[\w-]+))*\s*$/.test(line.trim()) ? "block" : "object" };
  }
  const names = { "[": "list", "(": "parenthesis", '"': "string", "${": "interpolation" } as const;
  return { at: open.at, what: names[open.mark as keyof typeof names] };
}
