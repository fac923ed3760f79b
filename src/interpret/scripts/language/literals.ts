import { table } from "../../../values/table.ts";

/**
 * A command that a program of another language starts: its words as far as they are literal. Offsets in the program.
 */
export interface FoundCall {
  readonly words: readonly (string | null)[];
  readonly start: number;
  readonly end: number;
}

/** Stands for a `${{ }}` that is not known. */
export const HOLE = "\uFFFC";

/** A string literal: its text, null parts where something is computed into it, and where it ends. */
export interface StringLiteral {
  /** Pieces between computed parts. */
  readonly pieces: readonly string[];
  readonly end: number;
}

const ESCAPES: Readonly<Record<string, string>> = table({
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "`": "`",
  "0": "\0",
});

/**
 * Reads a string up to its closing quotes. `open` and `close` are the characters of a computed part (`{` `}` in
 * Python's f-strings, `${` `}` in templates); none where the string has no such parts.
 */
export function readString(text: string, start: number, quote: string, open: string | null): StringLiteral {
  const pieces: string[] = [];
  let piece = "";
  let at = start;
  while (at < text.length && !text.startsWith(quote, at)) {
    if (text[at] === "\\") {
      piece += text[at + 1] === "\n" ? "" : (ESCAPES[text[at + 1] ?? ""] ?? `\\${text[at + 1] ?? ""}`);
      at += 2;
    } else if (open !== null && text.startsWith(open, at) && !(open === "{" && text[at + 1] === "{")) {
      at = skipBraces(text, at + open.length);
      pieces.push(piece);
      piece = "";
    } else {
      piece += text[at] ?? "";
      at += open === "{" && text.startsWith("{{", at) ? 2 : 1;
    }
  }
  return { pieces: [...pieces, piece], end: Math.min(at + quote.length, text.length) };
}

/** After the brace that closes a computed part. */
function skipBraces(text: string, start: number): number {
  let depth = 1;
  let at = start;
  while (at < text.length && depth > 0) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    at += 1;
  }
  return at;
}

/** The string as one word: null where a part of it is computed. */
export function wordOf({ pieces }: StringLiteral): string | null {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined && !only.includes(HOLE) ? only : null;
}

/** A command line within a string as its words; what is computed makes its word unknown. */
export function wordsOfLine({ pieces }: StringLiteral): readonly (string | null)[] {
  const line = pieces.join(HOLE);
  const words = line.match(/(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/g) ?? [];
  return words.map((word) =>
    /[\uFFFC$`]/.test(word)
      ? null
      : word.replace(
          /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g,
          (_, a?: string, b?: string, c?: string) => a ?? b ?? c ?? "",
        ),
  );
}

/** Command lines joined by `&&`, `;` or `|`, each by itself. */
export function commandsOfLine(literal: StringLiteral): readonly (readonly (string | null)[])[] {
  const commands: (string | null)[][] = [[]];
  for (const word of wordsOfLine(literal)) {
    if (word !== null && /^(?:&&|\|\||;|\|)$/.test(word)) commands.push([]);
    else
      commands[commands.length - 1]?.push(
        word !== null && word.length > 1 && word.endsWith(";") ? word.slice(0, -1) : word,
      );
  }
  return commands
    .map((words) => words.filter((word, index) => index > 0 || !(word !== null && /^\w+=/.test(word))))
    .filter((words) => words.length > 0);
}
