import { decideUnknown } from "../../values/decide.ts";
import { branches, one, type Outcome, type Status, type World } from "./world.ts";

/** Whether the last command succeeded; an unknown status is one question by its name, and splits the world. */
export function isZero(world: World): Outcome<boolean> {
  const { status } = world;
  if (typeof status === "number") return one(world, status === 0);
  return branches(world, decideUnknown(world.machine.cube, status.name)).map(({ world: next, value }) => {
    const zero = value !== (status.negated ?? false);
    return { world: { ...next, status: zero ? 0 : 1 }, value: zero };
  });
}

/** Whether that the last command fails would be a failure, and not an answer. */
export function failsIfNot(world: World): boolean {
  return typeof world.status !== "number" && !world.status.asks && !world.status.negated;
}

/** The status after `!`. */
export function negated(status: Status): Status {
  if (typeof status === "number") return status === 0 ? 1 : 0;
  return { ...status, negated: !status.negated };
}
