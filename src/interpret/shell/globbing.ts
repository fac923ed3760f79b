import { literalOf, type Text } from "../../values/text.ts";
import type { Frame } from "./frame.ts";
import { kindOf, namesIn } from "./paths.ts";
import { fileNamePattern, plainText } from "./patterns.ts";
import type { Field, Piece } from "./pieces.ts";
import type { World } from "./world.ts";

const MOST = 500;

/**
 * The files that an unquoted pattern names; null where it is no pattern or nothing matches, so that it stays as it is.
 * https://www.gnu.org/software/bash/manual/bash.html#Filename-Expansion
 */
export function fileNames(field: Field, world: World, frame: Frame): readonly Text[] | null {
  if (world.options.noglob || !field.some(isWild)) return null;
  const cwd = literalOf(world.cwd);
  if (cwd === null || literalOf(plainText(field)) === null) return null;
  const segments = segmentsOf(field);
  const [first] = segments;
  const absolute = first !== undefined && first.length === 0 && segments.length > 1;
  const found = walk(absolute ? segments.slice(1) : segments, absolute ? "/" : cwd, absolute ? "/" : "", world, frame);
  if (found.length > 0) return found.map((path) => [path]);
  return world.options.nullglob ? [] : null;
}

function isWild(piece: Piece): boolean {
  return !piece.quoted && piece.text.some((part) => typeof part === "string" && /[*?]|\[[^/]*\]|[@+!]\(/.test(part));
}

/** The pattern between its slashes. */
function segmentsOf(field: Field): readonly (readonly Piece[])[] {
  const segments: Piece[][] = [[]];
  for (const piece of field) {
    (literalOf(piece.text) ?? "").split("/").forEach((text, index) => {
      if (index > 0) segments.push([]);
      if (text !== "") segments[segments.length - 1]?.push({ ...piece, text: [text] });
    });
  }
  return segments;
}

function walk(
  segments: readonly (readonly Piece[])[],
  folder: string,
  shown: string,
  world: World,
  frame: Frame,
): readonly string[] {
  const [segment, ...rest] = segments;
  if (!segment) return [];
  const join = (name: string): string => (folder === "/" ? `/${name}` : `${folder}/${name}`);
  const text = literalOf(plainText(segment)) ?? "";
  if (text === "**" && world.options.globstar && segment.some(isWild))
    return walkDeep(rest, folder, shown, world, frame);
  const names = segment.some(isWild) ? matching(segment, folder, world, frame) : [text];
  return names.slice(0, MOST).flatMap((name) => {
    const path = text === "" ? folder : join(name);
    if (rest.length === 0) return text === "" ? [shown] : exists(path, world, frame) ? [shown + name] : [];
    if (segment.some(isWild) && kindOf(world.machine, frame.host.tree, [path]) !== "folder") return [];
    return walk(rest, path, text === "" ? shown : `${shown}${name}/`, world, frame);
  });
}

/** `**`: this folder and all below it. */
function walkDeep(
  rest: readonly (readonly Piece[])[],
  folder: string,
  shown: string,
  world: World,
  frame: Frame,
): readonly string[] {
  const here = rest.length === 0 ? [] : walk(rest, folder, shown, world, frame);
  const below = namesIn(world.machine, frame.host.tree, folder)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => {
      const path = folder === "/" ? `/${name}` : `${folder}/${name}`;
      if (kindOf(world.machine, frame.host.tree, [path]) !== "folder") return rest.length === 0 ? [shown + name] : [];
      const inside = walkDeep(rest, path, `${shown}${name}/`, world, frame);
      return rest.length === 0 ? [shown + name, ...inside] : inside;
    });
  return [...here, ...below].slice(0, MOST);
}

function exists(path: string, world: World, frame: Frame): boolean {
  const kind = kindOf(world.machine, frame.host.tree, [path]);
  return kind === "file" || kind === "folder";
}

function matching(segment: readonly Piece[], folder: string, world: World, frame: Frame): readonly string[] {
  const pattern = fileNamePattern(segment);
  if (!pattern) return [];
  const dots = world.options.dotglob || (literalOf(plainText(segment)) ?? "").startsWith(".");
  return namesIn(world.machine, frame.host.tree, folder).filter(
    (name) => (dots || !name.startsWith(".")) && pattern.test(name),
  );
}
