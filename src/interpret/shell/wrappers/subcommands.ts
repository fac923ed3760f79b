import { literalOf, type Text } from "../../../values/text.ts";
import type { Runner } from "../called.ts";
import { runLine } from "../child.ts";
import { dispatch } from "../simple.ts";
import { innerOf, lineOption } from "./plain.ts";
import { table } from "../../../values/table.ts";

interface Verb {
  /** The words behind the program that make it a wrapper: `poetry run`. */
  readonly verb: string;
  readonly valued?: readonly string[];
  /** Operands before the command: `conda run ENV cmd`. */
  readonly skip?: number;
  /** Only what stands behind `--` is a command. */
  readonly marked?: boolean;
  /** `-c 'a command line'` is one. */
  readonly line?: boolean;
}

const RUN: readonly Verb[] = [{ verb: "run" }];

/** Programs of which some subcommand starts what follows it. */
export const SUBCOMMAND_WRAPPERS: Readonly<Record<string, readonly Verb[]>> = table({
  bundle: [{ verb: "exec" }],
  poetry: RUN,
  pipenv: RUN,
  pdm: RUN,
  rye: RUN,
  hatch: [{ verb: "run", valued: ["-e", "--env"] }],
  uv: [
    {
      verb: "run",
      valued: [
        "--with",
        "--group",
        "--extra",
        "--python",
        "-p",
        "--project",
        "--package",
        "--env-file",
        "--directory",
        "--only-group",
      ],
    },
    { verb: "tool run", valued: ["--from", "--with"] },
  ],
  pipx: [{ verb: "run", valued: ["--spec", "--python"] }],
  conda: [{ verb: "run", valued: ["-n", "--name", "-p", "--prefix"] }],
  micromamba: [{ verb: "run", valued: ["-n", "-p"] }],
  chamber: [{ verb: "exec", marked: true }],
  doppler: [{ verb: "run", marked: true }],
  infisical: [{ verb: "run", marked: true }],
  op: [{ verb: "run", marked: true }],
  teller: [{ verb: "run", marked: true }],
  berglas: [{ verb: "exec", marked: true }],
  sops: [
    { verb: "exec-env", skip: 1 },
    { verb: "exec-file", skip: 1 },
  ],
  direnv: [{ verb: "exec", skip: 1 }],
  mise: [
    { verb: "exec", marked: true },
    { verb: "x", marked: true },
  ],
  rtx: [{ verb: "exec", marked: true }],
  asdf: [{ verb: "exec" }],
  rbenv: [{ verb: "exec" }],
  pyenv: [{ verb: "exec" }],
  nix: [{ verb: "develop", valued: ["-f", "--file", "-I", "-A"] }, { verb: "shell" }],
  "nix-shell": [{ verb: "" }],
  devbox: [{ verb: "run", valued: ["-c", "--config", "-e", "--env"] }],
  lerna: [{ verb: "exec", marked: true }],
  pnpm: [
    { verb: "exec", valued: ["-C", "--filter", "-F"] },
    { verb: "dlx", valued: ["--package"] },
  ],
  npm: [
    { verb: "exec", valued: ["-p", "--package", "-w", "--workspace", "-c", "--call"], line: true },
    { verb: "x", valued: ["-p", "--package", "-c", "--call"], line: true },
  ],
  yarn: [{ verb: "exec" }, { verb: "dlx", valued: ["-p", "--package"] }],
  bun: [{ verb: "x" }],
  varlock: [{ verb: "run", marked: true }],
  phase: [{ verb: "run" }],
});

/** Looks through `poetry run cmd` and the like; null where the program does something else. */
export function subcommandWrapper(name: string): Runner {
  const verbs = SUBCOMMAND_WRAPPERS[name] ?? [];
  return (call) => {
    for (const verb of verbs) {
      const inner = commandOf(call.argv.slice(1), verb, name);
      const script = inner && verb.line ? lineOption(call.argv.slice(1, call.argv.length - inner.length)) : null;
      if (script) return runLine(call, script);
      const [line, ...more] = inner ?? [];
      if (line && more.length === 0 && takesLine(call.argv, name)) return runLine(call, line);
      if (inner && inner.length > 0) return dispatch({ ...call, argv: inner }, "no function");
    }
    return null;
  };
}

function commandOf(words: readonly Text[], shape: Verb, name: string): readonly Text[] | null {
  const verbs = shape.verb === "" ? [] : shape.verb.split(" ");
  let at = 0;
  for (const verb of verbs) {
    // Options of the program itself may stand before its verb.
    while (/^-/.test(literalOf(words[at] ?? []) ?? "") && at < words.length) at += 1;
    if (literalOf(words[at] ?? []) !== verb) return null;
    at += 1;
  }
  const rest = words.slice(at);
  if (name === "nix" || name === "nix-shell") return nixCommand(rest);
  if (shape.marked) {
    const mark = rest.findIndex((word) => literalOf(word) === "--");
    return mark < 0 ? null : rest.slice(mark + 1);
  }
  return innerOf(rest, { valued: shape.valued ?? [], skip: shape.skip ?? 0 }).argv;
}

/** `sops exec-env file 'a command line'`, `nix-shell --run 'a command line'`. */
function takesLine(argv: readonly Text[], name: string): boolean {
  return name === "sops" || argv.some((word) => literalOf(word) === "--run");
}

/** `nix develop -c cmd`, `nix-shell --run 'commands'`. */
function nixCommand(words: readonly Text[]): readonly Text[] | null {
  const run = words.findIndex((word) => literalOf(word) === "--run");
  if (run >= 0) return words.slice(run + 1, run + 2);
  const command = words.findIndex((word) => /^(?:-c|--command)$/.test(literalOf(word) ?? ""));
  return command < 0 ? null : words.slice(command + 1);
}
