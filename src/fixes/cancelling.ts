import { keepAll, stopCancelling } from "./concurrency-edits.ts";
import { blocksAt } from "./blocks.ts";
import { hasLongQueue } from "./platform.ts";
import type { Edit } from "../model/report.ts";
import type { Candidate, Proposer } from "./types.ts";

const PULL_REQUESTS = "${{ github.event_name == 'pull_request' }}";

/** Nothing cancels a writer: cancelling goes, or is left to pull requests where only those can be meant. */
export const proposeNoCancelling: Proposer = (audit, finding) => {
  const blocks = blocksAt(audit, finding.spans);
  if (blocks.length === 0) return [];
  const candidate = (title: string, edits: readonly (readonly Edit[])[]): Candidate => ({
    title,
    safety: "safe",
    edits: edits.flat(),
  });
  const onlyPullRequests = blocks.every(({ workflow }) =>
    workflow.triggers.some(({ event }) => event === "pull_request"),
  )
    ? [
        candidate(
          "Cancel pull request runs only",
          blocks.map(({ file, block }) => stopCancelling(file, block, PULL_REQUESTS)),
        ),
      ]
    : [];
  const off = candidate(
    "Do not cancel the run that is at work",
    blocks.map(({ file, block }) => stopCancelling(file, block)),
  );
  const max = hasLongQueue(audit)
    ? [
        candidate(
          "Do not cancel the run that is at work, and keep every waiting one",
          blocks.map(({ file, block }) => keepAll(file, block)),
        ),
      ]
    : [];
  return [...onlyPullRequests, off, ...max].filter(({ edits }) => edits.length > 0);
};
