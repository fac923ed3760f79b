import { EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import type { Call, Program } from "../call.ts";
import { fileNamePattern } from "../patterns.ts";
import { kindOf, namesIn, repositoryPath, resolvePath } from "../paths.ts";
import { dropLeading, dropTrailing, joinLines, leading, mapWhole, trailing } from "../texts.ts";
import { literalWords, readOptions } from "../words.ts";
import { filesBelow } from "./files.ts";
import { answered } from "./input.ts";
import { table } from "../../../values/table.ts";

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
  const found = words.length === call.argv.length - 1 ? filesFound(call, words) : null;
  if (!found) return null;
  const { paths, zero } = found;
  const printed = zero ? literal(paths.map((path) => `${path}\0`).join("")) : joinLines(paths.map(literal));
  return answered(call.world, printed);
};

interface Found {
  readonly paths: readonly string[];
  /** `-print0`: each ends with a zero byte. */
  readonly zero: boolean;
}

/** What `find` finds in the repository with these words; null where a test is beyond this, or the folder elsewhere. */
export function filesFound(call: Call, words: readonly string[]): Found | null {
  const from = words.findIndex((word) => /^[-!(]/.test(word));
  const roots = from < 0 ? words : words.slice(0, from);
  const wish = testsOf(from < 0 ? [] : words.slice(from));
  if (!wish) return null;
  const paths: string[] = [];
  for (const root of roots.length > 0 ? roots : ["."]) {
    const path = literalOf(resolvePath(call.world.cwd, [root]));
    if (path === null || repositoryPath(path) === null) return null;
    const below = filesBelow(call, call.world, path).map((file) => file.slice(path.length + 1));
    const shown = wish.type === "f" ? below : wish.type === "d" ? foldersOf(below) : [...below, ...foldersOf(below)];
    for (const each of [...shown].sort()) {
      const depth = each === "" ? 0 : each.split("/").length;
      const name = each === "" ? root.replace(/^.*\/(?=.)/, "") : each.slice(each.lastIndexOf("/") + 1);
      if (depth > wish.most || depth < wish.least || !wish.names.every((test) => test.test(name))) continue;
      paths.push(each === "" ? root : `${root.replace(/\/$/, "")}/${each}`);
    }
  }
  return { paths, zero: wish.zero };
}

/** The folders that hold these files, the one that they are counted from among them. */
function foldersOf(files: readonly string[]): readonly string[] {
  const folders = new Set([""]);
  for (const file of files)
    for (let slash = file.indexOf("/"); slash > 0; slash = file.indexOf("/", slash + 1))
      folders.add(file.slice(0, slash));
  return [...folders];
}

interface FindTests {
  readonly names: readonly RegExp[];
  readonly most: number;
  readonly least: number;
  readonly type: "f" | "d" | null;
  readonly zero: boolean;
}

function testsOf(words: readonly string[]): FindTests | null {
  const names: RegExp[] = [];
  let [most, least, zero] = [Infinity, 0, false];
  let type: FindTests["type"] = null;
  for (let index = 0; index < words.length; index += 1) {
    const test = words[index];
    if (test === "-print" || test === "-print0") {
      zero ||= test === "-print0";
      continue;
    }
    index += 1;
    const value = words[index] ?? "";
    const pattern = test === "-name" ? fileNamePattern([{ text: [value], quoted: false, splits: false }]) : null;
    if (pattern) names.push(pattern);
    else if (test === "-type" && (value === "f" || value === "d")) type = value;
    else if (test === "-maxdepth") most = Number(value);
    else if (test === "-mindepth") least = Number(value);
    else return null;
  }
  return { names, most, least, type, zero };
}

export const folderPrograms: Readonly<Record<string, Program>> = table({
  basename,
  dirname,
  realpath,
  readlink,
  ls,
  find,
});
