import { concat, isMention, mention, type Part, type Text } from "../values/text.ts";

/** One simple command of a script that runs elsewhere. `afterFailure`: behind `||`. */
export interface RemoteCommand {
  readonly words: readonly Text[];
  readonly afterFailure: boolean;
}

interface Scan {
  readonly commands: RemoteCommand[];
  words: Text[];
  word: Part[];
  /** A word has begun, though it may be empty (`''`). */
  begun: boolean;
  quote: "'" | '"' | null;
  afterFailure: boolean;
}

/**
 * Splits a script that another machine's shell will run (`ssh host 'cd app && docker compose up -d'`) into simple
 * commands. Quotes and backslashes are taken off; `$NAME`, `$(…)` and backquotes are unknown values there. Only words:
 * branches and loops run as if every command in them did.
 */
export function splitScript(script: Text): readonly RemoteCommand[] {
  const scan: Scan = { commands: [], words: [], word: [], begun: false, quote: null, afterFailure: false };
  for (const part of script) {
    if (typeof part !== "string") {
      scan.word.push(part);
      scan.begun = true;
      continue;
    }
    for (let index = 0; index < part.length; index += 1) index = step(scan, part, index);
  }
  endCommand(scan, false);
  return scan.commands;
}

/** Reads the character at `index`; answers the index of the last one that it took. */
function step(scan: Scan, text: string, index: number): number {
  const char = text[index] as string;
  if (scan.quote === "'") return char === "'" ? endQuote(scan, index) : take(scan, char, index);
  if (char === "\\") {
    const next = text[index + 1];
    return next === undefined || next === "\n" ? index + 1 : take(scan, next, index + 1);
  }
  if (char === "$" || char === "`") return takeUnknown(scan, text, index);
  if (scan.quote === '"') return char === '"' ? endQuote(scan, index) : take(scan, char, index);
  if (char === "'" || char === '"') {
    scan.quote = char;
    scan.begun = true;
    return index;
  }
  if (char === "#" && !scan.begun) {
    const end = text.indexOf("\n", index);
    return end < 0 ? text.length : end - 1;
  }
  if (/\s/.test(char) && char !== "\n") return endWord(scan, index);
  if (";&|\n()".includes(char) || (!scan.begun && "{}".includes(char))) return endOperator(scan, text, index);
  return take(scan, char, index);
}

function take(scan: Scan, char: string, index: number): number {
  scan.word.push(char);
  scan.begun = true;
  return index;
}

function endQuote(scan: Scan, index: number): number {
  scan.quote = null;
  return index;
}

function endWord(scan: Scan, index: number): number {
  if (scan.begun) scan.words.push(concat(...scan.word.map((part): Text => [part])));
  scan.word = [];
  scan.begun = false;
  return index;
}

const RESERVED = new Set(["then", "else", "do", "if", "while", "until", "!", "time"]);

function endOperator(scan: Scan, text: string, index: number): number {
  const double = text[index + 1] === text[index] && "&|;".includes(text[index] as string);
  endCommand(scan, double && text[index] === "|");
  return double ? index + 1 : index;
}

function endCommand(scan: Scan, failureFollows: boolean): void {
  endWord(scan, 0);
  let { words } = scan;
  while (words.length > 0 && RESERVED.has(String(words[0]?.[0]))) words = words.slice(1);
  if (words.length > 0) scan.commands.push({ words, afterFailure: scan.afterFailure });
  scan.words = [];
  scan.afterFailure = failureFollows;
}

const REMOTE = "remote ";

/** A text that only the other machine knows: it says nothing of which machine that is. */
export function isRemoteValue(text: Text): boolean {
  return text.length > 0 && text.every((part) => isMention(part) && part.variable.key.startsWith(REMOTE));
}

/** `$NAME`, `${…}`, `$(…)`, `` `…` ``: one unknown value of the other machine. */
function takeUnknown(scan: Scan, text: string, index: number): number {
  const rest = text.slice(index);
  const found = /^(?:\$\{[^}]*\}|\$\([^)]*\)|\$\w+|\$[?!#@*$-]|`[^`]*`)/.exec(rest)?.[0];
  if (!found) return take(scan, text[index] as string, index);
  const label = `${REMOTE}${found.replaceAll(/[{}]/g, "")}`;
  scan.word.push(...mention({ key: label, label, kind: "output" }));
  scan.begun = true;
  return index + found.length - 1;
}
