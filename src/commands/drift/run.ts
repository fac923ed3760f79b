import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Drift } from "../../drift/change.ts";
import { compareStates } from "../../drift/compare.ts";
import { driftJson } from "../../drift/json.ts";
import { driftMarkdown } from "../../drift/markdown.ts";
import { findOrigins } from "../../drift/origins.ts";
import { printState } from "../../drift/print.ts";
import type { ReviewState } from "../../drift/state.ts";
import { driftText } from "../../drift/text.ts";
import { openCheckout, type Checkout } from "../../io/checkout.ts";
import { today } from "../../io/clock.ts";
import { loadConfig } from "../../io/config-file.ts";
import { say, writeResult } from "../../io/output.ts";
import { UserError } from "../../io/user-error.ts";
import { count } from "../../reporters/view/words.ts";
import type { DriftFlags } from "./flags.ts";
import { commitsTouching, hasUncommitted, headCommit } from "./history.ts";
import { type Configured, recordedState, stateAt, stateNow, stateOnDay } from "./states.ts";

const FORMATS = { text: driftText, markdown: driftMarkdown, json: driftJson };

/**
 * `signalbox drift`: records today's state, or compares it with a recorded one or with a day of the history.
 *
 * @returns the exit code: 0 nothing to decide, 1 something needs a decision
 * @throws UserError when it cannot be done (exit code 2)
 */
export async function driftCommand(path: string, flags: DriftFlags): Promise<number> {
  if (flags.record && flags.since !== undefined) {
    throw new UserError("--record writes today's state and --since reads an old one: give one of them.");
  }
  const checkout = await openCheckout(path);
  if (!checkout.isAuditable) {
    throw new UserError(`no workflow, Terraform, Helm or Ansible file under ${path}. Pass the repository's root.`);
  }
  const { given, top, root } = checkout;
  const config = await loadConfig({ option: flags.config, given, top, root });
  const commit = checkout.isGit ? await headCommit(root) : null;
  const day = today();
  // The old state first: a missing lock file should not cost an audit.
  const configured = { config, option: flags.config };
  const before = flags.record ? null : await oldState(checkout, flags, configured);
  const after = await stateNow(checkout, config, { today: day, commit });
  if (before === null) return record(after, checkout, flags.lock);
  const drift = await withOrigins(compareStates(before, after), before, after, { checkout, configured });
  await writeResult(FORMATS[flags.format](drift), flags.output);
  return drift.entries.some((entry) => entry.decide) ? 1 : 0;
}

async function oldState(checkout: Checkout, { since, lock }: DriftFlags, configured: Configured): Promise<ReviewState> {
  return since === undefined ? recordedState(checkout, lock) : stateOnDay(checkout, since, configured);
}

function record(state: ReviewState, checkout: Checkout, file: string): number {
  try {
    writeFileSync(join(checkout.root, file), printState(state));
  } catch (error) {
    throw new UserError(`${file} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  say(`${file} holds ${count(state.targets.length, "target")} as of ${state.recorded}. Commit it with the minutes.`);
  return 0;
}

/** Commits can be found where the old state names one that this clone still has. */
async function withOrigins(
  drift: Drift,
  before: ReviewState,
  after: ReviewState,
  { checkout, configured }: { readonly checkout: Checkout; readonly configured: Configured },
): Promise<Drift> {
  const from = before.commit;
  if (from === null || !checkout.isGit) return drift;
  return findOrigins(drift, before, after, {
    commitsTouching: (files) => commitsTouching(checkout.root, from, files),
    uncommitted: await hasUncommitted(checkout.root),
    stateAt: (commit) => stateAt(checkout, commit, after.recorded, configured),
  });
}
