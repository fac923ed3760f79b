import v8 from "node:v8";
import { loadShell } from "../../../src/interpret/shell/index.ts";
import { readWasm } from "../../../src/io/assets.ts";

/** Loads the grammar as the program itself does. */
export async function withGrammar(): Promise<void> {
  v8.setFlagsFromString("--liftoff-only");
  await loadShell({ runtime: readWasm("runtime"), grammar: readWasm("bash") });
}
