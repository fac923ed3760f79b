/**
 * Splits a line as Python's `shlex.split` does, which Ansible uses on inventory lines and `key=value` arguments.
 * Returns null where a quote is not closed. https://docs.python.org/3/library/shlex.html#parsing-rules
 */
export function shlexSplit(text: string, options: { readonly comments: boolean }): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (/[ \t\r\n]/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (char === "#" && options.comments) {
      break;
    } else if (char === "'" || char === '"') {
      const quoted = readQuoted(text, at);
      if (!quoted) return null;
      word = (word ?? "") + quoted.text;
      at = quoted.end;
    } else if (char === "\\") {
      if (at + 1 >= text.length) return null;
      at += 1;
      word = (word ?? "") + text.charAt(at);
    } else {
      word = (word ?? "") + char;
    }
  }
  return word === null ? words : [...words, word];
}

/** The text between the quotes that open at `open`, and where they close. Only `"` knows escapes. */
function readQuoted(text: string, open: number): { readonly text: string; readonly end: number } | null {
  const quote = text.charAt(open);
  let inner = "";
  for (let at = open + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === quote) return { text: inner, end: at };
    const next = text.charAt(at + 1);
    if (quote === '"' && char === "\\" && (next === '"' || next === "\\")) {
      inner += next;
      at += 1;
    } else {
      inner += char;
    }
  }
  return null;
}
