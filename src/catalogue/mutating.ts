import type { Act } from "../interpret/machine.ts";
import { callForAction } from "./action-command.ts";
import type { Call } from "./call.ts";
import type { Catalogue } from "./catalogue.ts";
import { knowsAction } from "./knows-action.ts";
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
 * Something that changes what is shared and that no kind knows, for the report's list of what was not understood. Of
 * commands: a curated list of the verbs of well-known deploy tools, never a guess from a name. Of actions nothing but
 * the name is known, and one that is called a deploy must not be passed over in silence.
 */
export function looksMutating(catalogue: Catalogue, act: Act): boolean {
  if (act.kind === "action") {
    if (!knowsAction(catalogue, act.action)) return namesDeploy(act.action);
    return callForAction(catalogue, act).some((call) => callMutates(catalogue, call));
  }
  return isConcerned(catalogue, act) && callsOf(act).some((call) => callMutates(catalogue, call));
}

const DEPLOYS = /(?:^|[-_/.])(?:auto)?(?:deploy|deployer|publish|publisher|rollout)(?:$|[-_/.])/;

/** Whether the repository or path of an action has the word; its owner may be called anything. */
function namesDeploy(action: string): boolean {
  return DEPLOYS.test(action.slice(action.indexOf("/") + 1));
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
