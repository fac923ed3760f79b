import type { Act, Machine } from "../interpret/machine.ts";
import type { Cube } from "../values/cube.ts";
import { settle } from "../values/cube.ts";
import { literal, literalOf, mention, type Text } from "../values/text.ts";
import { headOf } from "./pieces.ts";
import { PROGRAM_ALIASES, PROGRAM_OF_PACKAGE } from "./wrapper-table.ts";

/** Where a command really runs when not on the runner: a host, a pod, a platform's one-off machine, a container. */
export interface Place {
  readonly kind: "ssh" | "exec" | "app" | "container";
  readonly name: Text;
}

/** A command or action as the catalogue looks at it: wrappers taken off, words settled for the runs of its cube. */
export interface Call {
  readonly act: Act;
  /** The runs that are looked at: the act's, or those in which an entry's words fit. */
  readonly cube: Cube;
  /** Base name in its common spelling; null for an action, or where the program is unknown. */
  readonly program: string | null;
  /** The program as a script or wrapper spells it, with its folder; the act's own first word is not kept. */
  readonly spelled?: Text;
  readonly action: string | null;
  /** Words after the program. */
  readonly words: readonly Text[];
  readonly inputs: ReadonlyMap<string, Text>;
  readonly env: ReadonlyMap<string, Text>;
  /** Absolute on the runner, or on the place. */
  readonly cwd: Text;
  readonly place: Place | null;
  /** A wait that the wrapper adds (`flock /tmp/deploy.lock`). */
  readonly waits: string | null;
  /** Only runs if something before it failed. */
  readonly onFailure: boolean;
}

const NONE: ReadonlyMap<string, Text> = new Map();

/** The act itself as a call, before any wrapper is taken off. */
export function callOf(act: Act): Call {
  if (act.kind === "action") {
    const inputs = new Map(
      [...act.inputs].map(([name, value]) => [name.toLowerCase(), settle(value, act.machine.cube)]),
    );
    return callFrom(act, null, act.action, [], inputs);
  }
  const argv =
    act.kind === "command" ? act.argv.map((word) => settle(word, act.machine.cube)) : act.argv.map(glimpsedWord);
  const [first = [], ...words] = argv;
  return callFrom(act, programName(first), null, words, NONE);
}

function callFrom(
  act: Act,
  program: string | null,
  action: string | null,
  words: readonly Text[],
  inputs: ReadonlyMap<string, Text>,
): Call {
  const { cube } = act.machine;
  const { env, onFailure } = act;
  const cwd = settle(act.cwd, cube);
  return { act, cube, program, action, words, inputs, env, cwd, place: placeOf(act), waits: null, onFailure };
}

/** Of commands on other machines only those in containers of the runner are told apart from their starters. */
function placeOf(act: Act): Place | null {
  return act.kind === "command" && act.on?.kind === "container" ? { kind: "container", name: act.on.name } : null;
}

/** The program of an act as it stands there; null for an action, or where it is unknown. Costs next to nothing. */
export function firstProgram(act: Act): string | null {
  if (act.kind === "action") return null;
  if (act.kind === "command") return act.argv[0] ? programName(act.argv[0]) : null;
  return act.argv[0] ? programName(literal(act.argv[0])) : null;
}

function glimpsedWord(word: string | null, index: number): Text {
  if (word !== null) return literal(word);
  return mention({ key: `glimpse:${index}`, label: "a computed word", kind: "output" });
}

/** `/usr/local/bin/helm`, `node_modules/.bin/prisma`, `kubectl.exe` by the name that kinds use; null where unknown. */
export function programName(word: Text): string | null {
  const known = literalOf(word) ?? knownBase(word);
  if (known === null) return null;
  const base = (known.replaceAll("\\", "/").split("/").pop() ?? "").replace(/\.(?:exe|cmd|bat|phar)$/i, "");
  const plain = /^(python|php|ruby|pip|node)[\d.]+$/.exec(base)?.[1] ?? base.replace(/(?<=.)@[^/]*$/, "");
  return (
    PROGRAM_ALIASES[plain] ??
    PROGRAM_OF_PACKAGE[known.replace(/(?<=.)@[^/]*$/, "")] ??
    PROGRAM_OF_PACKAGE[plain] ??
    plain
  );
}

/** `$RUNNER_TEMP/migrate`: the folder is unknown, the program is not. */
function knownBase(word: Text): string | null {
  const last = word[word.length - 1];
  return typeof last === "string" && last.includes("/") ? last : null;
}

export function machineOf(call: Call): Machine {
  return call.act.machine;
}

/** The call in a part of its runs. */
export function narrowed(call: Call, cube: Cube): Call {
  if (cube === call.cube) return call;
  const inputs = new Map([...call.inputs].map(([name, value]) => [name, settle(value, cube)]));
  return { ...call, cube, words: call.words.map((word) => settle(word, cube)), inputs, cwd: settle(call.cwd, cube) };
}

/** A variable of the call's environment, settled; null where it is not set or empty. */
export function envOf(call: Call, name: string): Text | null {
  const value = call.env.get(name);
  if (!value) return null;
  const settled = settle(value, call.cube);
  return settled.length === 0 ? null : settled;
}

/** A fact of the machine, settled; null where nothing is known or it is empty. */
export function factOf(call: Call, name: string): Text | null {
  const value = machineOf(call).facts.get(name);
  if (!value) return null;
  const settled = settle(value, call.cube);
  return settled.length === 0 ? null : settled;
}

/** Whether a word begins like a flag. */
export function isFlag(word: Text): boolean {
  const head = headOf(word);
  return head.startsWith("-") && head.length > 1;
}

/** Whether the runner is a machine of one's own, as `RUNNER_ENVIRONMENT` says on a real one. */
export function isSelfHosted(call: Call): boolean {
  return literalOf(envOf(call, "RUNNER_ENVIRONMENT") ?? []) === "self-hosted";
}
