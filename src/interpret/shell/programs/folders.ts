import { EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import type { Program } from "../call.ts";
import { fileNamePattern } from "../patterns.ts";
import { kindOf, namesIn, repositoryPath, resolvePath } from "../paths.ts";
import { dropLeading, dropTrailing, joinLines, leading, mapWhole, trailing } from "../texts.ts";
import { literalWords, readOptions } from "../words.ts";
import { filesBelow } from "./files.ts";
import { answered } from "./input.ts";

const basename: Program = (call) => {
  const { flags, values, operands } = readOptions(call.argv.slice(1), ["s", "suffix"]);
  const several = flags.has("a") || values.has("s");
  if (operands.length === 0) return answered(call.world, EMPTY, 1);
  const suffix = literalOf(values.get("s") ?? (several ? [] : (operands[1] ?? [])));
  if (suffix === null) return null;
  const names = several ? operands : operands.slice(0, 1);
  return answered(call.world, joinLines(names.map((path) => withoutSuffix(lastSegment(path), suffix))));
};

function lastSegment(path: Text): Text {
  const end = trailing(path).replace(/\/+$/, "");
  const slash = end.lastIndexOf("/");
  if (literalOf(path) !== null) return mapWhole(path, "basename", baseName);
  if (slash >= 0) return literal(end.slice(slash + 1));
  const lead = leading(path);
  return lead.endsWith("/")
    ? mapWhole(dropLeading(path, lead.length), "basename", baseName)
    : mapWhole(path, "basename", baseName);
}

function baseName(path: string): string {
  const trimmed = path.replace(/\/+$/, "");
  return trimmed === "" ? path.slice(0, 1) : trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

function withoutSuffix(name: Text, suffix: string): Text {
  if (suffix === "" || literalOf(name) === suffix) return name;
  if (trailing(name).endsWith(suffix)) return dropTrailing(name, suffix.length);
  return literalOf(name) !== null
    ? name
    : mapWhole(name, `%${suffix}`, (value) =>
        value.endsWith(suffix) && value !== suffix ? value.slice(0, -suffix.length) : value,
      );
}

const dirname: Program = (call) => {
  const paths = call.argv.slice(1).filter((word, index) => index > 0 || literalOf(word) !== "--");
  const [first] = paths;
  return first && !isOption(first)
    ? answered(call.world, joinLines(paths.map(parentOf)))
    : answered(call.world, EMPTY, 1);
};

function isOption(word: Text): boolean {
  return /^-./.test(leading(word));
}

function parentOf(path: Text): Text {
  const end = trailing(path);
  const slash = end.replace(/\/+$/, "").lastIndexOf("/");
  if (literalOf(path) === null && slash > 0) return dropTrailing(path, end.length - slash);
  return mapWhole(path, "dirname", folderName);
}

function folderName(path: string): string {
  const trimmed = path.replace(/\/+$/, "");
  const slash = trimmed.lastIndexOf("/");
  if (slash < 0) return trimmed === "" && path !== "" ? "/" : ".";
  return trimmed.slice(0, slash).replace(/\/+$/, "") || "/";
}

const realpath: Program = (call) => {
  const { flags, operands } = readOptions(call.argv.slice(1), ["relative-to", "relative-base"]);
  if (
    [...flags].some((flag) => /relative/.test(flag)) ||
    operands.length === 0 ||
    call.argv.some((word) => literalOf(word)?.startsWith("--relative"))
  )
    return null;
  return answered(call.world, joinLines(operands.map((operand) => resolvePath(call.world.cwd, operand))));
};

const readlink: Program = (call) => {
  const { flags } = readOptions(call.argv.slice(1), []);
  return flags.has("f") || flags.has("e") || flags.has("m") ? realpath(call, {}) : null;
};

/** `ls folder`: plain names, as they are printed into a pipe. */
const ls: Program = (call) => {
  const { flags, operands } = readOptions(call.argv.slice(1), []);
  if ([...flags].some((flag) => !["1", "d", "A", "a"].includes(flag))) return null;
  const names: string[] = [];
  for (const operand of operands.length > 0 ? operands : [["."]]) {
    const path = literalOf(resolvePath(call.world.cwd, operand));
    const kind = path === null ? null : kindOf(call.world.machine, call.frame.host.tree, [path]);
    if (path === null || kind === null || (operands.length > 1 && kind === "folder" && !flags.has("d"))) return null;
    if (kind === "absent") return answered(call.world, EMPTY, 2);
    if (kind === "file" || flags.has("d")) names.push(literalOf(operand) ?? path);
    else if (repositoryPath(path) === null) return null;
    else
      names.push(
        ...namesIn(call.world.machine, call.frame.host.tree, path).filter(
          (name) => flags.has("A") || !name.startsWith("."),
        ),
      );
  }
  return answered(call.world, joinLines(names.map(literal)));
};

/** `find folder -name pattern -type f -maxdepth n`, sorted; other tests are beyond this. */
const find: Program = (call) => {
  const words = literalWords(call.argv.slice(1));
  if (words.length !== call.argv.length - 1) return null;
  const from = words.findIndex((word) => word.startsWith("-"));
  const roots = from < 0 ? words : words.slice(0, from);
  const wish = testsOf(from < 0 ? [] : words.slice(from));
  if (!wish) return null;
  const out: string[] = [];
  for (const root of roots.length > 0 ? roots : ["."]) {
    const path = literalOf(resolvePath(call.world.cwd, [root]));
    if (path === null || repositoryPath(path) === null) return null;
    for (const file of filesBelow(call, call.world, path)) {
      const shown = file.slice(path.length + 1);
      const depth = shown.split("/").length;
      if (
        depth > wish.most ||
        depth < wish.least ||
        !wish.names.every((name) => name.test(shown.slice(shown.lastIndexOf("/") + 1)))
      )
        continue;
      out.push(`${root.replace(/\/$/, "")}/${shown}`);
    }
  }
  return answered(call.world, joinLines(out.map(literal)));
};

interface FindTests {
  readonly names: readonly RegExp[];
  readonly most: number;
  readonly least: number;
}

function testsOf(words: readonly string[]): FindTests | null {
  const names: RegExp[] = [];
  let [most, least, files] = [Infinity, 0, false];
  for (let index = 0; index < words.length; index += 2) {
    const [test, value = ""] = [words[index], words[index + 1]];
    if (test === "-print") index -= 1;
    else if (test === "-name") {
      const pattern = fileNamePattern([{ text: [value], quoted: false, splits: false }]);
      if (!pattern) return null;
      names.push(pattern);
    } else if (test === "-type" && value === "f") files = true;
    else if (test === "-maxdepth") most = Number(value);
    else if (test === "-mindepth") least = Number(value);
    else return null;
  }
  return files ? { names, most, least } : null;
}

export const folderPrograms: Readonly<Record<string, Program>> = { basename, dirname, realpath, readlink, ls, find };
