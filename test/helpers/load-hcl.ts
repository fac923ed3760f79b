import { readWasm } from "../../src/io/assets.ts";
import { loadHcl } from "../../src/syntax/hcl/parser.ts";

/** For `beforeAll`: the grammar from its package. */
export async function loadHclGrammar(): Promise<void> {
  await loadHcl({ runtime: readWasm("runtime"), grammar: readWasm("hcl") });
}
