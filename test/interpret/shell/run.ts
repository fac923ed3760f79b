import { placeOf } from "../../../src/model/place.ts";
import type { Act, Effect, Host, Invocation, Machine } from "../../../src/interpret/machine.ts";
import { COMMAND_FILES, WORKSPACE } from "../../../src/interpret/machine.ts";
import {
  fileSource,
  parseCommandFile,
  type Effort,
  runShell,
  type Hole,
  type ShellEnd,
} from "../../../src/interpret/shell/index.ts";
import type { Span } from "../../../src/model/span.ts";
import { settle } from "../../../src/values/cube.ts";
import { mention, show, type Text } from "../../../src/values/text.ts";
import type { VariableKind } from "../../../src/values/variable.ts";
import { treeOf } from "./tree.ts";

export interface Setting {
  readonly files?: Readonly<Record<string, string>>;
  /** Values of the environment; a text is known, `unknown("x")` is not. */
  readonly env?: Readonly<Record<string, string | Text>>;
  /** Values of `${{ name }}` in the script. */
  readonly holes?: Readonly<Record<string, string | Text>>;
  readonly cwd?: string;
  readonly args?: readonly string[];
  /** What the script took in other contexts. */
  readonly effort?: Effort;
  readonly flags?: { readonly errexit: boolean; readonly pipefail: boolean };
  readonly effect?: (act: Act) => Effect;
  readonly environment?: string;
}

export interface Ran {
  /** Commands with their words as people read them, in order. */
  readonly commands: readonly string[];
  readonly acts: readonly Act[];
  readonly invocations: readonly Invocation[];
  readonly ends: readonly ShellEnd[];
  readonly cuts: readonly { readonly span: Span; readonly what: string }[];
  /** What the worlds wrote to `$GITHUB_OUTPUT`, by name. */
  readonly outputs: readonly Readonly<Record<string, string>>[];
}

export function unknown(
  name: string,
  more: { readonly nonEmpty?: boolean; readonly domain?: readonly string[]; readonly kind?: VariableKind } = {},
): Text {
  return mention({ key: name, label: name, kind: "chosen", ...more });
}

function textOf(value: string | Text): Text {
  return typeof value === "string" ? (value === "" ? [] : [value]) : value;
}

/** Interprets a script as a step would, `bash -e`, in the root of a checkout. */
export function run(script: string, setting: Setting = {}): Ran {
  const acts: Act[] = [];
  const cuts: { span: Span; what: string }[] = [];
  const host: Host = {
    tree: treeOf(setting.files ?? {}),
    environment: setting.environment === undefined ? null : [setting.environment],
    act: (act) => {
      acts.push(act);
      return setting.effect?.(act) ?? {};
    },
    cut: (span, what) => cuts.push({ span, what }),
    place: placeOf,
  };
  const holes = [...script.matchAll(/\$\{\{\s*(.*?)\s*\}\}/gs)].map(
    (match): Hole => ({
      start: match.index,
      end: match.index + match[0].length,
      value: textOf(setting.holes?.[match[1] ?? ""] ?? unknown(match[1] ?? "")),
    }),
  );
  const env = new Map<string, Text>(Object.entries(COMMAND_FILES).map(([name, path]) => [name, [path]]));
  for (const [name, value] of Object.entries(setting.env ?? {})) env.set(name, textOf(value));
  const machine: Machine = { cube: new Map(), files: new Map(), facts: new Map() };
  const ends = runShell(
    {
      source: fileSource("step.sh", script),
      holes,
      machine,
      env,
      cwd: [setting.cwd ?? WORKSPACE],
      args: (setting.args ?? []).map((arg) => textOf(arg)),
      name: ["step.sh"],
      flags: setting.flags ?? { errexit: true, pipefail: false },
      via: [],
      onFailure: false,
      ...(setting.effort ? { effort: setting.effort } : {}),
    },
    host,
  );
  const invocations = acts.filter((act) => act.kind === "command");
  return {
    commands: invocations.map(({ argv, machine: { cube } }) => argv.map((word) => show(settle(word, cube))).join(" ")),
    acts,
    invocations,
    ends,
    cuts,
    outputs: ends.map(outputsOf),
  };
}

function outputsOf({ machine }: ShellEnd): Readonly<Record<string, string>> {
  const text = machine.files.get(COMMAND_FILES.GITHUB_OUTPUT)?.text ?? [];
  return Object.fromEntries([...parseCommandFile(text).values].map(([name, value]) => [name, show(value)]));
}

/** The command's words in each world, with what the world knows of one variable. */
export function commandsWith(ran: Ran, program: string): readonly string[] {
  return ran.commands.filter((command) => command.startsWith(program));
}

/** The text of a file at the end, in each world. */
export function fileAtEnd(ran: Ran, path: string): readonly (string | null)[] {
  return ran.ends.map(({ machine }) => {
    const text = machine.files.get(path)?.text;
    return text ? show(text) : null;
  });
}
