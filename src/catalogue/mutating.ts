import type { Act } from "../interpret/machine.ts";
import type { Call } from "./call.ts";
import type { Catalogue } from "./catalogue.ts";
import { isConcerned, lineOf, onlyAsks } from "./match.ts";
import { matchPattern } from "./pattern.ts";
import { callsOf } from "./unwrap.ts";

/** Flags with which the command changes nothing. */
const HARMLESS = new Set([
  "--dry-run",
  "--dryrun",
  "--check",
  "--diff",
  "--plan",
  "--what-if",
  "--noop",
  "--validate-only",
]);

/**
 * A command that changes something shared and that no kind knows, for the report's list of what was not understood: a
 * curated list of the verbs of well-known deploy tools, never a guess from a name.
 */
export function looksMutating(catalogue: Catalogue, act: Act): boolean {
  return isConcerned(catalogue, act) && callsOf(act).some((call) => callMutates(catalogue, call));
}

function callMutates(catalogue: Catalogue, call: Call): boolean {
  const patterns = catalogue.mutating.get(call.program ?? "");
  if (!patterns) return false;
  const line = lineOf(catalogue, call);
  if (onlyAsks(catalogue, call, line) || line.flags.some((flag) => HARMLESS.has(flag.name))) return false;
  return patterns.some((pattern) =>
    matchPattern(pattern, line.positionals, call.cube).matches.some((match) => !match.open),
  );
}
