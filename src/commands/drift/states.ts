import { readFileSync } from "node:fs";
import { join } from "node:path";
import { audit } from "../../audit/index.ts";
import { isDay } from "../../config/days.ts";
import { buildState } from "../../drift/build.ts";
import { parseState } from "../../drift/parse.ts";
import type { ReviewState } from "../../drift/state.ts";
import type { Checkout } from "../../io/checkout.ts";
import { today } from "../../io/clock.ts";
import { configOfRevision } from "../../io/revision-config.ts";
import { readRevision } from "../../io/revision-tree.ts";
import { UserError } from "../../io/user-error.ts";
import { packageVersion } from "../../io/version.ts";
import type { Config } from "../../model/config.ts";
import type { Tree } from "../../model/tree.ts";
import type { DriftFlags } from "./flags.ts";
import { commitOn } from "./history.ts";

/** The state of the work tree, with today's config. */
export async function stateNow(
  checkout: Checkout,
  config: Config,
  when: { today: string; commit: string | null },
): Promise<ReviewState> {
  return stateOf(checkout.tree, config, checkout, when);
}

/** Today's config, and the flag that named it. */
export interface Configured {
  readonly config: Config;
  readonly option: DriftFlags["config"];
}

/** The state at a commit, judged by the config that it had; null when it cannot be audited. */
export async function stateAt(
  checkout: Checkout,
  commit: string,
  today: string,
  { config, option }: Configured,
): Promise<ReviewState | null> {
  try {
    const tree = await readRevision(checkout.root, commit);
    return await stateOf(tree, await configOfRevision(tree, config, option), checkout, { today, commit });
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/**
 * The state that the lock file holds.
 *
 * @throws UserError when there is none, or when it cannot be read
 */
export function recordedState(checkout: Checkout, file: string): ReviewState {
  let text: string;
  try {
    text = readFileSync(join(checkout.root, file), "utf8");
  } catch {
    throw new UserError(
      `there is no ${file}. Record today's state with --record, or name a day of the history with --since YYYY-MM-DD.`,
    );
  }
  const parsed = parseState(file, text);
  if (parsed.ok) return parsed.state;
  throw new UserError(parsed.problem);
}

/**
 * The state at the end of a day, from git.
 *
 * @throws UserError for something that is no day, outside git, or when the history does not reach back so far
 */
export async function stateOnDay(checkout: Checkout, day: string, configured: Configured): Promise<ReviewState> {
  if (!isDay(day)) throw new UserError(`--since ${day}: is not a day. Write YYYY-MM-DD.`);
  if (day > today()) throw new UserError(`--since ${day}: is in the future. Name a day of the history.`);
  if (!checkout.isGit) throw new UserError(`--since needs a git repository, and ${checkout.root} is in none.`);
  const commit = await commitOn(checkout.root, day);
  const state = await stateAt(checkout, commit, day, configured);
  if (state !== null) return state;
  throw new UserError(`the repository of ${day} (${commit.slice(0, 9)}) cannot be audited: its config has mistakes.`);
}

async function stateOf(
  tree: Tree,
  config: Config,
  { defaultBranch }: Checkout,
  when: { today: string; commit: string | null },
): Promise<ReviewState> {
  const options = { config, today: when.today, strict: false, defaultBranch, version: packageVersion() };
  const { report } = await audit(tree, options);
  return buildState(report, config, when);
}
