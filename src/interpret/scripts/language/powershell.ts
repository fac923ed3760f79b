import { HOLE, type FoundCall } from "./literals.ts";

/** In order of precedence: comments, here-strings, strings, expressions in brackets, separators, words. */
const TOKEN = new RegExp(
  [
    String.raw`<#.*?#>|#[^\n]*`,
    String.raw`@"\r?\n.*?\r?\n"@|@'\r?\n.*?\r?\n'@`,
    "`\\r?\\n",
    "\"(?:`.|\"\"|[^\"`])*\"|'(?:''|[^'])*'",
    String.raw`\$\{[^}]*\}|\$?\((?:[^()]|\([^()]*\))*\)`,
    String.raw`[;|\n{}]|&&|\|\||&(?![&])`,
    String.raw`[ \t\r]+`,
    "(?:`.|[^\\s;|{}\"'()#&]|(?<=\\S)#)+",
    ".",
  ].join("|"),
  "gs",
);
const KEYWORDS = new Set([
  "if",
  "elseif",
  "else",
  "foreach",
  "for",
  "while",
  "do",
  "until",
  "try",
  "catch",
  "finally",
  "switch",
  "function",
  "param",
  "return",
  "throw",
  "trap",
  "begin",
  "process",
  "end",
  "in",
  "exit",
  "break",
  "continue",
]);
const MOST = 1000;

/**
 * Command words at the beginning of statements of a PowerShell script, with what follows them. Variables make their
 * word unknown; strings, expressions and cmdlets of the shell's own are passed on as they are written.
 * https://learn.microsoft.com/en-us/powershell/module/microsoft.powershell.core/about/about_parsing
 */
export function findPowershell(text: string): readonly FoundCall[] {
  const found: FoundCall[] = [];
  let words: (string | null)[] = [];
  let [from, to, skipping, called] = [0, 0, false, false];
  const finish = (): void => {
    if (words.length > 0 && words[0] !== null && !skipping) found.push({ words, start: from, end: to });
    words = [];
    [skipping, called] = [false, false];
  };
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    if (found.length >= MOST) break;
    if (/^(?:[;|\n{}]|&&|\|\|)$/.test(token)) finish();
    else if (/^(?:<#|#|`\r?\n|[ \t\r]+$)/.test(token)) continue;
    else if (words.length === 0 && (token === "&" || token === ".")) called = true;
    else if (words.length === 0 && isLead(text, match.index, token)) continue;
    else if (words.length === 0 && KEYWORDS.has(token.toLowerCase()))
      skipping = !["else", "try", "finally", "do", "return", "begin", "process", "end"].includes(token.toLowerCase());
    else {
      if (words.length === 0) from = match.index;
      to = match.index + token.length;
      // A string at the beginning is a value, unless `&` calls it.
      words.push(words.length === 0 && !called && /^["']/.test(token) ? null : wordOf(token, words.length === 0));
      found.push(...nested(token, match.index));
    }
  }
  finish();
  return found;
}

/** `$x = cmd`: what is assigned to is no command. */
function isLead(text: string, at: number, token: string): boolean {
  if (/^(?:[-+*/%]?=)$/.test(token)) return true;
  return (
    /^(?:\$|\[)/.test(token) && /^[ \t]*[-+*/%]?=(?!=)/.test(text.slice(at + token.length, at + token.length + 20))
  );
}

/** Commands within `$( … )` and `( … )`. */
function nested(token: string, at: number): readonly FoundCall[] {
  const open = /^\$?\(/.exec(token)?.[0].length ?? 0;
  if (open === 0) return [];
  return findPowershell(token.slice(open, -1)).map((call) => ({
    ...call,
    start: call.start + at + open,
    end: call.end + at + open,
  }));
}

function wordOf(token: string, first: boolean): string | null {
  if (token.includes(HOLE)) return null;
  if (/^'/.test(token)) return token.slice(1, -1).replaceAll("''", "'");
  if (/^"/.test(token))
    return /\$/.test(token) ? null : token.slice(1, -1).replace(/`(.)|""/g, (_, c?: string) => c ?? '"');
  if (/[$(]/.test(token)) return null;
  return first && /^[@[\d]/.test(token) ? null : token.replace(/`(.)/g, "$1");
}
