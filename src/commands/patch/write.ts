import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { PlannedFix } from "../../fixes/plan.ts";
import { UserError } from "../../io/user-error.ts";
import type { Tree } from "../../model/tree.ts";

/**
 * Writes the patched texts over the files that were audited. Each file is replaced at once (a copy is renamed over it),
 * keeps its mode, and a link stays a link. A file that has changed since it was read is left alone.
 *
 * @throws UserError when a file changed meanwhile, lies outside the root or cannot be written
 */
export function writeFiles(root: string, tree: Tree, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    const read = tree.read(path);
    const real = realpathSync(join(root, path));
    if (relative(realpathSync(root), real).startsWith("..")) throw new UserError(`${path} leads out of ${root} and was not written.`);
    const bytes = readFileSync(real);
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
    const now = bytes.toString(isUtf16 ? "utf16le" : "utf8");
    if (!read?.ok || now !== read.file.text) throw new UserError(`${path} has changed since it was read and was not written. Run the command again.`);
    replaceFile(real, Buffer.from(text, isUtf16 ? "utf16le" : "utf8"));
  }
}

function replaceFile(path: string, bytes: Buffer): void {
  const copy = `${path}.signalbox-${process.pid}`;
  try {
    writeFileSync(copy, bytes, { flag: "wx" });
    chmodSync(copy, statSync(path).mode);
    renameSync(copy, path);
  } catch (error) {
    try { unlinkSync(copy); } catch { /* it was never made */ }
    throw new UserError(`${path} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** One patch file for each fix, to be applied in the order of their numbers. */
export function writePatches(folder: string, patches: readonly (readonly [PlannedFix, string])[]): void {
  const into = resolve(folder);
  mkdirSync(into, { recursive: true });
  patches.forEach(([{ finding }, diff], index) => {
    const target = (finding.target ?? "").toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-").replaceAll(/^-+|-+$/gu, "").slice(0, 60);
    const name = `${String(index + 1).padStart(3, "0")}-${finding.rule}${target ? `-${target}` : ""}.patch`;
    writeFileSync(join(into, name), diff);
  });
}
