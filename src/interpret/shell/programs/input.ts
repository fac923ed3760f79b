import { concat, EMPTY, isMention, literal, literalOf, type Text } from "../../../values/text.ts";
import type { Answer, Call } from "../call.ts";
import { findFile, resolvePath } from "../paths.ts";
import { consumeInput, peekInput } from "../streams.ts";
import { mapWhole, withoutFinalNewlines } from "../texts.ts";
import { unknownText } from "../unknown.ts";
import { one, type Outcome, type World } from "../world.ts";

export interface Input {
  readonly text: Text;
  /** Standard input is used up where it was read. */
  readonly world: World;
}

/** What a filter reads: its operands' files, or standard input (`-` among them). Null: a file surely does not exist. */
export function inputOf(call: Call, operands: readonly Text[]): Input | null {
  let { world } = call;
  const texts: Text[] = [];
  for (const operand of operands.length > 0 ? operands : [["-"]]) {
    if (literalOf(operand) === "-" || literalOf(operand) === "/dev/stdin") {
      texts.push(peekInput(world, call.frame) ?? unknownText("standard input", []));
      world = consumeInput(world);
      continue;
    }
    const text = fileText(call, operand);
    if (text === null) return null;
    texts.push(text);
  }
  return { text: concat(...texts), world };
}

/** The content of a file, unknown where it is; null where the file surely does not exist. */
export function fileText(call: Call, operand: Text): Text | null {
  const path = resolvePath(call.world.cwd, operand);
  const file = findFile(call.world.machine, call.frame.host.tree, path);
  if (file?.absent) return null;
  return file?.text ?? concat(unknownText("content of", [path]), ["\n"]);
}

/** The answer of a filter: of a known text at once, of an unknown one as a function of it. */
export function filtered(
  call: Call,
  operands: readonly Text[],
  name: string,
  apply: (text: string) => string,
): Outcome<Answer> {
  const input = inputOf(call, operands);
  if (!input) return one(call.world, { stdout: EMPTY, status: 1 });
  return one(input.world, { stdout: mapText(input.text, name, apply), status: 0 });
}

/** A function of lines: of a known text at once, of an unknown one as a named value on a line of its own. */
export function mapText(text: Text, name: string, apply: (text: string) => string): Text {
  const known = literalOf(text);
  if (known !== null) return literal(apply(known));
  const whole = withoutFinalNewlines(text);
  return concat(
    mapWhole(whole, name, (value) => apply(`${value}\n`).replace(/\n+$/, "")),
    ["\n"],
  );
}

/** Text of which nobody knows how many lines it has: the output of a command, a secret. */
export function isOpaque(text: Text): boolean {
  return text.some(
    (part) =>
      typeof part !== "string" &&
      (!isMention(part) || part.variable.kind === "output" || part.variable.kind === "constant"),
  );
}

export function answered(world: World, stdout: Text, status = 0): Outcome<Answer> {
  return one(world, { stdout, status });
}
