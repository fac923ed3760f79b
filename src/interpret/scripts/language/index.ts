import { EMPTY, literalOf, type Text } from "../../../values/text.ts";
import type { Host } from "../../machine.ts";
import type { Call } from "../../shell/call.ts";
import { fileAt, type Runner } from "../../shell/called.ts";
import { spanOf } from "../../shell/frame.ts";
import { childEnvironment } from "../../shell/program.ts";
import { dispatch } from "../../shell/simple.ts";
import { scriptOf, type Hole, type ScriptSource } from "../../shell/source.ts";
import { consumeInput, peekInput, streamAt, write } from "../../shell/streams.ts";
import type { World } from "../../shell/world.ts";
import { findCalls } from "./calls.ts";
import { HOLE, type FoundCall } from "./literals.ts";
import { findPowershell } from "./powershell.ts";
import { printedField } from "./printed.ts";
import { SYNTAXES } from "./syntaxes.ts";
import { findBatch } from "./batch.ts";
import { table } from "../../../values/table.ts";

/** Languages of scripts that are searched for commands, not interpreted. */
export type ScriptLanguage = "python" | "node" | "ruby" | "pwsh" | "cmd";

/** Commands that a script of another language starts, as far as they are visible in it. */
export function commandsIn(
  language: ScriptLanguage,
  source: ScriptSource,
  holes: readonly Hole[],
): readonly FoundCall[] {
  let text = "";
  let at = 0;
  for (const { start, end } of holes) {
    text += source.text.slice(at, start) + HOLE.repeat(end - start);
    at = end;
  }
  text += source.text.slice(at);
  if (language === "pwsh") return findPowershell(text);
  return language === "cmd" ? findBatch(text) : findCalls(text, SYNTAXES[language]);
}

/** Where a script of another language runs. */
type Surroundings = Pick<Parameters<Host["act"]>[0], "env" | "cwd" | "machine" | "via" | "onFailure">;

/** Tells the host of every command that is visible in a script of another language. */
export function glimpseScript(
  language: ScriptLanguage,
  source: ScriptSource,
  holes: readonly Hole[],
  around: Surroundings,
  host: Host,
): void {
  for (const { words, start, end } of commandsIn(language, source, holes)) {
    const span = source.span(start, end);
    host.act({ kind: "glimpse", argv: words, ...around, span, via: [...around.via, span] });
  }
}

function glimpse(
  call: Call,
  language: ScriptLanguage,
  script: { readonly source: ScriptSource; readonly holes: readonly Hole[] },
): readonly World[] {
  const { world, frame } = call;
  const via = [...frame.code.via, spanOf(frame, call.place)];
  glimpseScript(
    language,
    script.source,
    script.holes,
    { env: childEnvironment(call), cwd: world.cwd, machine: world.machine, via, onFailure: frame.onFailure },
    frame.host,
  );
  return [{ ...world, status: 0 }];
}

interface Shape {
  readonly language: ScriptLanguage;
  /** Options that take a program on the command line. */
  readonly code: readonly string[];
  readonly valued: readonly string[];
  /** Words before the script: `deno run`. */
  readonly verbs: readonly string[];
  /** `-m module args` runs a module as a program: `python -m alembic upgrade`. */
  readonly module?: string;
}

const PYTHON: Shape = { language: "python", code: ["-c"], valued: ["-W", "-X"], verbs: [], module: "-m" };
const NODE: Shape = {
  language: "node",
  code: ["-e", "--eval", "-p", "--print", "-pe"],
  valued: ["-r", "--require", "--import", "--loader", "--env-file", "--tsconfig", "-P", "--project"],
  verbs: [],
};
const PWSH: Shape = {
  language: "pwsh",
  code: ["-c", "-Command", "-command"],
  valued: ["-ExecutionPolicy", "-executionpolicy", "-ep", "-WorkingDirectory", "-File", "-f"],
  verbs: [],
};

/** `python script.py args`, `node -e 'code'`, `python - <<EOF`. Null where nothing is known of what it runs. */
function language(shape: Shape): Runner {
  return (call) => {
    const words = call.argv.slice(1);
    let at = 0;
    for (; at < words.length; at += 1) {
      const word = literalOf(words[at] ?? EMPTY) ?? "";
      if (shape.code.includes(word)) return inlineCode(call, shape, words[at + 1]);
      if (word === shape.module) return dispatch({ ...call, argv: words.slice(at + 1) }, "no function");
      if (word === "-File" || word === "-f") return scriptFile(call, shape, words[at + 1]);
      if (shape.verbs.includes(word)) continue;
      if (!/^-./.test(word)) break;
      if (shape.valued.includes(word)) at += 1;
    }
    const script = words[at];
    if (script && literalOf(script) !== "-") return scriptFile(call, shape, script);
    return standardInput(call, shape);
  };
}

function inlineCode(call: Call, shape: Shape, code: Text | undefined): readonly World[] | null {
  if (code) glimpse(call, shape.language, scriptOf(code, spanOf(call.frame, call.place)));
  const printed = code && shape.language === "node" ? printedField(call, code) : null;
  if (printed) return [{ ...write(call.world, call.frame, printed, call.argv), status: 0 }];
  // What anything else prints is not known: `node -p` is never taken for empty.
  return null;
}

function scriptFile(call: Call, shape: Shape, path: Text | undefined): readonly World[] | null {
  const file = path ? fileAt(call, path) : null;
  if (!file) return null;
  glimpse(call, shape.language, file);
  // What the script itself answers is not known.
  return null;
}

function standardInput(call: Call, shape: Shape): readonly World[] | null {
  if (streamAt(call.world, 0).kind === "none") return null;
  const text = peekInput(call.world, call.frame);
  if (text === null) return null;
  glimpse({ ...call, world: consumeInput(call.world) }, shape.language, scriptOf(text, spanOf(call.frame, call.place)));
  return null;
}

export const languageRunners: Readonly<Record<string, Runner>> = table({
  python: language(PYTHON),
  python3: language(PYTHON),
  py: language(PYTHON),
  node: language(NODE),
  nodejs: language(NODE),
  tsx: language(NODE),
  "ts-node": language(NODE),
  zx: language(NODE),
  deno: language({ ...NODE, verbs: ["run", "-A"] }),
  ruby: language({ language: "ruby", code: ["-e"], valued: ["-r", "-I"], verbs: [] }),
  pwsh: language(PWSH),
  powershell: language(PWSH),
});
