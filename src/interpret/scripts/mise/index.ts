import { parse as parseToml } from "smol-toml";
import { literal, literalOf, type Text } from "../../../values/text.ts";
import { table } from "../../../values/table.ts";
import type { Call } from "../../shell/call.ts";
import { fileAt, type Runner } from "../../shell/called.ts";
import { runLine } from "../../shell/child.ts";
import { dispatch } from "../../shell/simple.ts";
import type { World } from "../../shell/world.ts";

const FILES = ["mise.toml", ".mise.toml", "mise/config.toml", ".mise/config.toml", ".config/mise.toml"];
const FOLDERS = ["mise-tasks", ".mise-tasks", "mise/tasks", ".mise/tasks", ".config/mise/tasks"];
const MAX_DEPTH = 8;

/** `mise run deploy`: a task of `mise.toml`, or a script below `mise-tasks`. https://mise.jdx.dev/tasks/ */
const mise: Runner = (call) => {
  const words = call.argv.slice(1);
  const [verb, name] = words.map(literalOf);
  if ((verb !== "run" && verb !== "r") || !name || name.startsWith("-")) return null;
  return runTask({ ...call, argv: [] }, name, words.slice(2), 0);
};

function runTask(call: Call, name: string, args: readonly Text[], depth: number): readonly World[] | null {
  const task = taskNamed(call, name);
  if (task === null) {
    const path = FOLDERS.map((folder) => `./${folder}/${name.replaceAll(":", "/")}`).find((one) =>
      fileAt(call, literal(one)),
    );
    return path === undefined ? null : dispatch({ ...call, argv: [literal(path), ...args] }, "no function");
  }
  let worlds: readonly World[] = [call.world];
  for (const dependency of depth < MAX_DEPTH ? task.depends : [])
    worlds = worlds.flatMap((world) => runTask({ ...call, world }, dependency, [], depth + 1) ?? [world]);
  for (const line of task.lines) worlds = worlds.flatMap((world) => runLine({ ...call, world }, literal(line)));
  return worlds;
}

interface Task {
  readonly lines: readonly string[];
  readonly depends: readonly string[];
}

function taskNamed(call: Call, name: string): Task | null {
  for (const path of FILES) {
    const text = literalOf(fileAt(call, literal(path))?.text ?? []);
    const tasks = text === null || text === "" ? null : recordOf(tomlOf(text)["tasks"]);
    const task = tasks && Object.hasOwn(tasks, name) ? tasks[name] : undefined;
    if (typeof task === "string" || Array.isArray(task)) return { lines: stringsOf(task), depends: [] };
    if (task !== undefined)
      return { lines: stringsOf(recordOf(task)["run"]), depends: stringsOf(recordOf(task)["depends"]) };
  }
  return null;
}

function tomlOf(text: string): Record<string, unknown> {
  try {
    return parseToml(text);
  } catch {
    return {};
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function stringsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one): one is string => typeof one === "string");
}

export const miseRunners: Readonly<Record<string, Runner>> = table({ mise });
