import type { Program } from "../call.ts";
import { readOptions } from "../words.ts";
import { filtered } from "./input.ts";
import { table } from "../../../values/table.ts";

function linesIn(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function together(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** `sort`, in the order of bytes or of numbers or of versions. */
const sort: Program = (call) => {
  const { flags, values, operands } = readOptions(call.argv.slice(1), ["k", "t", "o", "S", "T"]);
  const known = ["u", "r", "n", "V", "unique", "reverse", "numeric-sort", "version-sort"];
  if (values.size > 0 || [...flags].some((flag) => !known.includes(flag))) return null;
  const has = (letter: string, name: string): boolean => flags.has(letter) || flags.has(name);
  const compare = has("V", "version-sort") ? byVersion : has("n", "numeric-sort") ? byNumber : byText;
  return filtered(call, operands, `sort ${[...flags].join("")}`, (text) => {
    const lines = linesIn(text);
    // Beyond ASCII the order is the locale's.
    const sorted = [...lines].sort(compare);
    const unique = has("u", "unique")
      ? sorted.filter((line, index) => index === 0 || compare(line, sorted[index - 1] ?? "") !== 0)
      : sorted;
    return together(has("r", "reverse") ? [...unique].reverse() : unique);
  });
};

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byNumber(a: string, b: string): number {
  const value = (text: string): number => Number(/^\s*-?\d+(?:\.\d+)?/.exec(text)?.[0] ?? "0");
  return value(a) - value(b) || byText(a, b);
}

function byVersion(a: string, b: string): number {
  const parts = (text: string): readonly string[] => text.match(/\d+|\D+/g) ?? [];
  const [x, y] = [parts(a), parts(b)];
  for (let index = 0; index < Math.max(x.length, y.length); index += 1) {
    const [p, q] = [x[index] ?? "", y[index] ?? ""];
    const order = /^\d/.test(p) && /^\d/.test(q) ? Number(p) - Number(q) : byText(p, q);
    if (order !== 0) return order;
  }
  return 0;
}

const uniq: Program = (call) => {
  const { flags, operands } = readOptions(call.argv.slice(1), ["f", "s", "w"]);
  if (flags.size > 0 || operands.length > 1) return null;
  return filtered(call, operands, "uniq", (text) =>
    together(linesIn(text).filter((line, index, lines) => index === 0 || line !== lines[index - 1])),
  );
};

export const sortPrograms: Readonly<Record<string, Program>> = table({ sort, uniq });
