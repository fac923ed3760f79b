import type { Runner } from "../shell/called.ts";
import { makeRunners } from "./make/index.ts";
import { packageRunners } from "./package/index.ts";
import { languageRunners } from "./language/index.ts";
import { taskRunners } from "./task/index.ts";
import { justRunners } from "./just/index.ts";
import { miseRunners } from "./mise/index.ts";

let runners: ReadonlyMap<string, Runner> | null = null;

/** What follows the tasks and scripts that a program starts (`make`, `npm`, `python`), by the program's name. */
export function scriptRunner(name: string): Runner | undefined {
  runners ??= new Map(
    Object.entries({
      ...makeRunners,
      ...packageRunners,
      ...taskRunners,
      ...justRunners,
      ...miseRunners,
      ...languageRunners,
    }),
  );
  return runners.get(name);
}
