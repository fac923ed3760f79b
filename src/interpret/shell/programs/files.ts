import { concat, EMPTY, literalOf, type Text } from "../../../values/text.ts";
import type { Call, Program } from "../call.ts";
import { findFile, kindOf, namesIn, resolvePath, withFile } from "../paths.ts";
import { replaceFile } from "../streams.ts";
import { splitText } from "../texts.ts";
import { readOptions } from "../words.ts";
import type { World } from "../world.ts";
import { answered } from "./input.ts";
import { table } from "../../../values/table.ts";

function at(world: World, path: Text): Text {
  return resolvePath(world.cwd, path);
}

function baseOf(path: Text): Text {
  const pieces = splitText(path, /\//).filter((piece) => piece.length > 0);
  return pieces[pieces.length - 1] ?? EMPTY;
}

/** `cp from to`, `cp files folder`: text that is known stays known. */
function copies(moves: boolean): Program {
  return (call) => {
    const { values, operands } = readOptions(call.argv.slice(1), ["t", "S", "m", "o", "g", "target-directory"]);
    const target = values.get("t") ?? values.get("target-directory") ?? operands[operands.length - 1];
    const sources = values.has("t") || values.has("target-directory") ? operands : operands.slice(0, -1);
    if (!target || sources.length === 0) return answered(call.world, EMPTY, 1);
    const to = at(call.world, target);
    const folder =
      values.has("t") ||
      sources.length > 1 ||
      kindOf(call.world.machine, call.frame.host.tree, to) === "folder" ||
      literalOf(target)?.endsWith("/");
    let { world } = call;
    let status = 0;
    for (const source of sources) {
      const from = at(world, source);
      const place = folder ? concat(to, ["/"], baseOf(from)) : to;
      const copied = copyPath(call, world, from, place, moves);
      if (copied) world = copied;
      else status = 1;
    }
    return answered(world, EMPTY, status);
  };
}

const MOST = 300;

function copyPath(call: Call, world: World, from: Text, to: Text, moves: boolean): World | null {
  const { tree } = call.frame.host;
  const kind = kindOf(world.machine, tree, from);
  if (kind === "absent") return null;
  if (kind !== "folder") {
    const file = findFile(world.machine, tree, from);
    const copied = replaceFile(world, to, file ? file.text : null);
    return moves ? remove(copied, from) : copied;
  }
  const known = [literalOf(from), literalOf(to)];
  const [source, target] = known;
  if (source === null || target === null || source === undefined || target === undefined) return world;
  let out = world;
  for (const path of filesBelow(call, world, source).slice(0, MOST)) {
    out = replaceFile(out, [target + path.slice(source.length)], findFile(world.machine, tree, [path])?.text ?? null);
    if (moves) out = remove(out, [path]);
  }
  return out;
}

export function filesBelow(call: Call, world: World, folder: string): readonly string[] {
  const out: string[] = [];
  const visit = (path: string): void => {
    for (const name of namesIn(world.machine, call.frame.host.tree, path)) {
      if (out.length >= MOST) return;
      const inner = path === "/" ? `/${name}` : `${path}/${name}`;
      if (kindOf(world.machine, call.frame.host.tree, [inner]) === "folder") visit(inner);
      else out.push(inner);
    }
  };
  visit(folder);
  return out;
}

function remove(world: World, path: Text): World {
  return { ...world, machine: withFile(world.machine, path, { text: null, absent: true }) };
}

/** One copy for all of them: a folder may hold thousands. */
function removeAll(world: World, paths: readonly string[]): World {
  const files = new Map(world.machine.files);
  for (const path of paths) files.set(path, { text: null, absent: true });
  return { ...world, machine: { ...world.machine, files } };
}

const rm: Program = (call) => {
  const { flags, operands } = readOptions(call.argv.slice(1), []);
  const recursive = ["r", "R", "recursive"].some((flag) => flags.has(flag));
  let { world } = call;
  for (const operand of operands) {
    const path = at(world, operand);
    const folder = kindOf(world.machine, call.frame.host.tree, path) === "folder";
    const known = literalOf(path);
    if (!folder) world = remove(world, path);
    else if (recursive && known !== null) {
      world = removeAll(world, filesBelow(call, world, known));
      if (world.machine.files.has(`${known}/`))
        world = { ...world, machine: withFile(world.machine, [`${known}/`], { text: null, absent: true }) };
    }
  }
  return answered(world, EMPTY);
};

const ln: Program = (call) => {
  const { operands } = readOptions(call.argv.slice(1), ["t", "S"]);
  const [target, name] = operands;
  if (!target || !name || operands.length > 2) return answered(call.world, EMPTY);
  const file = findFile(call.world.machine, call.frame.host.tree, at(call.world, target));
  return answered(file ? replaceFile(call.world, at(call.world, name), file.text) : call.world, EMPTY);
};

const touch: Program = (call) => {
  const { operands } = readOptions(call.argv.slice(1), ["d", "r", "t", "date", "reference"]);
  let { world } = call;
  for (const operand of operands) {
    const path = at(world, operand);
    const file = findFile(world.machine, call.frame.host.tree, path);
    if (!file || file.absent) world = replaceFile(world, path, EMPTY);
  }
  return answered(world, EMPTY);
};

/** `mkdir`: a folder is remembered under its path with a slash. */
const mkdir: Program = (call) => {
  const { flags, operands } = readOptions(call.argv.slice(1), ["m", "mode"]);
  let { world } = call;
  let status = 0;
  for (const operand of operands) {
    const path = at(world, operand);
    const exists = kindOf(world.machine, call.frame.host.tree, path);
    if (exists === "folder" || exists === "file") status = flags.has("p") || flags.has("parents") ? status : 1;
    else world = { ...world, machine: withFile(world.machine, concat(path, ["/"]), { text: null }) };
  }
  return answered(world, EMPTY, status);
};

/** `install -m 600 /dev/null file`, `install -d folder`. */
const install: Program = (call) => {
  const { flags } = readOptions(call.argv.slice(1), ["m", "o", "g", "t"]);
  if (flags.has("d") || flags.has("directory")) {
    const { operands } = readOptions(call.argv.slice(1), ["m", "o", "g", "t"]);
    return mkdir({ ...call, argv: [["mkdir"], ["-p"], ...operands] }, {});
  }
  const { operands } = readOptions(call.argv.slice(1), ["m", "o", "g", "t"]);
  const [from, to] = operands;
  if (literalOf(from ?? []) === "/dev/null" && to)
    return answered(replaceFile(call.world, at(call.world, to), EMPTY), EMPTY);
  return copies(false)(call, {});
};

/** `mktemp`: a new path that is one wherever this command stands. */
const mktemp: Program = (call) => {
  const { flags, values, operands } = readOptions(call.argv.slice(1), ["p", "tmpdir", "suffix", "t"]);
  const folder = literalOf(values.get("p") ?? values.get("tmpdir") ?? ["/tmp"]);
  const template = literalOf(operands[0] ?? ["tmp.XXXXXX"]) ?? "tmp.XXXXXX";
  const index = call.frame.budget.pipes;
  call.frame.budget.pipes += 1;
  const name = template.replace(/X{3,}/, `tmp${call.place.start}n${index}`);
  const path = name.startsWith("/") ? name : `${folder ?? "/tmp"}/${name}`;
  const isFolder = flags.has("d") || flags.has("directory");
  const world = isFolder
    ? { ...call.world, machine: withFile(call.world.machine, [`${path}/`], { text: null }) }
    : replaceFile(call.world, [path], EMPTY);
  return answered(world, [`${path}\n`]);
};

export const filePrograms: Readonly<Record<string, Program>> = table({
  cp: copies(false),
  mv: copies(true),
  rm,
  ln,
  touch,
  mkdir,
  install,
  mktemp,
  rmdir: rm,
  unlink: rm,
});
