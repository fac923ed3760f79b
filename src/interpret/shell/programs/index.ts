import type { Program } from "../call.ts";

const PROGRAMS: ReadonlyMap<string, Program> = new Map();

/** A program whose output is computed, by name. */
export function programOf(name: string): Program | undefined {
  return PROGRAMS.get(name);
}
