import { concat, literal, literalOf, type Text } from "../values/text.ts";
import { callOf, firstProgram, isFlag, programName, type Call } from "./call.ts";
import { cutAt, headOf } from "./pieces.ts";
import { absolutePath } from "./repo-file.ts";
import { splitScript } from "./shell-words.ts";
import { unwrapElsewhere } from "./elsewhere.ts";
import { PACKAGE_MANAGER_WORDS, PROGRAM_OF_PACKAGE, WRAPPERS, type Wrapper } from "./wrapper-table.ts";
import { withVariables } from "../interpret/environment.ts";
import type { Act } from "../interpret/machine.ts";

/** Wrappers in wrappers: more than this is nothing that people write. */
const DEPTH = 8;

/** Programs that start others, here or elsewhere. */
export const STARTERS: readonly string[] = [
  ...Object.keys(WRAPPERS),
  ...["docker-compose", "podman-compose", "python", "yarn", "pnpm", "bun"],
  ...["ssh", "docker", "podman", "nerdctl", "kubectl", "oc", "heroku", "kamal", "fly", "gcloud", "aws"],
];

/**
 * The commands that an act really starts: `sudo -E npx vercel@44 deploy` is `vercel deploy`, `ssh host 'a && b'` are
 * two commands on that host, `flock f cmd` is `cmd` behind a wait. An action is itself. Never fails.
 */
export function callsOf(act: Act): readonly Call[] {
  const known = asked.get(act);
  if (known) return known;
  const calls = unwrap(callOf(act), DEPTH);
  asked.set(act, calls);
  return calls;
}

/** An act is asked for its kinds, its effect and its resolvers' one after the other. */
const asked = new WeakMap<Act, readonly Call[]>();

/** The same for a command that is known as words only (an action that starts one). */
export function unwrap(call: Call, depth = DEPTH): readonly Call[] {
  if (call.program === null || depth === 0) return [call];
  const inner = unwrapOnce(call);
  return inner ? inner.flatMap((next) => unwrap(next, depth - 1)) : [withTaskVariables(call)];
}

/** Task runners take `NAME=value` words as environment: `rake db:migrate RAILS_ENV=production`. */
function withTaskVariables(call: Call): Call {
  if (!["rake", "rails", "make", "gmake", "cap", "just"].includes(call.program ?? "")) return call;
  const pairs = call.words.flatMap((word): readonly (readonly [string, Text])[] => {
    const name = /^([A-Z_][A-Z0-9_]*)=/.exec(headOf(word))?.[1];
    return name === undefined ? [] : [[name, (cutAt(word, "=") ?? [[], []])[1]]];
  });
  return pairs.length === 0 ? call : { ...call, env: withVariables(call.env, new Map(pairs)) };
}

function unwrapOnce(call: Call): readonly Call[] | null {
  const program = call.program as string;
  if (program === "docker-compose" || program === "podman-compose") {
    return [{ ...call, program: "docker", words: [literal("compose"), ...call.words] }];
  }
  if (program === "python") return unwrapPython(call);
  if (program === "yarn" || program === "pnpm" || program === "bun") return unwrapPackageManager(call);
  if (isFollowedShell(call)) return [];
  const elsewhere = unwrapElsewhere(call);
  if (elsewhere) return elsewhere;
  for (const wrapper of WRAPPERS[program] ?? []) {
    const inner = unwrapBy(call, wrapper);
    if (inner) return inner;
  }
  return null;
}

/** `bash -c '…'` as a command of the runner: what it starts is told as commands of their own. */
function isFollowedShell(call: Call): boolean {
  if (call.program !== "bash" && call.program !== "sh") return false;
  return call.act.kind === "command" && firstProgram(call.act) === call.program && call.words.some(isCommandFlag);
}

function isCommandFlag(word: Text): boolean {
  return /^-[a-z]*c$/.test(literalOf(word) ?? "");
}

/** `python -m alembic upgrade head`, `python manage.py migrate`. */
function unwrapPython(call: Call): readonly Call[] | null {
  for (let index = 0; index < call.words.length; index += 1) {
    const word = literalOf(call.words[index] as Text);
    if (word === null) return null;
    if (word === "-c") return null;
    if (word === "-m") return startFrom(call, call.words.slice(index + 1), "module");
    if (!word.startsWith("-")) return startFrom(call, call.words.slice(index), "file");
    if (word === "-W" || word === "-X") index += 1;
  }
  return null;
}

/** `pnpm dlx vercel deploy`, `yarn knex migrate:latest`, `pnpm --filter db exec prisma migrate deploy`. */
function unwrapPackageManager(call: Call): readonly Call[] | null {
  const flags = ["-C", "--dir", "--cwd", "--filter", "-F", "--package", "-p", "--prefix", "-w"];
  const start = skipTo(call.words, { valueFlags: flags });
  const word = literalOf(start.words[0] ?? []);
  if (word === null || word === "") return null;
  const rest = start.words.slice(1);
  if (word === "exec" || word === "dlx" || word === "x")
    return startFrom(call, skipTo(rest, { valueFlags: flags }).words, "package");
  if (word === "run" && rest.length > 0) return startFrom(call, skipTo(rest, { valueFlags: flags }).words, "package");
  if (word === "workspace" && rest.length > 1) return unwrapPackageManager({ ...call, words: rest.slice(1) });
  if (PACKAGE_MANAGER_WORDS.has(word)) return null;
  return startFrom(call, start.words, "package");
}

function unwrapBy(call: Call, wrapper: Wrapper): readonly Call[] | null {
  const words = afterWords(call.words, wrapper);
  if (!words) return null;
  const waits = call.program === "flock" ? lockFile(words, wrapper) : call.waits;
  const script = scriptOf(words, wrapper);
  if (script) return scriptCalls({ ...call, waits }, script);
  const start = skipTo(words, wrapper);
  const env = withVariables(call.env, start.assigned);
  return start.words.length === 0 ? null : startFrom({ ...call, env, waits }, start.words, wrapper.names);
}

/** The commands of a script that a shell takes apart, each in the folder that `cd` has led to. */
function scriptCalls(call: Call, script: Text): readonly Call[] {
  let { cwd } = call;
  return splitScript(script).flatMap(({ words, afterFailure }): readonly Call[] => {
    const [first, to] = words;
    if (first && literalOf(first) === "cd" && to) {
      cwd = folderBelow(cwd, to);
      return [];
    }
    return startFrom({ ...call, cwd, onFailure: call.onFailure || afterFailure }, words);
  });
}

function folderBelow(cwd: Text, to: Text): Text {
  const [from, known] = [literalOf(cwd), literalOf(to)];
  if (known === null || from === null || from === "" || known.startsWith("/")) return to;
  const absolute = absolutePath(from, known);
  return absolute === null ? to : literal(absolute);
}

/** The words after a wrapper's own subcommand; null where it is not that subcommand. */
function afterWords(words: readonly Text[], wrapper: Wrapper): readonly Text[] | null {
  if (!wrapper.after) return words;
  const [choices = "", ...more] = wrapper.after.split(" ");
  const start = skipTo(words, wrapper.names ? { valueFlags: wrapper.valueFlags ?? [] } : {});
  const first = literalOf(start.words[0] ?? []);
  if (first === null || !choices.split("|").includes(first)) return null;
  const rest = start.words.slice(1);
  return more.length === 0 ? rest : afterWords(rest, { ...wrapper, after: more.join(" ") });
}

/** The string that the wrapper hands to a shell, where it does. */
function scriptOf(words: readonly Text[], wrapper: Wrapper): Text | null {
  if (!wrapper.script) return null;
  if (wrapper.script.length === 0) return words[words.length - 1] ?? null;
  const at = words.findIndex((word) => wrapper.script?.includes(headOf(word)) && word.length === 1);
  return at < 0 ? null : (words[at + 1] ?? null);
}

interface Start {
  readonly words: readonly Text[];
  readonly assigned: ReadonlyMap<string, Text>;
}

/** Skips the wrapper's flags, its own words and assignments; what is left begins with the command. */
function skipTo(words: readonly Text[], wrapper: Wrapper): Start {
  const assigned = new Map<string, Text>();
  let skip = wrapper.skip ?? 0;
  if (wrapper.dashes) {
    const dashes = words.findIndex((word) => literalOf(word) === "--");
    if (dashes >= 0) return { words: words.slice(dashes + 1), assigned };
  }
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as Text;
    const head = headOf(word);
    if (head === "--") return { words: words.slice(index + 1), assigned };
    const assignment = wrapper.assignments ? /^[A-Za-z_]\w*=/.exec(head) : null;
    if (assignment) assigned.set(assignment[0].slice(0, -1), (cutAt(word, "=") ?? [[], []])[1]);
    else if (isFlag(word)) index += wrapper.valueFlags?.includes(head) ? 1 : 0;
    else if (skip > 0) skip -= 1;
    else return { words: words.slice(index), assigned };
  }
  return { words: [], assigned };
}

/** A call of the program that the first word names. */
export function startFrom(call: Call, words: readonly Text[], names?: Wrapper["names"]): readonly Call[] {
  const [first, ...rest] = words;
  if (!first) return [];
  return [{ ...call, program: namedBy(first, names), spelled: first, words: rest }];
}

function namedBy(word: Text, names: Wrapper["names"]): string | null {
  const known = literalOf(word);
  if (known === null || !names || names === "file") return programName(word);
  if (names === "go") return programName(literal(goProgram(known)));
  const plain = known.replace(/^npm:/, "").replace(/(?<=.)@[^/]*$/, "");
  if (names === "module") return programName(literal(plain.split(/[#.]/).pop() ?? plain));
  return PROGRAM_OF_PACKAGE[plain] ?? programName(literal(plain.replace(/==.*$/, "")));
}

/** `github.com/golang-migrate/migrate/v4/cmd/migrate@latest` is `migrate`. */
function goProgram(path: string): string {
  const parts = path
    .replace(/@.*$/, "")
    .split("/")
    .filter((part) => !/^v\d+$/.test(part) && part !== "cmd");
  return parts[parts.length - 1] ?? path;
}

function lockFile(words: readonly Text[], wrapper: Wrapper): string {
  const [file = []] = skipTo(words, { valueFlags: wrapper.valueFlags ?? [] }).words;
  return literalOf(concat(literal("flock "), file)) ?? "flock";
}
