import type { Node, Parser } from "web-tree-sitter";
import { loadGrammar, type GrammarBytes } from "../wasm.ts";

/** Progress reports after which a file is given up: some hundred times what the largest real file needs. */
const PATIENCE = 20_000;

let parser: Parser | null = null;

/** Loads the grammar of HCL; everything that reads HCL afterwards is synchronous. Loading twice costs nothing. */
export async function loadHcl(bytes: GrammarBytes): Promise<void> {
  parser ??= await loadGrammar(bytes);
}

/** Whether `loadHcl` has ended. */
export function isHclLoaded(): boolean {
  return parser !== null;
}

/**
 * Hands the tree of a source to `use` and frees it afterwards. Null where parsing was given up. Throws if nobody has
 * loaded the grammar, which is a mistake of the program and not of its input.
 */
export function withTree<R>(source: string, use: (root: Node) => R): R | null {
  if (!parser) throw new Error("loadHcl() must have ended before HCL is read");
  let patience = PATIENCE;
  const tree = parser.parse(source, null, { progressCallback: () => (patience -= 1) < 0 });
  if (!tree) {
    parser.reset();
    return null;
  }
  try {
    return use(tree.rootNode);
  } finally {
    tree.delete();
  }
}
