import type { Word } from "../syntax/template/holes.ts";
import { partsIn, type HoleTable } from "../syntax/template/texts.ts";
import type { Cube } from "../values/cube.ts";
import { enumerate } from "../values/enumerate.ts";

/** What was found out under a cube, and the words in which a hole shows if the answer depends on it. */
export interface Attempt<T> {
  readonly value: T;
  readonly words: readonly Word[];
}

export interface Outcome<T> {
  readonly cube: Cube;
  readonly table: HoleTable;
  readonly value: T;
}

/** Values of inputs and matrix keys that are written out; beyond that they stay open. */
const MOST_VALUES = 24;

/**
 * Works something out for a cube; where the answer names a part that has only a few values (a choice, a matrix key),
 * once for each of them, so that each value gets an answer of its own. `attempt` returns null where there is nothing.
 */
export function byValue<T>(
  cube: Cube,
  attempt: (cube: Cube, table: HoleTable) => Attempt<T> | null,
  room = MOST_VALUES,
): readonly Outcome<T>[] {
  const table: HoleTable = new Map();
  const found = attempt(cube, table);
  if (!found) return [];
  for (const part of partsIn(found.words, table)) {
    const branches = enumerate(cube, [part], room);
    if (branches.length < 2 || branches.length > room) continue;
    return branches.flatMap((branch) => byValue(branch.cube, attempt, Math.floor(room / branches.length)));
  }
  return [{ cube, table, value: found.value }];
}
