import { concat, literalOf, type Text } from "../../../values/text.ts";
import type { Builtin, Call } from "../call.ts";
import { kindOf, resolvePath } from "../paths.ts";
import { write } from "../streams.ts";
import { assignText, scalar } from "../variables.ts";
import type { World } from "../world.ts";
import { table } from "../../../values/table.ts";

/** `cd`: where the folder surely does not exist it fails, else it is taken to work. */
const cd: Builtin = (call) => {
  const operands = call.argv.slice(1).filter((word) => !/^-[LPe@]+$/.test(literalOf(word) ?? ""));
  const [target] = operands;
  const { world } = call;
  if (target !== undefined && literalOf(target) === "-") return [moved(call, scalar(world, "OLDPWD") ?? world.cwd)];
  const wanted = target === undefined ? (scalar(world, "HOME") ?? world.cwd) : target;
  if (wanted.length === 0) return [{ ...world, status: 0 }];
  return [moved(call, resolvePath(world.cwd, wanted))];
};

function moved(call: Call, to: Text): World {
  const { world, frame } = call;
  const kind = kindOf(world.machine, frame.host.tree, to);
  if (kind === "absent" || kind === "file") return { ...world, status: 1 };
  return { ...assignText({ ...world, cwd: to }, "OLDPWD", world.cwd), status: 0 };
}

const pwd: Builtin = ({ world, frame, argv }) => [
  { ...write(world, frame, concat(world.cwd, ["\n"]), argv), status: 0 },
];

/** The stack lives in a variable that no script can name. */
const STACK = "folders of pushd";

const pushd: Builtin = (call) => {
  const target = call.argv.slice(1).find((word) => literalOf(word) !== "-n");
  if (target === undefined) return [{ ...call.world, status: 0 }];
  const before = scalar(call.world, STACK);
  const next = moved(call, resolvePath(call.world.cwd, target));
  if (next.status !== 0) return [next];
  return [assignText(next, STACK, before ? concat(call.world.cwd, ["\n"], before) : call.world.cwd)];
};

const popd: Builtin = (call) => {
  const stack = scalar(call.world, STACK);
  if (!stack || stack.length === 0) return [{ ...call.world, status: 1 }];
  const at = stack.findIndex((part) => typeof part === "string" && part.includes("\n"));
  const part = stack[at];
  const cut = typeof part === "string" ? part.indexOf("\n") : -1;
  const top = typeof part === "string" ? concat(stack.slice(0, at), [part.slice(0, cut)]) : stack;
  const rest = typeof part === "string" ? concat([part.slice(cut + 1)], stack.slice(at + 1)) : [];
  return [assignText(moved(call, top), STACK, rest)];
};

export const placeBuiltins: Readonly<Record<string, Builtin>> = table({ cd, pwd, pushd, popd, dirs: pwd });
