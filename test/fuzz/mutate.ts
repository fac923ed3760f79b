import fc from "fast-check";

/** What parsers stumble over: signs of every language that is read, and of none. */
export const SPICE: readonly string[] = [
  "${{",
  "}}",
  "${{ github",
  "'",
  '"',
  "`",
  "$(",
  "$((",
  "${",
  "}",
  "<<EOF\n",
  "<<-'X'\n",
  "\\\n",
  "|",
  "||",
  "&&",
  ";;",
  "&",
  "*",
  "!",
  "- ",
  "? ",
  ": ",
  "#",
  "---\n",
  "...\n",
  "&a ",
  "*a",
  "<<: *a",
  "!!binary ",
  "|2-\n",
  ">+\n",
  "\t",
  "\r\n",
  "\r",
  "\0",
  "\u001b[31m",
  "\u202e",
  "\ufeff",
  "\ud83d",
  "𝒳",
  "::error::x",
  "##[group]x",
  "##vso[x]",
  "{",
  "[",
  "]",
  "((((((((",
  "[[",
  "]]",
  "=~",
  "%",
  "{{",
  "{%",
  "..",
  "../../..",
  "/etc/passwd",
  "~",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "NaN",
  "-0",
  "1e999",
  "9".repeat(40),
  "a".repeat(5_000),
  "(a+)+$",
  "x{0,99999}",
  "[a:z]",
  "[1:99999999]",
  "@",
  "$@",
  "$*",
  "$#",
  "eval ",
  "source ",
  "while true; do ",
  "done\n",
  "if ",
  "fi\n",
  "function f { f; }; f\n",
  "f(){ f|f& };f\n",
  "null",
  "~\n",
  "true",
  "? [a, b]\n: c\n",
  "on: {",
  "jobs:\n",
  "concurrency: ",
  "queue: max\n",
];

/** One change of a text. */
type Change = (text: string) => string;

const spot = fc.double({ min: 0, max: 1, noNaN: true });

function at(text: string, where: number): number {
  return Math.floor(where * text.length);
}

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(spot, fc.constantFrom(...SPICE)).map(
    ([where, spice]): Change =>
      (text) =>
        text.slice(0, at(text, where)) + spice + text.slice(at(text, where)),
  ),
  fc.tuple(spot, fc.nat(40)).map(
    ([where, length]): Change =>
      (text) =>
        text.slice(0, at(text, where)) + text.slice(at(text, where) + length),
  ),
  fc.tuple(spot, spot, fc.nat(200)).map(
    ([from, to, length]): Change =>
      (text) =>
        text.slice(0, at(text, to)) + text.slice(at(text, from), at(text, from) + length) + text.slice(at(text, to)),
  ),
  fc.tuple(spot, fc.string({ unit: "binary", maxLength: 6 })).map(
    ([where, bytes]): Change =>
      (text) =>
        text.slice(0, at(text, where)) + bytes + text.slice(at(text, where) + bytes.length),
  ),
  spot.map(
    (where): Change =>
      (text) =>
        text.slice(0, at(text, where)),
  ),
  fc.tuple(spot, spot).map(
    ([one, other]): Change =>
      (text) =>
        swapLines(text, one, other),
  ),
  fc.tuple(spot, fc.integer({ min: -4, max: 4 })).map(
    ([where, by]): Change =>
      (text) =>
        indented(text, where, by),
  ),
);

function swapLines(text: string, one: number, other: number): string {
  const lines = text.split("\n");
  const [a, b] = [Math.floor(one * lines.length), Math.floor(other * lines.length)];
  [lines[a], lines[b]] = [lines[b] ?? "", lines[a] ?? ""];
  return lines.join("\n");
}

function indented(text: string, where: number, by: number): string {
  const lines = text.split("\n");
  const index = Math.floor(where * lines.length);
  const line = lines[index] ?? "";
  lines[index] = by >= 0 ? " ".repeat(by) + line : line.slice(Math.min(-by, line.length - line.trimStart().length));
  return lines.join("\n");
}

/** A text with some changes one after the other. */
export function mutations(most = 5): fc.Arbitrary<Change> {
  return fc
    .array(change, { minLength: 1, maxLength: most })
    .map((changes) => (text) => changes.reduce((now, next) => next(now), text));
}
