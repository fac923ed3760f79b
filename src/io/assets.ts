import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "../model/span.ts";

/** WebAssembly files that ship: the parser's runtime and one grammar each. */
const WASM_MODULES = {
  runtime: "web-tree-sitter/web-tree-sitter.wasm",
  bash: "tree-sitter-bash/tree-sitter-bash.wasm",
  hcl: "@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm",
} as const;

export type WasmName = keyof typeof WASM_MODULES;

/** Everything bundled lies side by side in `dist`; from source this file is two folders below the package. */
const isSource = import.meta.url.endsWith("/src/io/assets.ts");
const packageRoot = new URL(isSource ? "../../" : "../", import.meta.url);

/** The package's own folder, where `policies`, `package.json` and the rest of what ships stand. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(path, packageRoot));
}

/** Path of a WebAssembly file: beside the bundle, or in its own package when the source runs. */
export function wasmPath(name: WasmName): string {
  const module = WASM_MODULES[name];
  if (isSource) return createRequire(import.meta.url).resolve(module);
  return fileURLToPath(new URL(module.slice(module.lastIndexOf("/") + 1), import.meta.url));
}

/** The bytes of a WebAssembly file. */
export function readWasm(name: WasmName): Uint8Array {
  return readFileSync(wasmPath(name));
}

/**
 * The files of the catalogue that ships, for `loadCatalogue`: one JSON file that the build made of them, or the YAML
 * files themselves when the source runs.
 */
export function readCatalogueFiles(): readonly SourceFile[] {
  if (!isSource) {
    const name = "catalogue.json";
    return [{ path: name, text: readFileSync(new URL(name, import.meta.url), "utf8") }];
  }
  const folder = packageFile("policies/targets");
  const names = readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort();
  return names.map((name) => ({ path: `policies/targets/${name}`, text: readFileSync(`${folder}/${name}`, "utf8") }));
}

/**
 * One name for everything that decides what an audit says of given files: the version, the code (the entry names its
 * chunks by their contents) and the catalogue. Null where the source runs, which may change at any time.
 */
export function programDigest(): string | null {
  if (isSource) return null;
  const hash = createHash("sha256");
  for (const file of ["../package.json", "cli.js", "catalogue.json"])
    hash.update(readFileSync(new URL(file, import.meta.url)));
  return hash.digest("hex");
}
