import type { Stretch } from "./ast.ts";

/** A command that stands in text which could not be parsed: its words as far as they are literal. */
export interface FoundCommand extends Stretch {
  readonly words: readonly (string | null)[];
}

const KEYWORDS = new Set([
  "if",
  "then",
  "else",
  "elif",
  "fi",
  "do",
  "done",
  "while",
  "until",
  "for",
  "case",
  "esac",
  "in",
  "function",
  "select",
  "!",
  "{",
  "}",
  "time",
]);
/** In order of precedence: blanks, comments, separators, redirections, words with what is quoted in them. */
const TOKEN = new RegExp(
  [
    String.raw`(?:\\\n|[ \t\r])+|#[^\n]*`,
    String.raw`\n|;;?&?|&&|\|\|?|&|[()]|[<>]+&?-?`,
    String.raw`(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|` +
      "`[^`]*`" +
      String.raw`|\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|` +
      "[^\\s;&|<>()'\"\\\\`])+",
    ".",
  ].join("|"),
  "gs",
);
const MOST = 2000;

/**
 * Reads text as lines of words: each first word after a newline, `;`, `&&`, `|` or a keyword, with what follows it.
 * For text that the grammar did not take; what is quoted or computed is no command.
 */
export function findCommands(text: string, start: number, end: number): readonly FoundCommand[] {
  const found: FoundCommand[] = [];
  let words: (string | null)[] = [];
  let from = start;
  let to = start;
  const finish = (): void => {
    if (words.length > 0 && words[0] !== null) found.push({ words, start: from, end: to });
    words = [];
  };
  for (const match of text.slice(start, end).matchAll(TOKEN)) {
    if (found.length >= MOST) break;
    const [token] = match;
    const at = start + match.index;
    if (/^[\n;&|()]/.test(token)) finish();
    else if (/^(?:[ \t\r#]|\\\n)/.test(token)) continue;
    else if (words.length === 0 && (KEYWORDS.has(token) || /^\w+\+?=/.test(token))) continue;
    else {
      if (words.length === 0) from = at;
      to = at + token.length;
      words.push(wordOf(token));
    }
  }
  finish();
  return found;
}

function wordOf(token: string): string | null {
  if (/[$`]/.test(token.replace(/'[^']*'/g, ""))) return null;
  return token.replace(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs,
    (_, single?: string, double?: string, escaped?: string) => single ?? double ?? escaped ?? "",
  );
}
