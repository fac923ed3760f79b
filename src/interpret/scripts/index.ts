import type { Runner } from "../shell/called.ts";

const RUNNERS: ReadonlyMap<string, Runner> = new Map();

/** What follows the tasks and scripts that a program starts (`make`, `npm`, `python`), by the program's name. */
export function scriptRunner(name: string): Runner | undefined {
  return RUNNERS.get(name);
}
