import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { PlannedFix } from "../../fixes/plan.ts";
import { decode } from "../../io/decode.ts";
import { UserError } from "../../io/user-error.ts";
import type { Tree } from "../../model/tree.ts";

/**
 * Writes the patched texts over the files that were audited. Each file is replaced at once (a copy is renamed over it),
 * keeps its mode and its encoding, and a link stays a link. Nothing is written where one of them has changed meanwhile.
 *
 * @throws UserError when a file changed since it was read, lies outside the root or cannot be written
 */
export function writeFiles(root: string, tree: Tree, files: ReadonlyMap<string, string>): void {
  const ready = [...files].map(([path, text]) => [placeOf(root, tree, path), text] as const);
  for (const [{ path, encode }, text] of ready) replaceFile(path, encode(text));
}

interface Place {
  /** Where the bytes are: behind a link, the file that it leads to. */
  readonly path: string;
  readonly encode: (text: string) => Buffer;
}

function placeOf(root: string, tree: Tree, path: string): Place {
  const named = join(root, path);
  if (!tree.has(path)) {
    if (existsSync(named))
      throw new UserError(`${path} has come into being meanwhile and was not written. Run the command again.`);
    return { path: named, encode: (text) => Buffer.from(text, "utf8") };
  }
  const real = realFile(named, path);
  const inside = relative(realpathSync(root), real);
  if (inside === ".." || inside.startsWith(`..${sep}`))
    throw new UserError(`${path} leads out of ${root} and was not written.`);
  const bytes = readFileSync(real);
  const [read, now] = [tree.read(path), decode(path, bytes)];
  if (!read?.ok || !now.ok || now.file.text !== read.file.text)
    throw new UserError(`${path} has changed since it was read and was not written. Run the command again.`);
  return { path: real, encode: encoderFor(bytes) };
}

function realFile(named: string, path: string): string {
  try {
    return realpathSync(named);
  } catch {
    throw new UserError(`${path} is gone since it was read. Run the command again.`);
  }
}

/** As the file was: UTF-8, or UTF-16 by its mark, in either order of bytes. */
function encoderFor(bytes: Buffer): Place["encode"] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return (text) => Buffer.from(text, "utf16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return (text) => Buffer.from(text, "utf16le").swap16();
  return (text) => Buffer.from(text, "utf8");
}

function replaceFile(path: string, bytes: Buffer): void {
  const copy = `${path}.signalbox-${process.pid}`;
  try {
    writeFileSync(copy, bytes, { flag: "wx" });
    if (existsSync(path)) chmodSync(copy, statSync(path).mode);
    renameSync(copy, path);
  } catch (error) {
    try {
      unlinkSync(copy);
    } catch {
      /* it was never made */
    }
    throw new UserError(`${path} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * One patch file for each fix, to be applied in the order of their numbers.
 *
 * @throws UserError when the folder cannot be made or a file in it cannot be written
 */
export function writePatches(folder: string, patches: readonly (readonly [PlannedFix, string])[]): void {
  const into = resolve(folder);
  try {
    mkdirSync(into, { recursive: true });
    patches.forEach(([{ finding }, diff], index) => {
      const target = (finding.target ?? "")
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/gu, "-")
        .replaceAll(/^-+|-+$/gu, "")
        .slice(0, 60);
      const name = `${String(index + 1).padStart(3, "0")}-${finding.rule}${target ? `-${target}` : ""}.patch`;
      writeFileSync(join(into, name), diff);
    });
  } catch (error) {
    throw new UserError(
      `the patches could not be written to ${folder}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
