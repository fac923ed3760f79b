import { makeClient } from "../../github/client.ts";
import { clientOptions, type GitHubFlags } from "../../github/flags.ts";
import type { GitHub } from "../../github/types.ts";

/**
 * The client that the flags and the environment describe.
 *
 * @throws UserError for flags or a token that cannot be used
 */
export function connect(flags: GitHubFlags): GitHub {
  return makeClient(clientOptions(flags));
}

/** What it cost, for `--verbose`. */
export function costLine({ meter, cache }: GitHub): string {
  const waited = meter.waited > 0 ? `, ${Math.round(meter.waited)} s waited for the quota` : "";
  const left = meter.quota === null ? "" : `, ${meter.quota.remaining} of ${meter.quota.limit} left`;
  return `${meter.requests} requests to GitHub, ${meter.unchanged} of them unchanged since the last time${left}${waited}; cache: ${cache ?? "none"}`;
}
