import { entryOf, itemsAt, mapAt, parseYaml, scalarAt, stringAt, type YamlNode } from "../../../syntax/yaml/index.ts";
import { concat, EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import type { Call } from "../../shell/call.ts";
import { fileAt, type Runner } from "../../shell/called.ts";
import { runChild } from "../../shell/child.ts";
import { resolvePath } from "../../shell/paths.ts";
import { childEnvironment } from "../../shell/program.ts";
import { assemble } from "../../shell/source.ts";
import { openPipe, outputText, setStream } from "../../shell/streams.ts";
import { joinTexts, leading } from "../../shell/texts.ts";
import { unknownText } from "../../shell/unknown.ts";
import type { World } from "../../shell/world.ts";
import { expandTemplate, templateText, type Variables } from "./template.ts";
import { table } from "../../../values/table.ts";

/** A Taskfile that was read, and where it lies. */
interface Taskfile {
  readonly root: YamlNode;
  readonly folder: Text;
  /** Where its tasks run: the folder of the file that includes it, unless that names another. */
  readonly base: Text;
  readonly depth: number;
}

interface TaskRun {
  readonly call: Call;
  readonly file: Taskfile;
  readonly given: Variables;
  /** What the including file hands over; a file's own variables come before it. */
  readonly handed: Variables;
  readonly env: Variables;
}

const NAMES = [
  "Taskfile.yml",
  "taskfile.yml",
  "Taskfile.yaml",
  "taskfile.yaml",
  "Taskfile.dist.yml",
  "Taskfile.dist.yaml",
];
const VALUED = new Set([
  "-d",
  "--dir",
  "-t",
  "--taskfile",
  "-c",
  "--concurrency",
  "-o",
  "--output",
  "-I",
  "--interval",
]);
const MAX_DEPTH = 20;

/** `task name VAR=x -- args`. https://taskfile.dev/docs/reference/cli */
const task: Runner = (call) => {
  const words = call.argv.slice(1);
  const given = new Map<string, Text>();
  const names: string[] = [];
  let folder = call.world.cwd;
  let named: Text | null = null;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? EMPTY;
    const lead = leading(word);
    const known = literalOf(word) ?? "";
    const assigned = /^([A-Za-z_]\w*)=/.exec(lead);
    if (known === "--") {
      given.set("CLI_ARGS", joinTexts(words.slice(at + 1), " "));
      break;
    }
    if (known === "-d" || known === "--dir") folder = resolvePath(folder, words[at + 1] ?? EMPTY);
    else if (known === "-t" || known === "--taskfile") named = words[at + 1] ?? null;
    else if (assigned) given.set(assigned[1] ?? "", concat([lead.slice(assigned[0].length)], word.slice(1)));
    else if (!lead.startsWith("-") && known !== "") names.push(known);
    if (VALUED.has(known)) at += 1;
  }
  const file = readTaskfile({ ...call, world: { ...call.world, cwd: folder } }, named, 0);
  if (!file || (names.length === 0 && !mapAt(file.root, "tasks", "default"))) return null;
  const run: TaskRun = { call, file, given, handed: new Map(), env: childEnvironment(call) };
  let worlds: readonly World[] = [call.world];
  for (const name of names.length > 0 ? names : ["default"])
    worlds = worlds.flatMap((world) => runTask(name, run, world, 0));
  return worlds;
};

function readTaskfile(call: Call, named: Text | null, depth: number): Taskfile | null {
  const candidates: readonly Text[] = named ? [named] : NAMES.map(literal);
  for (const name of candidates) {
    const file = fileAt(call, name);
    const text = file && literalOf(file.text);
    if (!file || text === null) continue;
    const { file: path } = file.source.span(0, 0);
    const root = parseYaml({ path, text }).documents[0]?.root ?? null;
    const known = literalOf(file.path) ?? "";
    const folder = [known.slice(0, Math.max(1, known.lastIndexOf("/")))];
    if (root) return { root, folder, base: folder, depth };
  }
  return null;
}

function runTask(name: string, run: TaskRun, world: World, depth: number): readonly World[] {
  const found = findTask(name, run);
  if (!found || depth > MAX_DEPTH || hasFailed(world)) return [world];
  const { node, run: here } = found;
  const variables = variablesOf(node, here, world);
  const env = new Map([
    ...here.env,
    ...environmentOf(mapAt(here.file.root, "env"), variables),
    ...environmentOf(mapAt(node, "env"), variables),
  ]);
  const dir = scalarAt(node, "dir");
  const cwd = dir ? resolvePath(here.file.base, templateText(dir.source, variables)) : here.file.base;
  const inner: TaskRun = { ...here, env };
  let worlds: readonly World[] = [world];
  for (const dependency of itemsAt(node, "deps"))
    worlds = worlds.flatMap((each) => runCommand(dependency, inner, variables, cwd, each, depth, true));
  for (const command of commandsOf(node))
    worlds = worlds.flatMap((each) => runCommand(command, inner, variables, cwd, each, depth, false));
  return worlds;
}

function hasFailed(world: World): boolean {
  return typeof world.status === "number" && world.status !== 0;
}

function commandsOf(node: YamlNode): readonly YamlNode[] {
  if (node.kind === "scalar") return [node];
  if (node.kind === "list") return node.items;
  return [...itemsAt(node, "cmds"), ...itemsAt(node, "cmd")];
}

/** A task by its name, also one of an included file: `infra:apply`. */
function findTask(name: string, run: TaskRun): { readonly node: YamlNode; readonly run: TaskRun } | null {
  const tasks = mapAt(run.file.root, "tasks");
  const node =
    entryOf(tasks, name)?.value ??
    tasks?.entries.find(({ value }) =>
      itemsAt(value, "aliases").some((alias) => alias.kind === "scalar" && alias.text === name),
    )?.value;
  if (node) return { node, run };
  const colon = name.indexOf(":");
  const include =
    colon > 0 && run.file.depth < 8
      ? entryOf(mapAt(run.file.root, "includes"), name.slice(0, colon))?.value
      : undefined;
  if (!include) return null;
  const path = include.kind === "scalar" ? include.text : (stringAt(include, "taskfile") ?? ".");
  const at = resolvePath(run.file.folder, [path]);
  const isFile = /\.ya?ml$/.test(path);
  const folder: Text = isFile ? run.file.folder : at;
  const file = readTaskfile(
    { ...run.call, world: { ...run.call.world, cwd: folder } },
    isFile ? at : null,
    run.file.depth + 1,
  );
  return file && findTask(name.slice(colon + 1), included(include, { ...file, base: baseOf(include, run) }, run));
}

/** https://taskfile.dev/docs/guide#directory-of-included-taskfile */
function baseOf(include: YamlNode, { file, env }: TaskRun): Text {
  if (include.kind === "scalar") return file.base;
  const dir = scalarAt(include, "dir");
  return dir ? resolvePath(file.folder, templateText(dir.source, env)) : file.folder;
}

function included(include: YamlNode, file: Taskfile, run: TaskRun): TaskRun {
  const seen = new Map([...run.env, ...run.handed, ...run.given]);
  return { ...run, file, handed: new Map([...run.handed, ...environmentOf(mapAt(include, "vars"), seen)]) };
}

function variablesOf(node: YamlNode, run: TaskRun, world: World): Variables {
  let out = new Map<string, Text>([
    ...run.env,
    ["TASK", EMPTY],
    ["ROOT_DIR", run.file.folder],
    ["TASKFILE_DIR", run.file.folder],
    ["USER_WORKING_DIR", run.call.world.cwd],
    ...run.handed,
    ...run.given,
  ]);
  for (const map of [mapAt(run.file.root, "vars"), mapAt(node, "vars")]) {
    for (const entry of map?.entries ?? [])
      out = new Map(out).set(entry.key, run.given.get(entry.key) ?? variableValue(entry.value, out, run, world));
  }
  return out;
}

function variableValue(node: YamlNode, variables: Variables, run: TaskRun, world: World): Text {
  if (node.kind === "scalar") return templateText(node.source, variables);
  const script = scalarAt(node, "sh");
  if (!script) return unknownText("variable of a Taskfile", []);
  const { source, holes } = assemble(expandTemplate(script.source, variables), script.span);
  const opened = openPipe(world, run.call.frame);
  const piped = setStream(opened.world, 1, { kind: "pipe", pipe: opened.pipe });
  const ends = runChild({ ...run.call, world: piped }, { source, holes, name: ["sh"], args: [], cwd: run.file.folder });
  const [only, ...more] = ends;
  return only && more.length === 0
    ? outputText(only.pipes.get(opened.pipe))
    : unknownText("variable of a Taskfile", [literal(source.text)]);
}

function environmentOf(map: YamlNode | null, variables: Variables): Variables {
  const env = new Map<string, Text>();
  if (map?.kind === "map")
    for (const { key, value } of map.entries)
      if (value.kind === "scalar") env.set(key, templateText(value.source, variables));
  return env;
}

function runCommand(
  node: YamlNode,
  run: TaskRun,
  variables: Variables,
  cwd: Text,
  world: World,
  depth: number,
  isTask: boolean,
): readonly World[] {
  if (hasFailed(world)) return [world];
  const called = node.kind === "scalar" ? (isTask ? node : null) : scalarAt(node, "task");
  if (called) {
    const name = literalOf(templateText(called.source, variables));
    const given = new Map<string, Text>([...run.given, ...environmentOf(mapAt(node, "vars"), variables)]);
    return name === null ? [world] : runTask(name, { ...run, given }, world, depth + 1);
  }
  const script = node.kind === "scalar" ? node : (scalarAt(node, "cmd") ?? scalarAt(node, "defer"));
  if (!script) return [world];
  const { source, holes } = assemble(expandTemplate(script.source, variables), script.span);
  const ends = runChild(
    { ...run.call, world: { ...world, status: 0 } },
    { source, holes, name: ["sh"], args: [], cwd, env: run.env, options: { errexit: true } },
  );
  const ignored = stringAt(node, "ignore_error") === "true";
  return ends.map((end) => (ignored ? { ...end, status: 0 } : end));
}

export const taskRunners: Readonly<Record<string, Runner>> = table({ task, "go-task": task });
