import { EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import type { Program } from "../call.ts";
import { isTooCostly } from "../patterns.ts";
import { extendedRegex } from "../regex.ts";
import { joinLines, linesOf, mapWhole } from "../texts.ts";
import { readOptions } from "../words.ts";
import { answered, inputOf, mapText } from "./input.ts";
import { table } from "../../../values/table.ts";

type Case = "upper" | "lower" | null;
type Item =
  | { readonly kind: "field"; readonly field: number; readonly fold: Case }
  | { readonly kind: "last"; readonly fold: Case }
  | { readonly kind: "text"; readonly text: string };

interface Rule {
  readonly line: number | null;
  readonly regex: RegExp | null;
  readonly items: readonly (readonly Item[])[];
}

const RULE = /^\s*(?:NR\s*==\s*(\d+)|\/((?:[^/\\]|\\.)*)\/)?\s*\{\s*print\s*(.*?)\s*;?\s*(?:exit\s*;?\s*)?\}\s*$/s;

/**
 * `awk '{print $2}'` and its relatives: one rule that prints fields.
 * https://pubs.opengroup.org/onlinepubs/9699919799/utilities/awk.html
 */
const awk: Program = (call) => {
  const { values, operands } = readOptions(call.argv.slice(1), ["F", "v", "f"], true);
  const [program, ...files] = operands;
  const source = literalOf(program ?? []);
  const separator = literalOf(values.get("F") ?? []);
  if (source === null || values.has("v") || values.has("f") || separator === null) return null;
  const rule = parseRule(source);
  const split = splitter(separator);
  if (!rule || !split) return null;
  const input = inputOf(call, files);
  if (!input) return answered(call.world, EMPTY, 2);
  const name = `awk ${separator === "" ? "" : `-F${separator} `}${source}`;
  if (rule.line !== null || rule.regex) {
    return answered(
      input.world,
      mapText(input.text, name, (text) => run(text, rule, split)),
    );
  }
  return answered(
    input.world,
    joinLines(linesOf(input.text).map((line): Text => mapWhole(line, name, (value) => printed(value, rule, split)))),
  );
};

function parseRule(source: string): Rule | null {
  const match = RULE.exec(source);
  if (!match) return null;
  const listed = match[3] ?? "";
  const items = listed.trim() === "" ? [[fieldItem("0", null)]] : splitItems(listed);
  const regex = match[2] === undefined ? null : extendedRegex(match[2]);
  if (!items || (match[2] !== undefined && !regex)) return null;
  return { line: match[1] === undefined ? null : Number(match[1]), regex, items };
}

/** `$1, $3` prints with a blank between; `$1 "-" $2` without. */
function splitItems(text: string): readonly (readonly Item[])[] | null {
  const groups: Item[][] = [[]];
  const token = /\s*(?:(?:\$(\d+)|\$NF|to(upper|lower)\(\s*\$(\d+|NF)\s*\))|"((?:[^"\\]|\\.)*)"|(,))/y;
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) return text.slice(at).trim() === "" ? groups : null;
    at = token.lastIndex;
    const [, plain, fold = null, folded, quoted, comma] = match;
    const field = plain ?? (folded === "NF" ? undefined : folded);
    if (comma) groups.push([]);
    else if (quoted !== undefined) groups.at(-1)?.push({ kind: "text", text: unescaped(quoted) });
    else groups.at(-1)?.push(fieldItem(field, fold as Case));
  }
  return groups;
}

function fieldItem(field: string | undefined, fold: Case): Item {
  return field === undefined ? { kind: "last", fold } : { kind: "field", field: Number(field), fold };
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, c: string) => ({ n: "\n", t: "\t" })[c] ?? c);
}

type Split = (line: string) => readonly string[];

function splitter(separator: string): Split | null {
  if (separator === "" || separator === " ")
    return (line) =>
      line
        .trim()
        .split(/\s+/)
        .filter((field) => field !== "");
  if (separator.length === 1) return (line) => line.split(separator);
  const regex = extendedRegex(separator.replace(/\\\\/g, "\\"));
  return regex && ((line) => (isTooCostly(separator, line) ? [line] : line.split(regex)));
}

function printed(line: string, rule: Rule, split: Split): string {
  const fields = split(line);
  const value = (item: Item): string => {
    if (item.kind === "text") return item.text;
    const field = item.kind === "last" ? fields.at(-1) : item.field === 0 ? line : fields[item.field - 1];
    if (item.fold === null) return field ?? "";
    return item.fold === "upper" ? (field ?? "").toUpperCase() : (field ?? "").toLowerCase();
  };
  return rule.items.map((group) => group.map(value).join("")).join(" ");
}

function run(text: string, rule: Rule, split: Split): string {
  const lines = linesOf(literal(text)).map((line) => literalOf(line) ?? "");
  const chosen = lines.filter(
    (line, index) => (rule.line === null || rule.line === index + 1) && (!rule.regex || rule.regex.test(line)),
  );
  return chosen.map((line) => `${printed(line, rule, split)}\n`).join("");
}

export const awkPrograms: Readonly<Record<string, Program>> = table({ awk, gawk: awk, mawk: awk });
