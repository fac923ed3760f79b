import { table } from "../../../values/table.ts";

const CLASSES: Readonly<Record<string, string>> = table({
  upper: range("A", "Z"),
  lower: range("a", "z"),
  digit: range("0", "9"),
  alpha: range("A", "Z") + range("a", "z"),
  alnum: range("0", "9") + range("A", "Z") + range("a", "z"),
  space: " \t\n\r\v\f",
  blank: " \t",
  punct: "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
});

function range(from: string, to: string): string {
  let out = "";
  for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code += 1) out += String.fromCharCode(code);
  return out;
}

const ESCAPES: Readonly<Record<string, string>> = table({
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
  "0": "\0",
});

/** The characters of a set of `tr`. https://pubs.opengroup.org/onlinepubs/9699919799/utilities/tr.html */
function expandSet(set: string): string | null {
  let out = "";
  for (let at = 0; at < set.length; at += 1) {
    const named = /^\[:(\w+):\]/.exec(set.slice(at));
    if (named) {
      const characters = CLASSES[named[1] ?? ""];
      if (characters === undefined) return null;
      out += characters;
      at += named[0].length - 1;
      continue;
    }
    if (/^\[.\*\d*\]|^\[=/.test(set.slice(at))) return null;
    const escaped = set[at] === "\\" && at + 1 < set.length;
    const octal = escaped ? /^[0-7]{1,3}/.exec(set.slice(at + 1))?.[0] : undefined;
    const c = octal
      ? String.fromCharCode(Number.parseInt(octal, 8))
      : escaped
        ? (ESCAPES[set[at + 1] ?? ""] ?? set[at + 1] ?? "")
        : (set[at] ?? "");
    at += octal ? octal.length : escaped ? 1 : 0;
    if (set[at + 1] === "-" && at + 2 < set.length && set[at + 2] !== "\\") {
      const end = set[at + 2] ?? "";
      if (end < c) return null;
      out += range(c, end);
      at += 2;
    } else out += c;
  }
  return out;
}

/** What `tr` does to a text; null where its arguments are beyond this. */
export function characterMap(
  first: string,
  second: string | null,
  flags: ReadonlySet<string>,
): ((text: string) => string) | null {
  const has = (letter: string, name: string): boolean => flags.has(letter) || flags.has(name);
  const complement = has("c", "complement") || flags.has("C");
  const from = expandSet(first);
  const to = second === null ? null : expandSet(second);
  if (from === null || (second !== null && to === null)) return null;
  const inFirst = (c: string): boolean => from.includes(c) !== complement;
  const deletes = has("d", "delete");
  const squeezes = has("s", "squeeze-repeats");
  const last = to === null ? "" : (to[to.length - 1] ?? "");
  const map = (c: string): string => {
    if (!inFirst(c)) return c;
    if (deletes) return "";
    if (to === null || to === "") return c;
    return complement ? last : (to[from.lastIndexOf(c)] ?? last);
  };
  const squeezable = (c: string): boolean => (to === null || (deletes && to === null) ? inFirst(c) : to.includes(c));
  return (text) => {
    let out = "";
    for (const c of text) {
      const next = map(c);
      if (squeezes && next !== "" && next === out[out.length - 1] && squeezable(next)) continue;
      out += next;
    }
    return out;
  };
}
