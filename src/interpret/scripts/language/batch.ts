import type { FoundCall } from "./literals.ts";

/** Commands of a batch file, one a line: the first word and what follows it. */
export function findBatch(text: string): readonly FoundCall[] {
  const found: FoundCall[] = [];
  for (const match of text.matchAll(/^[ \t]*@?(?:call[ \t]+)?([^\s:@()%"][^\n]*)/gim)) {
    const line = (match[1] ?? "").replace(/\r$/, "");
    if (/^(?:rem|echo|set|if|for|goto|setlocal|endlocal|exit)\b/i.test(line)) continue;
    const start = match.index + match[0].indexOf(match[1] ?? "");
    const words = (line.match(/"[^"]*"|[^\s"]+/g) ?? []).map((word) =>
      /[%\uFFFC]/.test(word) ? null : word.replace(/^"(.*)"$/, "$1"),
    );
    found.push({ words, start, end: start + line.length });
  }
  return found;
}
