import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { Span } from "../model/span.ts";
import { mayShare } from "../runs/entrants.ts";
import { blocksAt, keepApart } from "./blocks.ts";
import { hasLongQueue } from "./platform.ts";
import type { Candidate, Proposer } from "./types.ts";

/**
 * `queue: max` on every block that shares the group: a newcomer's own setting decides whether it replaces the one that
 * waits, so one block alone changes nothing. Only where the platform has it.
 */
export const proposeLongQueue: Proposer = (audit, finding) => {
  if (!hasLongQueue(audit)) return [];
  const edits = blocksAt(audit, sharing(audit, finding)).flatMap((block) => keepApart(audit, block));
  const all: Candidate = { title: "Keep every waiting run (`queue: max`)", safety: "safe", edits };
  return edits.length > 0 ? [all] : [];
};

/** The declarations whose groups may have the name of the one that loses a run. */
function sharing(audit: Audit, finding: Finding): readonly Span[] {
  const [place] = finding.spans;
  const own = audit.entrants.filter(
    ({ use }) => place && use.declaration.span.file === place.file && use.declaration.span.start === place.start,
  );
  const others = audit.entrants.filter((entrant) => own.some(({ use }) => mayShare(use.name, entrant.use.name)));
  const spans = [...own, ...others].map(({ use }) => use.declaration.span);
  return spans.filter(
    (span, index) => spans.findIndex((one) => one.file === span.file && one.start === span.start) === index,
  );
}
