import { EMPTY, literal, literalOf } from "../../../values/text.ts";
import { evaluate } from "../arithmetic.ts";
import { parseArithmetic } from "../../../syntax/shell/index.ts";
import type { Program } from "../call.ts";
import { extendedRegex, basicRegex } from "../regex.ts";
import { readOptions } from "../words.ts";
import { mapValue } from "../world.ts";
import { answered } from "./input.ts";
import { table } from "../../../values/table.ts";

const MOST = 5000;

/** `seq first step last`. */
const seq: Program = (call) => {
  const words = call.argv
    .slice(1)
    .map((word) => (/^-\d/.test(literalOf(word) ?? "") ? [`+${literalOf(word) ?? ""}`] : word));
  const { flags, values, operands } = readOptions(words, ["s", "f", "separator", "format"]);
  const numbers = operands.map((operand) => Number((literalOf(operand) ?? "x").replace(/^\+-/, "-")));
  const separator = literalOf(values.get("s") ?? values.get("separator") ?? ["\n"]);
  if (
    numbers.some((number) => !Number.isInteger(number)) ||
    separator === null ||
    values.has("f") ||
    numbers.length === 0
  )
    return null;
  const [first, step, last] =
    numbers.length === 1
      ? [1, 1, numbers[0] ?? 0]
      : numbers.length === 2
        ? [numbers[0] ?? 1, 1, numbers[1] ?? 0]
        : [numbers[0] ?? 1, numbers[1] ?? 1, numbers[2] ?? 0];
  if (step === 0) return null;
  const out: string[] = [];
  for (let value = first; step > 0 ? value <= last : value >= last; value += step) {
    if (out.length >= MOST) return null;
    out.push(String(value));
  }
  const width = flags.has("w") ? Math.max(...out.map((each) => each.length)) : 0;
  const text = out.map((each) => each.padStart(width, "0")).join(separator);
  return answered(call.world, out.length === 0 ? EMPTY : literal(`${text}\n`));
};

/** `expr 1 + 2`, `expr text : regex`. */
const expr: Program = (call) => {
  const words = call.argv.slice(1);
  const known = words.map(literalOf);
  if (known.length === 3 && known[1] === ":" && known.every((word) => word !== null)) {
    const regex = extendedRegex(`^(?:${basicRegex(known[2] ?? "")})`);
    const match = regex?.exec(known[0] ?? "");
    const text = match?.[1] ?? (match ? String(match[0].length) : "0");
    return answered(call.world, literal(`${text}\n`), text === "" || text === "0" ? 1 : 0);
  }
  if (!known.every((word) => word !== null && /^(?:-?\d+|[-+*/%()])$/.test(word))) return null;
  return mapValue(evaluate(parseArithmetic(known.join(" ")), call.world, call.frame), (text) => ({
    stdout: [...text, "\n"],
    status: literalOf(text) === "0" ? 1 : 0,
  }));
};

export const numberPrograms: Readonly<Record<string, Program>> = table({ seq, expr });
