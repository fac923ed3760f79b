import type { Call } from "../../catalogue/call.ts";
import type { HoleTable } from "../../syntax/template/texts.ts";
import type { Cube } from "../../values/cube.ts";
import { placeOf, wordUnder } from "../call-place.ts";
import { parseAnsibleAction } from "./action.ts";
import { parseAnsibleCommand } from "./command.ts";
import type { AnsibleRun } from "./types.ts";

/** The run that a call starts under a cube, null where it starts none. Unknown parts of its words go to the table. */
export function runOfCall(call: Call, cube: Cube, table: HoleTable): AnsibleRun | null {
  const place = placeOf(call, cube, table);
  if (call.action !== null) {
    const inputs = [...call.inputs].map(([name, value]) => [name, wordUnder(value, cube, table)] as const);
    return parseAnsibleAction(call.action, new Map(inputs), place);
  }
  if (call.program === null) return null;
  return parseAnsibleCommand([call.program, ...call.words.map((word) => wordUnder(word, cube, table))], place);
}
