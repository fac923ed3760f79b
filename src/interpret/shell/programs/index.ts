import type { Cube } from "../../../values/cube.ts";
import { enumerate } from "../../../values/enumerate.ts";
import { literalOf, type Text } from "../../../values/text.ts";
import type { Call, Program } from "../call.ts";
import { findFile, resolvePath } from "../paths.ts";
import { withCube } from "../world.ts";
import { awkPrograms } from "./awk.ts";
import { filePrograms } from "./files.ts";
import { folderPrograms } from "./folders.ts";
import { gitPrograms } from "./git.ts";
import { grepPrograms } from "./grep.ts";
import { jqPrograms } from "./jq.ts";
import { momentPrograms } from "./moment.ts";
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
    ...momentPrograms,
    ...numberPrograms,
    ...sedPrograms,
    ...sortPrograms,
    ...systemPrograms,
    ...textPrograms,
  }),
);

/** Files that a path can name, each of which is read by itself. */
const MOST_FILES = 8;

/** A program whose output is computed, by name. */
export function programOf(name: string): Program | undefined {
  const program = PROGRAMS.get(name);
  return program && eachFile(program);
}

/** The program for each file of the few that a word can name: `cat "deploy/$STAGE.env"`. */
function eachFile(program: Program): Program {
  return (call, effect) => {
    const at = call.argv.findIndex(
      (word) => literalOf(word) === null && filesOf(word, call).some(({ exists }) => exists),
    );
    const word = call.argv[at];
    if (!word) return program(call, effect);
    const outcomes = filesOf(word, call).map(({ cube, text }) =>
      eachFile(program)({ ...call, world: withCube(call.world, cube), argv: call.argv.with(at, text) }, effect),
    );
    return outcomes.some((outcome) => outcome === null) ? null : outcomes.flatMap((outcome) => outcome ?? []);
  };
}

interface FoundFile {
  readonly cube: Cube;
  readonly text: Text;
  readonly exists: boolean;
}

function filesOf(word: Text, { world, frame }: Call): readonly FoundFile[] {
  const values = enumerate(world.machine.cube, word, MOST_FILES);
  if (values.length < 2 && literalOf(values[0]?.text ?? []) === null) return [];
  return values.map((value) => {
    const path = resolvePath(world.cwd, value.text);
    return { ...value, exists: (findFile(world.machine, frame.host.tree, path)?.text ?? null) !== null };
  });
}
