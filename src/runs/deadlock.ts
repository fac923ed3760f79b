import type { Deadlock } from "../audit/model.ts";
import type { Cube } from "../values/cube.ts";
import { solve } from "./solve.ts";
import type { GroupDeclaration, GroupUse } from "./units.ts";

/**
 * The inner group of a job or call as the platform lets it be: where it always has the name of a group that surrounds
 * it, asking for it is a deadlock, which is told, and it is absent from the rest of the audit.
 */
export function guarded(
  inner: GroupDeclaration,
  outer: readonly GroupDeclaration[],
  tell: (deadlock: Pick<Deadlock, "inner" | "outer" | "name" | "cube" | "soft">) => void,
): GroupDeclaration {
  if (outer.length === 0) return inner;
  return {
    ...inner,
    uses: (cube) =>
      inner.uses(cube).flatMap(({ cube: at, use }) => {
        if (!use) return [{ cube: at, use }];
        const clash = clashOf(at, use, outer);
        if (!clash) return [{ cube: at, use }];
        tell({ inner: inner.span, outer: clash.with.declaration.span, name: clash.name, cube: at, soft: clash.soft });
        return [{ cube: at, use: clash.always ? null : use }];
      }),
  };
}

interface Clash {
  readonly with: GroupUse;
  readonly name: string;
  /** In all of these runs. */
  readonly always: boolean;
  readonly soft: boolean;
}

/** The group that keeps it from ever starting, else one that may. */
function clashOf(cube: Cube, use: GroupUse, outer: readonly GroupDeclaration[]): Clash | null {
  let perhaps: Clash | null = null;
  for (const declaration of outer) {
    for (const { cube: at, use: held } of declaration.uses(cube)) {
      if (!held) continue;
      const question = { a: at, b: at, sameRun: true, differ: [] };
      const solution = solve({ ...question, equal: [{ a: use.name, b: held.name, fold: true }] });
      if (!solution) continue;
      const always = solve({ ...question, equal: [], differ: [{ a: use.name, b: held.name }] }) === null;
      const clash = { with: held, name: solution.render("a", use.name), always, soft: solution.soft && !always };
      if (always) return clash;
      perhaps ??= clash;
    }
  }
  return perhaps;
}
