import { Language, Parser } from "web-tree-sitter";

/** The bytes of the parser's runtime and of one grammar, as `src/io/assets.ts` reads them. */
export interface GrammarBytes {
  readonly runtime: Uint8Array;
  readonly grammar: Uint8Array;
}

/** One runtime for all grammars: two that start side by side would overwrite each other's memory. */
let runtime: Promise<void> | null = null;

/**
 * A parser for one grammar. Rejects where the bytes are not WebAssembly that this runtime takes.
 * https://github.com/tree-sitter/tree-sitter/tree/master/lib/binding_web
 */
export async function loadGrammar(bytes: GrammarBytes): Promise<Parser> {
  runtime ??= Parser.init({ wasmBinary: bytes.runtime });
  await runtime;
  const parser = new Parser();
  parser.setLanguage(await Language.load(bytes.grammar));
  return parser;
}
