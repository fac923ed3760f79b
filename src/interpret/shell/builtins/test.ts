import { decideUnknown } from "../../../values/decide.ts";
import { canonical, literalOf } from "../../../values/text.ts";
import { evaluate, holds } from "../arithmetic.ts";
import { parseArithmetic } from "../../../syntax/shell/index.ts";
import type { Builtin, Call } from "../call.ts";
import { withAnswer } from "../conditions.ts";
import { evaluateWords } from "../tests.ts";
import { branches, type World } from "../world.ts";
import { table } from "../../../values/table.ts";

function answer(call: Call, words: Call["argv"]): readonly World[] {
  const { world, frame } = call;
  const evaluated = evaluateWords(words, { ...world, status: 0 }, frame);
  if (evaluated) return withAnswer(evaluated);
  const known = words.every((word) => literalOf(word) !== null);
  // A malformed expression is an error; one that only looks so because words are unknown is an open question.
  if (known) return [{ ...world, status: 2 }];
  return withAnswer(branches(world, decideUnknown(world.machine.cube, `test ${words.map(canonical).join(" ")}`)));
}

const test: Builtin = (call) => answer(call, call.argv.slice(1));

const bracket: Builtin = (call) => {
  const last = literalOf(call.argv[call.argv.length - 1] ?? []);
  return last === "]" ? answer(call, call.argv.slice(1, -1)) : [{ ...call.world, status: 2 }];
};

/** `let expression…` */
const letBuiltin: Builtin = (call) => {
  let worlds: readonly World[] = [call.world];
  const words = call.argv.slice(1);
  words.forEach((word, index) => {
    const expression = parseArithmetic(literalOf(word) ?? "");
    worlds = worlds.flatMap((world) =>
      index === words.length - 1
        ? withAnswer(holds(expression, world, call.frame))
        : evaluate(expression, world, call.frame).map((each) => each.world),
    );
  });
  return worlds;
};

export const testBuiltins: Readonly<Record<string, Builtin>> = table({ test, "[": bracket, let: letBuiltin });
