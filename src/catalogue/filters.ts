import { concat, derive, literal, literalOf, type Text } from "../values/text.ts";
import type { SourceFile } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";
import { machineOf, type Call } from "./call.ts";
import { dataOf, textAt } from "./data-file.ts";
import { hostOf } from "./elsewhere.ts";
import { cutAt, cutAtLast, dropFront, headOf, splitText, trimText } from "./pieces.ts";
import { absolutePath, readFile, repoPath } from "./repo-file.ts";
import type { Filter } from "./rule.ts";

/** What filters see of the place where a rule is evaluated. */
export interface FilterSite {
  readonly call: Call;
  readonly tree: Tree;
}

/** Applies one filter of a rule to its value; null where nothing is left that could be an identity. */
export function applyFilter(filter: Filter, text: Text, site: FilterSite): Text | null {
  switch (filter.name) {
    case "after":
      return (cutAt(text, filter.arg) ?? [[], text])[1];
    case "after-last":
      return (cutAtLast(text, filter.arg) ?? [[], text])[1];
    case "before":
      return (cutAt(text, filter.arg) ?? [text])[0];
    case "before-last":
      return (cutAtLast(text, filter.arg) ?? [text])[0];
    case "append":
      return concat(text, literal(filter.arg));
    case "basename":
      return (cutAtLast(text, "/") ?? [[], text])[1];
    case "dirname":
      return (cutAtLast(text, "/") ?? [literal(".")])[0];
    case "drop":
      return headOf(text).startsWith(filter.arg) ? dropFront(text, filter.arg.length) : text;
    case "except":
      return literalOf(text) === filter.arg ? null : text;
    case "first-line":
      return trimText(splitText(trimText(text), "\n")[0] ?? []);
    case "host":
      return hostOf((cutAt(text, ":") ?? [text])[0]);
    case "in-file":
      return fromFile(text, site, (file) => keyOrElse(file, filter.arg));
    case "label-in-file":
      return fromFile(text, site, ({ text: source }) => [blockLabel(source, filter.arg)]);
    case "lower":
      return derive("lower", text, (value) => value.toLowerCase());
    case "remote-path":
      return (cutAt(text, ":") ?? [[], text])[1];
    case "repo-path":
      return pathInRepository(text, site.call);
    case "url-host":
      return hostOf(text.length > 0 && headOf(text).includes("://") ? (cutAt(text, "://") ?? [[], text])[1] : text);
  }
}

/** What a file that the command names says; null where it is not known or says nothing of it. */
function fromFile(
  path: Text,
  { call, tree }: FilterSite,
  read: (file: SourceFile) => readonly (string | null)[],
): Text | null {
  const known = literalOf(path);
  const file = known === null || call.place?.kind === "ssh" ? null : readFile(machineOf(call), tree, call.cwd, known);
  const value = file ? read(file).find((one) => one !== null) : null;
  return value === null || value === undefined ? null : literal(value);
}

/** `in-file service or default`: what a file says that does not mention it. */
function keyOrElse(file: SourceFile, arg: string): readonly (string | null)[] {
  const [key = "", otherwise = null] = arg.split(" or ");
  return [...dataOf(file).map((data) => textAt(data, key)), otherwise];
}

/** `job "api" {` of an HCL file: the label of its first block of this type. */
function blockLabel(text: string, type: string): string | null {
  return new RegExp(`^\\s*${type}\\s+"([^"$]+)"\\s*\\{`, "m").exec(text)?.[1] ?? null;
}

/** A path of the command line as a path in the repository; as written where the folder is unknown or elsewhere. */
export function pathInRepository(text: Text, call: Call): Text {
  const cwd = literalOf(call.cwd);
  const known = literalOf(text);
  if (cwd === null || call.place?.kind === "ssh") return text;
  if (known !== null) {
    const absolute = absolutePath(cwd, known);
    return literal(absolute === null ? known : (repoPath(absolute) ?? absolute) || ".");
  }
  if (headOf(text).startsWith("/")) return text;
  const folder = repoPath(cwd);
  const plain = headOf(text).startsWith("./") ? dropFront(text, 2) : text;
  return folder === null || folder === "" ? plain : concat(literal(`${folder}/`), plain);
}
