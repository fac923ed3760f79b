import type { Program } from "../call.ts";
import { awkPrograms } from "./awk.ts";
import { filePrograms } from "./files.ts";
import { folderPrograms } from "./folders.ts";
import { gitPrograms } from "./git.ts";
import { grepPrograms } from "./grep.ts";
import { jqPrograms } from "./jq.ts";
import { numberPrograms } from "./numbers.ts";
import { sedPrograms } from "./sed.ts";
import { sortPrograms } from "./sort.ts";
import { systemPrograms } from "./system.ts";
import { textPrograms } from "./text.ts";

const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  Object.entries({
    ...awkPrograms,
    ...filePrograms,
    ...folderPrograms,
    ...gitPrograms,
    ...grepPrograms,
    ...jqPrograms,
    ...numberPrograms,
    ...sedPrograms,
    ...sortPrograms,
    ...systemPrograms,
    ...textPrograms,
  }),
);

/** A program whose output is computed, by name. */
export function programOf(name: string): Program | undefined {
  return PROGRAMS.get(name);
}
