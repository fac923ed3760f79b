import { concat, EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import type { Program } from "../call.ts";
import { resolvePath } from "../paths.ts";
import { appendFile, replaceFile } from "../streams.ts";
import { dropLeading, joinLines, leading, linesOf, mapParts, mapWhole } from "../texts.ts";
import { exportedValue } from "../variables.ts";
import { readOptions } from "../words.ts";
import { answered, filtered, inputOf, isOpaque, mapText } from "./input.ts";
import { characterMap } from "./tr.ts";
import { table } from "../../../values/table.ts";

const cat: Program = (call) => {
  const { flags, operands } = readOptions(call.argv.slice(1), []);
  if ([...flags].some((flag) => flag !== "u")) return null;
  const input = inputOf(call, operands);
  return input ? answered(input.world, input.text) : answered(call.world, EMPTY, 1);
};

/** `tee files`: writes what it reads, and passes it on. */
const tee: Program = (call) => {
  const { flags, operands } = readOptions(call.argv.slice(1), []);
  const input = inputOf(call, []);
  if (!input) return null;
  let { world } = input;
  for (const operand of operands) {
    const path = resolvePath(world.cwd, operand);
    if (/^\/dev\//.test(literalOf(path) ?? "")) continue;
    world =
      flags.has("a") || flags.has("append")
        ? appendFile(world, call.frame, path, input.text)
        : replaceFile(world, path, input.text);
  }
  return answered(world, input.text);
};

const tr: Program = (call) => {
  const { flags, operands } = readOptions(call.argv.slice(1), [], true);
  const sets = operands.map(literalOf);
  if (sets.some((set) => set === null)) return null;
  const apply = characterMap(sets[0] ?? "", sets[1] ?? null, flags);
  const input = inputOf(call, []);
  if (!input || !apply) return null;
  const name = `tr ${call.argv
    .slice(1)
    .map((word) => literalOf(word))
    .join(" ")}`;
  // Squeezing and deleting newlines look at neighbours; everything else is a matter of one character.
  if (flags.has("s") || flags.has("squeeze-repeats")) return answered(input.world, mapText(input.text, name, apply));
  return answered(input.world, mapParts(input.text, name, apply));
};

const cut: Program = (call) => {
  const { flags, values, operands } = readOptions(call.argv.slice(1), [
    "d",
    "f",
    "c",
    "b",
    "delimiter",
    "fields",
    "characters",
    "bytes",
    "output-delimiter",
  ]);
  const list = literalOf(values.get("f") ?? values.get("fields") ?? []);
  const chars = literalOf(values.get("c") ?? values.get("characters") ?? values.get("b") ?? []);
  const delimiter = literalOf(values.get("d") ?? values.get("delimiter") ?? ["\t"]);
  if (delimiter === null || (!list && !chars) || values.has("output-delimiter") || flags.has("complement")) return null;
  const wanted = rangesOf(list || chars || "");
  if (!wanted) return null;
  const input = inputOf(call, operands);
  if (!input) return answered(call.world, EMPTY, 1);
  const only = flags.has("s") || flags.has("only-delimited");
  const line = list
    ? (text: string): string => cutFields(text, delimiter, wanted)
    : (text: string): string => [...text].filter((_, index) => inRanges(wanted, index + 1)).join("");
  const name = list ? `cut -d${delimiter} -f${list}` : `cut -c${chars ?? ""}`;
  const lines = linesOf(input.text).filter(
    (text) => !only || !(literalOf(text) !== null && !literalOf(text)?.includes(delimiter)),
  );
  return answered(
    input.world,
    joinLines(lines.map((text) => (list ? afterKnown(text, delimiter, wanted) : null) ?? mapWhole(text, name, line))),
  );
};

type Ranges = readonly (readonly [number, number])[];

function rangesOf(list: string): Ranges | null {
  const ranges = list.split(",").map((range): readonly [number, number] | null => {
    const match = /^(\d*)(-?)(\d*)$/.exec(range);
    if (!match || range === "" || range === "-") return null;
    const from = Number(match[1] || "1");
    return [from, match[2] === "" ? from : Number(match[3] || "Infinity")];
  });
  return ranges.some((range) => range === null) ? null : ranges.filter((range) => range !== null);
}

function inRanges(ranges: Ranges, position: number): boolean {
  return ranges.some(([from, to]) => position >= from && position <= to);
}

function cutFields(line: string, delimiter: string, wanted: Ranges): string {
  if (!line.includes(delimiter)) return line;
  return line
    .split(delimiter)
    .filter((_, index) => inRanges(wanted, index + 1))
    .join(delimiter);
}

/** `cut -d/ -f3-` of `refs/heads/{name}`: exact where the delimiters before it are known. */
function afterKnown(text: Text, delimiter: string, wanted: Ranges): Text | null {
  const [only] = wanted;
  if (literalOf(text) !== null || wanted.length !== 1 || !only || delimiter === "") return null;
  const pieces = leading(text).split(delimiter);
  const [from, to] = only;
  if (to < pieces.length) return literal(pieces.slice(from - 1, to).join(delimiter));
  if (to !== Infinity || from > pieces.length) return null;
  return dropLeading(text, pieces.slice(0, from - 1).join(delimiter).length + (from > 1 ? delimiter.length : 0));
}

function countOf(call: Parameters<Program>[0]): {
  readonly count: string;
  readonly bytes: boolean;
  readonly operands: readonly Text[];
  readonly quiet: boolean;
} | null {
  const words = call.argv
    .slice(1)
    .map((word) => (/^-\d+$/.test(literalOf(word) ?? "") ? [`-n${(literalOf(word) ?? "").slice(1)}`] : word));
  const { flags, values, operands } = readOptions(words, ["n", "c", "lines", "bytes"]);
  if (flags.has("f") || flags.has("F") || flags.has("follow")) return null;
  const bytes = values.get("c") ?? values.get("bytes");
  const count = literalOf(bytes ?? values.get("n") ?? values.get("lines") ?? ["10"]);
  return count === null ? null : { count, bytes: bytes !== undefined, operands, quiet: flags.has("q") };
}

function ends(which: "head" | "tail"): Program {
  return (call) => {
    const wish = countOf(call);
    if (!wish || (wish.operands.length > 1 && !wish.quiet)) return null;
    const number = Number(wish.count.replace(/^\+/, ""));
    if (!Number.isFinite(number)) return null;
    const take = (list: readonly Text[]): readonly Text[] => slice(list, which, wish.count, number);
    const input = inputOf(call, wish.operands);
    if (!input) return answered(call.world, EMPTY, 1);
    const name = `${which} ${wish.bytes ? "-c" : "-n"} ${wish.count}`;
    if (wish.bytes)
      return answered(
        input.world,
        mapText(input.text, name, (text) =>
          take([...text].map(literal))
            .map(literalOf)
            .join(""),
        ),
      );
    // The lines of a text that may hold any number of them cannot be counted.
    if (!isOpaque(input.text)) return answered(input.world, keepEnd(input.text, take(linesOf(input.text))));
    return answered(
      input.world,
      mapText(input.text, name, (text) => literalOf(joinLines(take(linesOf(literal(text))))) ?? ""),
    );
  };
}

function slice(list: readonly Text[], which: "head" | "tail", count: string, number: number): readonly Text[] {
  if (which === "head") return number < 0 ? list.slice(0, number) : list.slice(0, number);
  if (count.startsWith("+")) return list.slice(Math.max(0, number - 1));
  return Math.abs(number) === 0 ? [] : list.slice(-Math.abs(number));
}

/** Lines, without a final newline where the text had none and its last line is kept. */
function keepEnd(text: Text, lines: readonly Text[]): Text {
  const all = linesOf(text);
  const last = text[text.length - 1];
  const open = typeof last !== "string" || !last.endsWith("\n");
  const joined = joinLines(lines);
  if (!open || lines.length === 0 || lines[lines.length - 1] !== all[all.length - 1]) return joined;
  const end = joined[joined.length - 1];
  return typeof end === "string" ? concat(joined.slice(0, -1), [end.slice(0, -1)]) : joined;
}

const wc: Program = (call) => {
  const { flags, operands } = readOptions(call.argv.slice(1), []);
  const [kind, ...others] = [...flags];
  const count = {
    l: (text: string) => text.split("\n").length - 1,
    w: (text: string) => text.split(/\s+/).filter((word) => word !== "").length,
    c: byteLength,
    m: (text: string) => [...text].length,
  }[kind ?? ""];
  if (!count || others.length > 0 || operands.length > 1) return null;
  const suffix = operands[0] ? concat([" "], operands[0]) : EMPTY;
  const input = inputOf(call, operands);
  if (!input) return answered(call.world, EMPTY, 1);
  const number = mapText(input.text, `wc -${kind ?? ""}`, (text) => `${count(text)}\n`);
  return answered(
    input.world,
    suffix.length === 0
      ? number
      : concat(
          mapWhole(number, "number", (text) => text.trim()),
          suffix,
          ["\n"],
        ),
  );
};

/** Bytes of the text in UTF-8. */
function byteLength(text: string): number {
  return [...text].reduce((sum, c) => {
    const code = c.codePointAt(0) ?? 0;
    return sum + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
  }, 0);
}

const rev: Program = (call) => {
  const { operands } = readOptions(call.argv.slice(1), []);
  const input = inputOf(call, operands);
  return (
    input &&
    answered(
      input.world,
      joinLines(linesOf(input.text).map((line) => mapWhole(line, "rev", (text) => [...text].reverse().join("")))),
    )
  );
};

const tac: Program = (call) =>
  filtered(
    call,
    call.argv.slice(1),
    "tac",
    (text) => literalOf(joinLines([...linesOf(literal(text))].reverse())) ?? "",
  );

/** `paste -sd,`: lines of one text joined. */
const paste: Program = (call) => {
  const { flags, values, operands } = readOptions(call.argv.slice(1), ["d", "delimiters"]);
  const delimiter = literalOf(values.get("d") ?? values.get("delimiters") ?? ["\t"]);
  if (!(flags.has("s") || flags.has("serial")) || delimiter === null || delimiter.length > 1) return null;
  return filtered(
    call,
    operands,
    `paste -sd${delimiter}`,
    (text) => `${text.replace(/\n$/, "").split("\n").join(delimiter)}\n`,
  );
};

const envsubst: Program = (call) => {
  const input = inputOf(call, []);
  const formats = literalOf(call.argv[1] ?? []);
  if (!input || (call.argv.length > 1 && formats === null)) return null;
  const allowed = formats ? new Set([...formats.matchAll(/\$\{?(\w+)\}?/g)].map((match) => match[1])) : null;
  const out = input.text.flatMap((part): Text => {
    if (typeof part !== "string") return [part];
    const pieces = part.split(/(\$\w+|\$\{\w+\})/);
    return concat(
      ...pieces.map((piece): Text => {
        const name = /^\$\{?(\w+)\}?$/.exec(piece)?.[1];
        return name === undefined || (allowed && !allowed.has(name))
          ? literal(piece)
          : (environmentAt(call, name) ?? EMPTY);
      }),
    );
  });
  return answered(input.world, concat(...out.map((part): Text => [part])));
};

function environmentAt(call: Parameters<Program>[0], name: string): Text | null {
  const variable = call.env.get(name);
  if (variable) return variable;
  return exportedValue(call.world, name);
}

export const textPrograms: Readonly<Record<string, Program>> = table({
  cat,
  tee,
  tr,
  cut,
  head: ends("head"),
  tail: ends("tail"),
  wc,
  rev,
  tac,
  paste,
  envsubst,
});
