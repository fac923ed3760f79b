import { decideUnknown } from "../../../values/decide.ts";
import { canonical, concat, EMPTY, literalOf, type Text } from "../../../values/text.ts";
import { integerOf } from "../arithmetic.ts";
import { arg, type Builtin } from "../call.ts";
import { splitFields } from "../pieces.ts";
import { plainText } from "../patterns.ts";
import { consumeInput, peekInput, setStream, streamAt } from "../streams.ts";
import { linesOf, splitText } from "../texts.ts";
import { unknownText } from "../unknown.ts";
import { assignText, assignValue, listOf, scalar } from "../variables.ts";
import { literalWords, readOptions } from "../words.ts";
import { branches, type World } from "../world.ts";
import { table } from "../../../values/table.ts";

interface Line {
  readonly line: Text;
  readonly rest: Text;
  /** The line ended with its delimiter. */
  readonly complete: boolean;
}

/** The first line of a text; unknown parts are taken to hold no newline. Null: nothing is left. */
function firstLine(text: Text, delimiter: string): Line | null {
  if (text.length === 0) return null;
  const at = text.findIndex((part) => typeof part === "string" && part.includes(delimiter));
  const part = text[at];
  if (typeof part !== "string") return { line: text, rest: EMPTY, complete: false };
  const cut = part.indexOf(delimiter);
  return {
    line: concat(text.slice(0, at), [part.slice(0, cut)]),
    rest: concat([part.slice(cut + delimiter.length)], text.slice(at + 1)),
    complete: true,
  };
}

/** `read -r a b`: one line, split at IFS. https://www.gnu.org/software/bash/manual/bash.html#index-read */
const read: Builtin = (call) => {
  const { flags, values, operands } = readOptions(call.argv.slice(1), ["d", "p", "t", "n", "N", "u", "a", "i"]);
  const fd = integerOf(values.get("u") ?? []) ?? 0;
  const world = fd === 0 ? call.world : setStream(call.world, 0, streamAt(call.world, fd));
  const names = literalWords(operands);
  const delimiter = values.has("d") ? literalOf(values.get("d") ?? []) || "\0" : "\n";
  const input = peekInput(world, call.frame);
  const back = (end: World): World => (fd === 0 ? end : { ...end, fds: call.world.fds });
  if (input === null || isOpaque(input))
    return readUnknown(world, names, values.get("a"), input, call.frame.round).map(back);
  const line = firstLine(input, delimiter);
  const withIfs = call.env.has("IFS") ? assignText(world, "IFS", call.env.get("IFS") ?? EMPTY) : world;
  const next = { ...consumeInput(withIfs, line?.rest ?? EMPTY) };
  const assigned = assignFields(next, line?.line ?? EMPTY, names, literalOf(values.get("a") ?? []), flags.has("r"));
  return [
    back({
      ...assigned,
      vars: call.env.has("IFS") ? assignText(assigned, "IFS", scalar(call.world, "IFS") ?? EMPTY).vars : assigned.vars,
      status: line?.complete ? 0 : 1,
    }),
  ];
};

/** Output of which nobody knows how many lines it has. */
function isOpaque(text: Text): boolean {
  const [first, second] = text;
  return (
    first !== undefined &&
    typeof first !== "string" &&
    (second === undefined || second === "\n") &&
    text.length <= 2 &&
    "variable" in first &&
    first.variable.kind === "output" &&
    !first.variable.domain
  );
}

function readUnknown(
  world: World,
  names: readonly string[],
  array: Text | undefined,
  input: Text | null,
  round: string,
): readonly World[] {
  const key = input ? canonical(input) : "standard input";
  return branches(world, decideUnknown(world.machine.cube, `output: ${key} has another line${round}`)).map(
    ({ world: next, value }) => {
      const texts = (name: string): Text => unknownText(`line of ${key}: ${name}`, input ? [input] : [], name);
      let end = next;
      for (const name of names.length > 0 ? names : ["REPLY"]) end = assignText(end, name, value ? texts(name) : EMPTY);
      const list = literalOf(array ?? []);
      if (list) end = assignValue(end, list, { kind: "many", each: texts(list) });
      return { ...end, status: value ? 0 : 1 };
    },
  );
}

function assignFields(world: World, line: Text, names: readonly string[], array: string | null, raw: boolean): World {
  const clean = raw
    ? line
    : concat(...line.map((part): Text => (typeof part === "string" ? [part.replace(/\\(.)/gs, "$1")] : [part])));
  if (array) return assignValue(world, array, listOf(fieldsOf(clean, world, Infinity)));
  if (names.length === 0) return assignText(world, "REPLY", clean);
  const fields = fieldsOf(clean, world, names.length);
  return names.reduce((each, name, index) => assignText(each, name, fields[index] ?? EMPTY), world);
}

/** At most `most` fields; the last one holds the rest of the line. */
function fieldsOf(line: Text, world: World, most: number): readonly Text[] {
  const ifs = literalOf(scalar(world, "IFS") ?? [" \t\n"]) ?? " \t\n";
  const blank = [...ifs].filter((c) => /\s/.test(c)).join("");
  const trimmed = trimBlank(line, blank);
  if (ifs === "") return [line];
  const fields = splitFields([{ text: trimmed, quoted: false, splits: true }], world).map(plainText);
  if (fields.length <= most) return fields;
  return [...fields.slice(0, most - 1), restAfter(trimmed, most - 1, ifs, blank)];
}

function trimBlank(line: Text, blank: string): Text {
  if (blank === "") return line;
  const set = blank.replace(/[\]\\^-]/g, "\\$&");
  const first = line[0];
  const start = typeof first === "string" ? concat([first.replace(new RegExp(`^[${set}]+`), "")], line.slice(1)) : line;
  const last = start[start.length - 1];
  return typeof last === "string" ? concat(start.slice(0, -1), [last.replace(new RegExp(`[${set}]+$`), "")]) : start;
}

function restAfter(line: Text, count: number, ifs: string, blank: string): Text {
  const set = ifs.replace(/[\]\\^-]/g, "\\$&");
  const hard = [...ifs]
    .filter((c) => !blank.includes(c))
    .join("")
    .replace(/[\]\\^-]/g, "\\$&");
  const soft = blank.replace(/[\]\\^-]/g, "\\$&");
  const separator =
    hard === "" ? `[${set}]+` : `[${soft || "\\0"}]*[${hard}][${soft || "\\0"}]*${soft === "" ? "" : `|[${soft}]+`}`;
  let rest = line;
  for (let index = 0; index < count; index += 1) {
    const at = rest.findIndex((part) => typeof part === "string" && new RegExp(separator).test(part));
    const part = rest[at];
    if (typeof part !== "string") return rest;
    const match = new RegExp(separator).exec(part);
    rest = concat([part.slice((match?.index ?? 0) + (match?.[0].length ?? 0))], rest.slice(at + 1));
  }
  return rest;
}

/** `mapfile -t lines`. */
const mapfile: Builtin = (call) => {
  const { flags, values, operands } = readOptions(call.argv.slice(1), ["d", "n", "O", "s", "u", "C", "c"]);
  const name = literalOf(operands[0] ?? []) ?? "MAPFILE";
  const input = peekInput(call.world, call.frame);
  const world = { ...consumeInput(call.world), status: 0 };
  if (input === null || isOpaque(input)) {
    return [assignValue(world, name, { kind: "many", each: unknownText("line", input ? [input] : [], name) })];
  }
  const delimiter = literalOf(values.get("d") ?? []);
  const lines =
    delimiter === null || (delimiter === "" && !values.has("d"))
      ? linesOf(input)
      : splitText(input, delimiter === "" ? /\0/ : new RegExp(delimiter.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")));
  const items = flags.has("t") ? lines : lines.map((line) => concat(line, ["\n"]));
  return [assignValue(world, name, listOf(items))];
};

/** `getopts spec name`. https://www.gnu.org/software/bash/manual/bash.html#index-getopts */
const getopts: Builtin = (call) => {
  const spec = literalOf(arg(call, 1)) ?? "";
  const name = literalOf(arg(call, 2)) ?? "";
  const args = call.argv.length > 3 ? call.argv.slice(3) : call.world.args;
  const index = integerOf(scalar(call.world, "OPTIND") ?? ["1"]) ?? 1;
  const inner = integerOf(scalar(call.world, CLUSTER) ?? ["1"]) ?? 1;
  const word = literalOf(args[index - 1] ?? []);
  const finish = (world: World): readonly World[] => [{ ...assignText(world, name, ["?"]), status: 1 }];
  if (word === null || !/^-./.test(word)) return finish(call.world);
  if (word === "--") return finish(assignText(call.world, "OPTIND", [String(index + 1)]));
  const letter = word[inner] ?? "";
  const at = spec.indexOf(letter);
  const takes = at >= 0 && spec[at + 1] === ":";
  const more = word.length > inner + 1;
  let world = call.world;
  if (takes)
    world = more
      ? assignText(world, "OPTARG", [word.slice(inner + 1)])
      : assignText(world, "OPTARG", args[index] ?? EMPTY);
  const step = takes ? (more ? 1 : 2) : more ? 0 : 1;
  world = assignText(world, "OPTIND", [String(index + step)]);
  world = assignText(world, CLUSTER, [step === 0 ? String(inner + 1) : "1"]);
  return [{ ...assignText(world, name, [at < 0 || letter === ":" ? "?" : letter]), status: 0 }];
};

const CLUSTER = "letter of getopts";

export const inputBuiltins: Readonly<Record<string, Builtin>> = table({ read, mapfile, readarray: mapfile, getopts });
