import type { Stretch } from "../../../syntax/shell/ast.ts";
import { concat, EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import type { Call } from "../../shell/call.ts";
import { fileAt, type CalledFile, type Runner } from "../../shell/called.ts";
import { runChild } from "../../shell/child.ts";
import { resolvePath } from "../../shell/paths.ts";
import { childEnvironment } from "../../shell/program.ts";
import { dispatch } from "../../shell/simple.ts";
import { assemble, sourcePiece, valuePiece, type ScriptPiece } from "../../shell/source.ts";
import { replaceFile } from "../../shell/streams.ts";
import { joinTexts, leading } from "../../shell/texts.ts";
import { unknownText } from "../../shell/unknown.ts";
import type { World } from "../../shell/world.ts";
import { parseJustfile, type Justfile, type Recipe } from "./parse.ts";
import { table } from "../../../values/table.ts";

interface JustRun {
  readonly call: Call;
  readonly file: CalledFile;
  readonly parsed: Justfile;
  readonly folder: Text;
  readonly variables: ReadonlyMap<string, Text>;
  readonly env: ReadonlyMap<string, Text>;
}

const NAMES = ["justfile", "Justfile", ".justfile"];
const VALUED = new Set([
  "-f",
  "--justfile",
  "-d",
  "--working-directory",
  "--set",
  "--shell",
  "--dotenv-path",
  "--dotenv-filename",
]);
const MAX_DEPTH = 20;

/** `just recipe args`. https://just.systems/man/en/ */
const just: Runner = (call) => {
  const words = call.argv.slice(1);
  const given = new Map<string, Text>();
  let folder: Text | null = null;
  let named: Text | null = null;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? EMPTY;
    const known = literalOf(word) ?? "";
    const assigned = /^([A-Za-z_][\w-]*)=/.exec(leading(word));
    if (known === "-f" || known === "--justfile") named = words[at + 1] ?? null;
    else if (known === "-d" || known === "--working-directory")
      folder = resolvePath(call.world.cwd, words[at + 1] ?? EMPTY);
    else if (known === "--set") {
      given.set(literalOf(words[at + 1] ?? EMPTY) ?? "", words[at + 2] ?? EMPTY);
      at += 1;
    } else if (assigned) given.set(assigned[1] ?? "", concat([leading(word).slice(assigned[0].length)], word.slice(1)));
    else if (!leading(word).startsWith("-")) break;
    if (VALUED.has(known)) at += 1;
  }
  const file = (named ? [named] : NAMES.map(literal)).map((name) => fileAt(call, name)).find((found) => found !== null);
  if (!file || literalOf(file.text) === null) return null;
  const path = literalOf(file.path) ?? "";
  const parsed = parseJustfile(file.source.text);
  const base: JustRun = {
    call,
    file,
    parsed,
    folder: folder ?? [path.slice(0, Math.max(1, path.lastIndexOf("/")))],
    variables: given,
    env: childEnvironment(call),
  };
  const run = withVariables(base, given);
  return runWords(words.slice(at), run);
};

function withVariables(base: JustRun, given: ReadonlyMap<string, Text>): JustRun {
  let variables = base.variables;
  const env = new Map(base.env);
  for (const { name, value, exported } of base.parsed.variables) {
    const text = given.get(name) ?? expressionText(value, { ...base, variables });
    variables = new Map(variables).set(name, text);
    if (exported || base.parsed.exportsAll) env.set(name, text);
  }
  return { ...base, variables, env };
}

/** Each word is a recipe that takes as many of the next words as it has parameters. */
function runWords(words: readonly Text[], run: JustRun): readonly World[] | null {
  const [first] = run.parsed.recipes.keys();
  const rest = words.length > 0 ? [...words] : first === undefined ? [] : [literal(first)];
  let worlds: readonly World[] = [run.call.world];
  let ran = false;
  while (rest.length > 0) {
    const name = literalOf(rest.shift() ?? EMPTY) ?? "";
    const recipe = recipeOf(name, run);
    if (!recipe) break;
    const takesRest = recipe.parameters.some((parameter) => parameter.rest);
    const args = rest.splice(0, takesRest ? rest.length : recipe.parameters.length);
    worlds = worlds.flatMap((world) => runRecipe(recipe, args, run, world, 0));
    ran = true;
  }
  return ran ? worlds : null;
}

function recipeOf(name: string, { parsed }: JustRun): Recipe | undefined {
  return parsed.recipes.get(parsed.aliases.get(name) ?? name);
}

function runRecipe(recipe: Recipe, args: readonly Text[], run: JustRun, world: World, depth: number): readonly World[] {
  if (depth > MAX_DEPTH || hasFailed(world)) return [world];
  const variables = new Map(run.variables);
  const env = new Map(run.env);
  recipe.parameters.forEach((parameter, index) => {
    const given = parameter.rest ? joinTexts(args.slice(index), " ") : args[index];
    const value =
      given && given.length > 0
        ? given
        : parameter.fallback
          ? expressionText(parameter.fallback, { ...run, variables })
          : EMPTY;
    variables.set(parameter.name, value);
    if (parameter.exported || run.parsed.exportsAll) env.set(parameter.name, value);
  });
  const inner: JustRun = { ...run, variables, env };
  const depend = (after: boolean, worlds: readonly World[]): readonly World[] =>
    recipe.dependencies
      .filter((each) => each.after === after)
      .reduce((current, dependency) => {
        const found = recipeOf(dependency.name, run);
        const values = dependency.args.map((arg) => expressionText(arg, inner));
        return found ? current.flatMap((each) => runRecipe(found, values, run, each, depth + 1)) : current;
      }, worlds);
  const bodies = depend(false, [world]).flatMap((each) => runBody(recipe, inner, each));
  return depend(true, bodies);
}

function hasFailed(world: World): boolean {
  return typeof world.status === "number" && world.status !== 0;
}

function runBody(recipe: Recipe, run: JustRun, world: World): readonly World[] {
  const { text } = run.file.source;
  const indent = Math.min(
    ...recipe.lines
      .map((line) => text.slice(line.start, line.end))
      .filter((line) => line.trim() !== "")
      .map((line) => line.length - line.trimStart().length),
    100,
  );
  const lines = recipe.lines.map(({ start, end }) => ({ start: Math.min(start + indent, end), end }));
  const [first] = lines;
  if (!first) return [{ ...world, status: 0 }];
  if (text.startsWith("#!", first.start)) return runShebang(lines, run, world);
  let worlds: readonly World[] = [{ ...world, status: 0 }];
  for (const group of joinContinued(lines, text))
    worlds = worlds.flatMap((each) => (hasFailed(each) ? [each] : runLine(group, run, each)));
  return worlds;
}

/** Lines that end with a backslash go on with the next. */
function joinContinued(lines: readonly Stretch[], text: string): readonly Stretch[] {
  const out: Stretch[] = [];
  let open = false;
  for (const line of lines) {
    const last = out[out.length - 1];
    if (open && last) out[out.length - 1] = { start: last.start, end: line.end };
    else out.push(line);
    open = text[line.end - 1] === "\\";
  }
  return out.filter(({ start, end }) => text.slice(start, end).trim() !== "");
}

function runLine(line: Stretch, run: JustRun, world: World): readonly World[] {
  const { source } = run.file;
  const sigil = /^[@-]+/.exec(source.text.slice(line.start, line.end))?.[0] ?? "";
  const { source: script, holes } = assemble(
    interpolated({ start: line.start + sigil.length, end: line.end }, run),
    source.span(line.start, line.end),
  );
  const ends = runChild(
    { ...run.call, world },
    { source: script, holes, name: ["sh"], args: [], cwd: run.folder, env: run.env },
  );
  return ends.map((end) => (sigil.includes("-") ? { ...end, status: 0 } : end));
}

/** A recipe that begins with `#!` is a script of its own. */
function runShebang(lines: readonly Stretch[], run: JustRun, world: World): readonly World[] {
  const { source } = run.file;
  const pieces = lines.flatMap((line): readonly ScriptPiece[] => [
    ...interpolated(line, run),
    valuePiece(["\n"], source.span(line.end, line.end)),
  ]);
  const [first, last] = [lines[0] as Stretch, lines[lines.length - 1] as Stretch];
  const { source: script, holes } = assemble(pieces, source.span(first.start, last.end));
  if (/^#!.*\b(?:ba|da|z|k)?sh\b/.test(script.text)) {
    return runChild(
      { ...run.call, world: { ...world, status: 0 } },
      { source: script, holes, name: ["just"], args: [], cwd: run.folder, env: run.env },
    );
  }
  const path: Text = [`/tmp/just-${first.start}`];
  return dispatch(
    { ...run.call, world: replaceFile(world, path, concat(...pieces.map(({ text }) => text))), argv: [path] },
    "no function",
  );
}

function interpolated({ start, end }: Stretch, run: JustRun): readonly ScriptPiece[] {
  const { source } = run.file;
  const pieces: ScriptPiece[] = [];
  let at = start;
  for (const match of source.text.slice(start, end).matchAll(/\{\{\{\{|\{\{(.*?)\}\}/gs)) {
    const from = start + match.index;
    if (from > at) pieces.push(sourcePiece(source, at, from));
    at = from + match[0].length;
    const inner = { start: from + 2, end: at - 2 };
    pieces.push(valuePiece(match[1] === undefined ? ["{{"] : expressionText(inner, run), source.span(from, at)));
  }
  if (at < end) pieces.push(sourcePiece(source, at, end));
  return pieces;
}

/** Names, strings, `env('X', 'default')`, `+` and `/`; anything else is an unknown value. */
function expressionText(stretch: Stretch, run: JustRun): Text {
  const text = run.file.source.text
    .slice(stretch.start, stretch.end)
    .replace(/\s#.*$/, "")
    .trim();
  const terms =
    text.match(/"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|[A-Za-z_][\w-]*\s*\([^()]*\)|[A-Za-z_][\w-]*|[+/]|\S/g) ?? [];
  const out: Text[] = [];
  for (const term of terms) {
    if (term === "+") continue;
    if (term === "/") out.push(["/"]);
    else out.push(termText(term, run));
  }
  return concat(...out);
}

function termText(term: string, run: JustRun): Text {
  if (/^["']/.test(term))
    return literal(term.slice(1, -1).replace(/\\(.)/g, (_, c: string) => ({ n: "\n", t: "\t" })[c] ?? c));
  const call = /^([\w-]+)\s*\((.*)\)$/s.exec(term);
  if (!call) return run.variables.get(term) ?? unknownText(`just: ${term}`, []);
  const args = [...(call[2] ?? "").matchAll(/"[^"]*"|'[^']*'|[A-Za-z_][\w-]*/g)].map(([arg]) => termText(arg, run));
  const name = literalOf(args[0] ?? EMPTY) ?? "";
  switch (call[1]) {
    case "env":
    case "env_var":
    case "env_var_or_default":
      return run.env.get(name) ?? args[1] ?? unknownText(`$${name}`, [], `$${name}`);
    case "justfile_directory":
    case "invocation_directory":
      return run.folder;
    default:
      return unknownText(`just: ${call[1] ?? ""}`, args);
  }
}

export const justRunners: Readonly<Record<string, Runner>> = table({ just });
