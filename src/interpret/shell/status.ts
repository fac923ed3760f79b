import { decideUnknown } from "../../values/decide.ts";
import { branches, one, type Outcome, type Status, type World } from "./world.ts";

/** How the codes are named with which commands have failed. */
export const FAILURE_CODE = "code of ";

/** Whether the last command succeeded; an unknown status is one question by its name, and splits the world. */
export function isZero(world: World): Outcome<boolean> {
  const { status } = world;
  if (typeof status === "number") return one(world, status === 0);
  if (status.failed) return one({ ...world, status: 1 }, false);
  return branches(world, decideUnknown(world.machine.cube, status.name)).map(({ world: next, value }) => {
    const zero = value !== (status.negated ?? false);
    return { world: { ...next, status: zero ? 0 : 1 }, value: zero };
  });
}

/** The world in which a condition has failed, still with the code that `$?` asks for: 2 of `plan -detailed-exitcode`. */
export function withCode(failed: World, { status }: World): World {
  if (typeof status === "number" || status.negated) return failed;
  return { ...failed, status: { ...status, failed: true } };
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
