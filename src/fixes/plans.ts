import { distinct } from "./apply.ts";
import { insertWord } from "./command-edits.ts";
import { proposeNoCancelling } from "./cancelling.ts";
import type { Proposer } from "./types.ts";

/** A plan that can be cancelled takes no lock, which only reads; where the command is not found, nothing cancels it. */
export const proposePlanWithoutLock: Proposer = (audit, finding) => {
  const edits = distinct(
    finding.spans.flatMap((span) =>
      insertWord(
        audit,
        span,
        /\b(?:terraform|tofu|terragrunt)\s(?:[^\n|;&]*?\s)?plan(?=\s|$)/u,
        /-lock=/u,
        "-lock=false",
      ),
    ),
  );
  const title = "Let the plan take no lock (`-lock=false`), which it could leave behind";
  return [
    ...(edits.length > 0 ? [{ title, safety: "safe" as const, edits }] : []),
    ...proposeNoCancelling(audit, finding),
  ];
};
