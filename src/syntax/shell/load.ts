import type { Parser } from "web-tree-sitter";
import { loadGrammar, type GrammarBytes } from "../wasm.ts";

let parser: Parser | null = null;

/** Makes `parseShell` work; a second call does nothing. https://github.com/tree-sitter/tree-sitter-bash */
export async function loadBash(bytes: GrammarBytes): Promise<void> {
  parser ??= await loadGrammar(bytes);
}

export function isBashLoaded(): boolean {
  return parser !== null;
}

/** The loaded parser and the names of its node types by number. Throws where `loadBash` was never awaited. */
export function bashParser(): { readonly parser: Parser; readonly types: readonly string[] } {
  if (!parser) throw new Error("loadBash() must have ended before a script is parsed");
  return { parser, types: parser.language?.types ?? [] };
}
