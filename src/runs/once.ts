import { PULL_NUMBER } from "../ecosystems/github-actions/run-values.ts";
import { settle, type Cube } from "../values/cube.ts";
import { literalOf, type Text } from "../values/text.ts";
import type { Presence } from "./presence.ts";
import { solve } from "./solve.ts";
import type { RunClass } from "./units.ts";

/** Somebody in runs of a cube. */
export interface Started {
  readonly run: RunClass;
  readonly cube: Cube;
}

/**
 * What a pull request goes through once: it is opened, and it is closed. One that is opened again to be closed again
 * while its first clean-up still runs is not assumed.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request
 */
const ONCE = new Set(["opened", "closed"]);

/** Why two runs that are started so do not collide in what is one pull request's. */
export const HAPPENS_ONCE = "what a pull request goes through once (opened, closed)";

/** The runs in which a presence is there. */
export function startedOf({ use, cube }: Presence): Started {
  return { run: use.unit.run, cube };
}

/** A name for what starts such a run; null where one pull request can start any number of them. */
export function onceIn({ run, cube }: Started): string | null {
  if (run.event !== "pull_request" && run.event !== "pull_request_target") return null;
  const activity = literalOf(settle(run.activity, cube));
  return activity !== null && ONCE.has(activity) ? `${run.file} ${run.event} ${activity}` : null;
}

/**
 * Whether there are no two such runs in which these texts are one (the target, a group): both would be started by what
 * one pull request goes through once. A branch may have another request once the first is closed, so that its name is
 * not enough.
 */
export function isOfOnce(a: Started, b: Started, equal: { readonly a: Text; readonly b: Text }): boolean {
  const once = onceIn(a);
  if (once === null || once !== onceIn(b)) return false;
  const differ = [{ a: PULL_NUMBER, b: PULL_NUMBER }];
  return solve({ a: a.cube, b: b.cube, sameRun: false, equal: [{ ...equal, fold: true }], differ }) === null;
}
