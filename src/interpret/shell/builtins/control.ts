import { isDerived, literalOf, type Part } from "../../../values/text.ts";
import { FAILURE_CODE } from "../status.ts";
import { arg, type Builtin, type Call } from "../call.ts";
import { integerOf } from "../arithmetic.ts";
import { set } from "../table.ts";
import { literalWords } from "../words.ts";
import { unsetElement, unsetVariable } from "../variables.ts";
import { EXIT, type Flow, type World } from "../world.ts";
import { table } from "../../../values/table.ts";

function status(code: number): Builtin {
  return ({ world }) => [{ ...world, status: code }];
}

/** The status that a word names; unknown text is taken for a failure with an unknown code. */
function codeOf(call: Call): World["status"] {
  const word = call.argv[1];
  const { status: last } = call.world;
  if (word === undefined) return typeof last !== "number" && last.failed ? 1 : last;
  if (word.length === 1 && word.some(isFailureCode)) return 1;
  const code = integerOf(word);
  if (code !== null) return ((code % 256) + 256) % 256;
  return literalOf(word) !== null
    ? 2
    : { name: `exit with ${String(literalOf(word) ?? "a computed code")}`, asks: false };
}

/** What `$?` was after a command that had failed. */
function isFailureCode(part: Part): boolean {
  return typeof part !== "string" && !isDerived(part) && part.variable.key.startsWith(FAILURE_CODE);
}

function leave(flow: Flow): Builtin {
  return (call) => [{ ...call.world, status: codeOf(call), flow }];
}

function levels(kind: "break" | "continue"): Builtin {
  return (call) => {
    if (!call.frame.loop) return [{ ...call.world, status: 0 }];
    return [{ ...call.world, status: 0, flow: { kind, levels: Math.max(1, integerOf(arg(call, 1)) ?? 1) } }];
  };
}

const shift: Builtin = (call) => {
  const count = call.argv.length > 1 ? (integerOf(arg(call, 1)) ?? 1) : 1;
  const { args } = call.world;
  return [count > args.length ? { ...call.world, status: 1 } : { ...call.world, args: args.slice(count), status: 0 }];
};

const unset: Builtin = (call) => {
  let world = call.world;
  const words = literalWords(call.argv.slice(1));
  const functions = words.includes("-f");
  for (const word of words.filter((each) => !each.startsWith("-"))) {
    const element = /^(\w+)\[(.+)\]$/.exec(word);
    if (functions) world = { ...world, functions: set(world.functions, word, undefined) };
    else if (element) world = unsetElement(world, element[1] ?? "", element[2] ?? "");
    else world = unsetVariable(world, word);
  }
  return [{ ...world, status: 0 }];
};

/** `trap 'commands' SIGNAL…`; `trap - SIGNAL` takes it back. */
const trap: Builtin = (call) => {
  const [handler, ...signals] = call.argv.slice(1).filter((word) => literalOf(word) !== "--");
  if (handler === undefined || /^-[lp]/.test(literalOf(handler) ?? "")) return [{ ...call.world, status: 0 }];
  const traps = new Map(call.world.traps);
  for (const signal of literalWords(signals)) {
    const name = signal.replace(/^SIG/, "") === "0" ? "EXIT" : signal.replace(/^SIG/, "");
    if (literalOf(handler) === "-") traps.delete(name);
    else traps.set(name, handler);
  }
  return [{ ...call.world, traps, status: 0 }];
};

export const controlBuiltins: Readonly<Record<string, Builtin>> = table({
  ":": status(0),
  true: status(0),
  false: status(1),
  exit: leave(EXIT),
  logout: leave(EXIT),
  return: leave({ kind: "return" }),
  break: levels("break"),
  continue: levels("continue"),
  shift,
  unset,
  trap,
  wait: status(0),
  jobs: status(0),
  fg: status(0),
  bg: status(0),
  disown: status(0),
  ulimit: status(0),
  umask: status(0),
  hash: status(0),
  times: status(0),
  alias: status(0),
  unalias: status(0),
  bind: status(0),
  complete: status(0),
  compgen: status(0),
  history: status(0),
  caller: status(0),
  enable: status(0),
  help: status(0),
  suspend: status(0),
});
