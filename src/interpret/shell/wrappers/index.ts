import type { Runner } from "../called.ts";

const WRAPPERS: ReadonlyMap<string, Runner> = new Map();

/** What looks through a command that only starts another one (`sudo`, `timeout`), by name. */
export function wrapperOf(name: string): Runner | undefined {
  return WRAPPERS.get(name);
}
