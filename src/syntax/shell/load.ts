import { Language, Parser } from "web-tree-sitter";

/** The parser's runtime and the bash grammar, as bytes. */
export interface ShellWasm {
  readonly runtime: Uint8Array;
  readonly bash: Uint8Array;
}

let parser: Parser | null = null;
let types: readonly string[] = [];

/**
 * Makes `parseShell` work; a second call does nothing. Everything after it is synchronous.
 * Grammar: https://github.com/tree-sitter/tree-sitter-bash
 */
export async function loadBash(wasm: ShellWasm): Promise<void> {
  if (parser) return;
  await Parser.init({ wasmBinary: wasm.runtime });
  const language = await Language.load(wasm.bash);
  const made = new Parser();
  made.setLanguage(language);
  types = language.types;
  parser = made;
}

export function isBashLoaded(): boolean {
  return parser !== null;
}

/** The loaded parser and the names of its node types by number. Throws where `loadBash` was never awaited. */
export function bashParser(): { readonly parser: Parser; readonly types: readonly string[] } {
  if (!parser) throw new Error("the bash grammar is not loaded: await loadBash() before the first script is parsed");
  return { parser, types };
}
