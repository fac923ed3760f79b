import type { Call } from "../../catalogue/call.ts";
import { HOME } from "../../interpret/machine.ts";
import { settle } from "../../values/cube.ts";
import type { Cube } from "../../values/cube.ts";
import type { Text } from "../../values/text.ts";
import { parseAnsibleAction } from "./action.ts";
import { parseAnsibleCommand, type CommandPlace } from "./command.ts";
import { hole } from "./holes.ts";
import { joinPath } from "./paths.ts";
import { toWord, type HoleTable } from "./texts.ts";
import type { AnsibleRun, Word } from "./types.ts";

/** The run that a call starts under a cube, null where it starts none. Unknown parts of its words go to the table. */
export function runOfCall(call: Call, cube: Cube, table: HoleTable): AnsibleRun | null {
  const word = (text: Text): Word => toWord(settle(text, cube), table);
  const place: CommandPlace = {
    cwd: joinPath("", word(call.cwd)),
    env: new Map([...call.env].map(([name, value]) => [name, word(value)])),
    files: filesOf(call, word),
  };
  if (call.action !== null) {
    return parseAnsibleAction(
      call.action,
      new Map([...call.inputs].map(([name, value]) => [name, word(value)])),
      place,
    );
  }
  return call.program === null ? null : parseAnsibleCommand([call.program, ...call.words.map(word)], place);
}

/** What is on the runner beside the checkout, by path relative to the root; the home folder also as `~`. */
function filesOf(call: Call, word: (text: Text) => Word): ReadonlyMap<string, Word | null> {
  const files = new Map<string, Word | null>();
  for (const [path, file] of call.act.machine.files) {
    const text = file.absent ? null : file.text === null ? hole(`the content of ${path}`) : word(file.text);
    files.set(joinPath("", path), text);
    if (path.startsWith(`${HOME}/`)) files.set(`~${path.slice(HOME.length)}`, text);
  }
  return files;
}
