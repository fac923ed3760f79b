import { PULL_NUMBER } from "../ecosystems/github-actions/run-values.ts";
import type { Entrant } from "./entrants.ts";
import type { Question } from "./question.ts";
import { solve } from "./solve.ts";
import { isMention, literalOf, type Text } from "../values/text.ts";

/** What only happens to a request that is open. */
const WHILE_OPEN = new Set([
  ...["opened", "reopened", "synchronize", "ready_for_review", "converted_to_draft"],
  ...["auto_merge_enabled", "auto_merge_disabled", "enqueued", "dequeued"],
]);

/** Both runs are of one pull request: its number is part of their refs, though a merge has the ref of its base. */
export function ofOnePullRequest(a: Entrant, b: Entrant, question: Question): boolean {
  if (![a, b].every(({ run }) => run.event.startsWith("pull_request"))) return false;
  return solve({ ...question, differ: [...question.differ, { a: PULL_NUMBER, b: PULL_NUMBER }] }) === null;
}

/** The run comes of a request that is open: one that was closed has been opened again. */
export function whileOpen({ run }: Entrant): boolean {
  const all = activities(run.activity);
  return run.event.startsWith("pull_request") && all.length > 0 && all.every((one) => WHILE_OPEN.has(one));
}

function activities(text: Text): readonly string[] {
  const known = literalOf(text);
  if (known !== null) return [known];
  const [part] = text;
  return part !== undefined && isMention(part) ? (part.variable.domain ?? []) : [];
}
