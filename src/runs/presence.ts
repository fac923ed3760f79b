import { commitsWork } from "./commits-work.ts";
import type { Cube } from "../values/cube.ts";
import { canonical, variablesOf, type Text } from "../values/text.ts";
import { waitsOf, type WaitUse } from "./waits.ts";
import type { GroupUse } from "./units.ts";
import type { Use } from "./uses.ts";

/** A writer in a target, with the groups that its run and job hold while it is there, for all runs of a cube. */
export interface Presence {
  readonly use: Use;
  readonly cube: Cube;
  /** The id by which it is in this target; another than the use's own where it only reaches into it. */
  readonly id: Text;
  readonly groups: readonly GroupUse[];
  readonly waits: readonly WaitUse[];
}

/** A use with each way in which its groups can come out. */
export function presencesOf(use: Use, id: Text = use.id): readonly Presence[] {
  let open: readonly { readonly cube: Cube; readonly groups: readonly GroupUse[] }[] = [{ cube: use.cube, groups: [] }];
  for (const declaration of use.unit.groups) {
    open = open.flatMap(({ cube, groups }) => {
      const uses = declaration.uses(cube);
      if (uses.length === 0) return [{ cube, groups }];
      return uses.map((held) => ({ cube: held.cube, groups: held.use ? [...groups, held.use] : groups }));
    });
  }
  const waits = waitsOf(use);
  return open.map(({ cube, groups }) => ({ use, cube, id, groups, waits }));
}

/** Presences that nothing in a comparison distinguishes have one signature. */
export function signature(presence: Presence): string {
  const { use, groups, waits, cube } = presence;
  const relevant = [presence.id, ...groups.map(({ name }) => name), ...waits.map(({ name }) => name)].flatMap((text) =>
    variablesOf(text),
  );
  const known = relevant.map(({ key }) => `${key}:${JSON.stringify(cube.get(key) ?? null)}`);
  return [
    use.unit.run.id,
    use.unit.file,
    use.unit.job,
    use.unit.path.map(({ job }) => job).join("/"),
    canonical(presence.id),
    use.recognition.display,
    commitsWork(presence.id, use) ?? "",
    ...groups.map(({ declaration, name, cancels, queue }) => `${declaration.id}=${canonical(name)}${cancels}${queue}`),
    ...waits.map(({ name }) => canonical(name)),
    ...new Set(known),
  ].join("|");
}
