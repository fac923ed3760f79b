import type { Recognition } from "../catalogue/recognition.ts";
import type { Cube } from "../values/cube.ts";
import { enumerate } from "../values/enumerate.ts";
import type { Text } from "../values/text.ts";
import { presencesOf } from "./presence.ts";
import type { GroupUse, JobUnit, RunClass, UnitAct } from "./units.ts";

/** A command that only reads, but takes the target's lock while it does. */
export interface Reader {
  readonly unit: JobUnit;
  readonly act: UnitAct;
  readonly recognition: Recognition;
  readonly id: Text;
  readonly cube: Cube;
  readonly groups: readonly GroupUse[];
}

/** Every reader that takes a lock, with the groups that are held meanwhile. */
export function lockReaders(runs: readonly RunClass[]): readonly Reader[] {
  return runs.flatMap((run) =>
    run.units.flatMap((unit) =>
      unit.acts.flatMap((act) =>
        act.recognitions
          .filter(({ role, id }) => role === "lock-reader" && id !== null)
          .flatMap((recognition) =>
            enumerate(recognition.cube, recognition.id as Text, 64).flatMap(({ cube, text }) =>
              presencesOf({ unit, act, recognition, cube, id: text }).map((presence) => ({
                unit,
                act,
                recognition,
                id: text,
                cube: presence.cube,
                groups: presence.groups,
              })),
            ),
          ),
      ),
    ),
  );
}
