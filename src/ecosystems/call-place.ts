import type { Call } from "../catalogue/call.ts";
import { HOME } from "../interpret/machine.ts";
import { hole, type Word } from "../syntax/template/holes.ts";
import { toWord, type HoleTable } from "../syntax/template/texts.ts";
import { settle, type Cube } from "../values/cube.ts";
import type { Text } from "../values/text.ts";
import { joinPath } from "./tree-paths.ts";

/** Where a command runs, in words: what a reader of playbooks or helmfiles asks of the machine. */
export interface CallPlace {
  /** Relative to the root, `""` for the root, absolute outside of it. */
  readonly cwd: string;
  readonly env: ReadonlyMap<string, Word>;
  /** Files that earlier steps wrote, by path relative to the root; null: removed. */
  readonly files: ReadonlyMap<string, Word | null>;
}

/** A text of the call as a word under a cube; unknown parts go to the table. */
export function wordUnder(text: Text, cube: Cube, table: HoleTable): Word {
  return toWord(settle(text, cube), table);
}

/** The place of a call under a cube. */
export function placeOf(call: Call, cube: Cube, table: HoleTable): CallPlace {
  const word = (text: Text): Word => wordUnder(text, cube, table);
  return {
    cwd: joinPath("", word(call.cwd)),
    env: new Map([...call.env].map(([name, value]) => [name, word(value)])),
    files: filesOf(call, word),
  };
}

/** What is on the runner beside the checkout; the home folder also as `~`. */
function filesOf(call: Call, word: (text: Text) => Word): ReadonlyMap<string, Word | null> {
  const files = new Map<string, Word | null>();
  for (const [path, file] of call.act.machine.files) {
    const text = file.absent ? null : file.text === null ? hole(`the content of ${path}`) : word(file.text);
    files.set(joinPath("", path), text);
    if (path.startsWith(`${HOME}/`)) files.set(`~${path.slice(HOME.length)}`, text);
  }
  return files;
}
