import { isDerived, variablesOf, type Text } from "../../values/text.ts";

/** How commits are named in contexts and in the output of git commands. */
const COMMIT = new RegExp(
  String.raw`(?:^|[._])(?:sha|head_sha|merge_commit_sha|after|commit_id)$|head_commit\.id$` +
    String.raw`|\bgit (?:rev-parse|rev-list|describe|log|show|hash-object|write-tree)\b`,
  "i",
);

/** Other values that no two builds share: a run's number, a moment, a random name. */
const FRESH = /run_(?:id|number)|\bdate\b|timestamp|uuid/i;

/** Whether a name holds the commit that the run is for: `{github.sha}`, its first seven characters, `$(git rev-parse HEAD)`. */
export function isOfCommit(text: Text): boolean {
  return (
    variablesOf(text).some((variable) => COMMIT.test(variable.label)) ||
    text.some((part) => typeof part !== "string" && isDerived(part) && COMMIT.test(part.name))
  );
}

/**
 * Whether a name holds the commit, or something else that every build has anew (the run's number), so that two commits
 * never write the same thing.
 */
export function namesCommit(text: Text): boolean {
  return (
    isOfCommit(text) ||
    variablesOf(text).some((variable) => variable.kind === "unique" || FRESH.test(variable.label)) ||
    text.some((part) => typeof part === "string" && /\b[0-9a-f]{40}\b/.test(part))
  );
}
