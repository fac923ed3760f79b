import { readdirSync, readFileSync } from "node:fs";
import { loadCatalogue, type Catalogue } from "../../src/catalogue/index.ts";
import type { SourceFile } from "../../src/model/span.ts";
import type { Tree } from "../../src/model/tree.ts";

const FOLDER = new URL("../../policies/targets/", import.meta.url);

/** The files of the shipped catalogue. */
export function builtinFiles(): readonly SourceFile[] {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".yml"))
    .sort();
  return names.map((name) => ({ path: `policies/targets/${name}`, text: readFileSync(new URL(name, FOLDER), "utf8") }));
}

let loaded: Catalogue | null = null;

/** The shipped catalogue, read once. */
export function shippedCatalogue(): Catalogue {
  loaded ??= loadCatalogue(builtinFiles(), literalTree({})).catalogue;
  return loaded;
}

/** A tree of literals. */
export function literalTree(files: Readonly<Record<string, string>>): Tree {
  return {
    paths: Object.keys(files).sort(),
    has: (path) => Object.hasOwn(files, path),
    read: (path) => (Object.hasOwn(files, path) ? { ok: true, file: { path, text: files[path] as string } } : null),
    executable: () => false,
  };
}
