import { concat, EMPTY, literal, literalOf, show, type Text } from "../../../values/text.ts";
import type { Behind } from "../../machine.ts";
import type { Call } from "../call.ts";
import type { Runner } from "../called.ts";
import { runLine } from "../child.ts";
import { childEnvironment } from "../program.ts";
import { dispatch } from "../simple.ts";
import { leading } from "../texts.ts";
import type { World } from "../world.ts";
import { table } from "../../../values/table.ts";

function behindQueue(call: Call, behind: Behind, argv: readonly Text[]): readonly World[] {
  return dispatch({ ...call, argv, frame: { ...call.frame, behind } }, "no function");
}

/** The values of an option, given as `--target x`, `--target=x` or `-t x`. */
function valuesOf(words: readonly Text[], names: readonly string[]): readonly Text[] {
  return words.flatMap((word, index): readonly Text[] => {
    const lead = leading(word);
    const glued = names.find((name) => name.startsWith("--") && lead.startsWith(`${name}=`));
    if (glued !== undefined) return [concat([lead.slice(glued.length + 1)], word.slice(1))];
    const next = words[index + 1];
    return names.includes(literalOf(word) ?? "") && next ? [next] : [];
  });
}

/**
 * `signalbox run --target ID -- CMD`: the command holds the target's lock or a permit. A store on the runner's own disk
 * keeps nobody else out, and several permits let several in.
 */
const signalbox: Runner = (call) => {
  const words = call.argv.slice(1);
  const mark = words.findIndex((word) => literalOf(word) === "--");
  if (literalOf(words[0] ?? EMPTY) !== "run" || mark < 0 || mark === words.length - 1) return null;
  const own = words.slice(1, mark);
  const names = valuesOf(own, ["--target", "-t"]).map((name) => concat(literal("signalbox "), name));
  const permits = literalOf(valuesOf(own, ["--permits"])[0] ?? literal("1"));
  const store = valuesOf(own, ["--store"])[0] ?? childEnvironment(call).get("SIGNALBOX_STORE") ?? EMPTY;
  const inner = words.slice(mark + 1);
  if (names.length === 0 || permits !== "1") return dispatch({ ...call, argv: inner }, "no function");
  const what = `signalbox run --target ${valuesOf(own, ["--target", "-t"]).map(show).join(" --target ")}`;
  const local = store.length === 0 || /^(?:sqlite|file):/.test(leading(store));
  return behindQueue(call, { what, names, visible: true, local }, inner);
};

const CONSUL_VALUED = new Set(
  (
    "-http-addr -token -token-file -datacenter -name -timeout -monitor-retry -n -ca-file -ca-path -client-cert " +
    "-client-key -tls-server-name"
  ).split(" "),
);

/** `consul lock PREFIX CMD`. https://developer.hashicorp.com/consul/commands/lock */
const consul: Runner = (call) => {
  const operands = operandsAfter(call.argv.slice(1), "lock", CONSUL_VALUED);
  const slots = Number(literalOf(valuesOf(call.argv, ["-n"])[0] ?? literal("1")) ?? "2");
  return slots > 1 ? null : runBehind(call, "consul lock", operands);
};

const ETCD_VALUED = new Set("--endpoints --ttl --user --password --cacert --cert --key --command-timeout".split(" "));

/** `etcdctl lock NAME CMD`. https://etcd.io/docs/latest/tutorials/how-to-create-locks/ */
const etcdctl: Runner = (call) =>
  runBehind(call, "etcdctl lock", operandsAfter(call.argv.slice(1), "lock", ETCD_VALUED));

function operandsAfter(words: readonly Text[], verb: string, valued: ReadonlySet<string>): readonly Text[] | null {
  const operands: Text[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? EMPTY;
    // Behind the name of the lock everything is the command's.
    if (operands.length >= 2) operands.push(word);
    else if (!leading(word).startsWith("-")) operands.push(word);
    else if (valued.has(literalOf(word) ?? "")) at += 1;
  }
  return literalOf(operands[0] ?? EMPTY) === verb ? operands.slice(1) : null;
}

function runBehind(call: Call, runner: string, operands: readonly Text[] | null): readonly World[] | null {
  const [name, ...command] = operands ?? [];
  if (!name || command.length === 0) return null;
  const named = concat(literal(`${runner} `), name);
  const behind: Behind = { what: show(named), names: [named], visible: false, local: false };
  const [only] = command;
  // One word with blanks is a line for a shell.
  if (only && command.length === 1 && /\s/.test(show(only)))
    return runLine({ ...call, frame: { ...call.frame, behind } }, only);
  return behindQueue(call, behind, command);
}

export const lockRunners: Readonly<Record<string, Runner>> = table({ signalbox, consul, etcdctl });
