export type Token =
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "string"; readonly text: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "symbol"; readonly text: string };

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /\d+(?:\.\d+)?/y;
const SYMBOL = /==|!=|<=|>=|\*\*|\/\/|[-+*/%~<>|.,:()[\]{}=]/y;

/** The tokens of an expression, null where it has a character that no expression has. */
export function tokenize(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (/\s/.test(char)) {
      at += 1;
      continue;
    }
    const [token, end] = char === "'" || char === '"' ? readString(text, at) : readPlain(text, at);
    if (!token) return null;
    tokens.push(token);
    at = end;
  }
  return tokens;
}

function readPlain(text: string, at: number): readonly [Token | null, number] {
  const name = matchAt(NAME, text, at);
  if (name !== null) return [{ kind: "name", text: name }, at + name.length];
  const number = matchAt(NUMBER, text, at);
  if (number !== null) return [{ kind: "number", value: Number(number) }, at + number.length];
  const symbol = matchAt(SYMBOL, text, at);
  return symbol === null ? [null, at] : [{ kind: "symbol", text: symbol }, at + symbol.length];
}

function matchAt(expression: RegExp, text: string, at: number): string | null {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? null;
}

function readString(text: string, open: number): readonly [Token | null, number] {
  const quote = text.charAt(open);
  let inner = "";
  for (let at = open + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === quote) return [{ kind: "string", text: inner }, at + 1];
    if (char === "\\") at += 1;
    inner += text.charAt(at);
  }
  return [null, open];
}
