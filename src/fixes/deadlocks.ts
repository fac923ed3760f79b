import { blockAt } from "./blocks.ts";
import { setGroup } from "./concurrency-edits.ts";
import { hasLongQueue } from "./platform.ts";
import type { Candidate, Proposer } from "./types.ts";

/** The inner group gets a name of its own, which no caller holds; a longer queue only where the name alone drops runs. */
export const proposeOwnName: Proposer = (audit, finding) => {
  const [span] = finding.spans;
  const inner = span ? blockAt(audit, span) : null;
  if (!inner?.block.group) return [];
  const job = inner.workflow.jobs.find(({ concurrency }) => concurrency === inner.block)?.id;
  const own = job ?? inner.file.path.replace(/^.*\/_*/u, "").replace(/\.ya?ml$/u, "");
  const name = `${inner.block.group.text}-${own}`;
  const queues = hasLongQueue(audit) ? [null, true] : [null];
  return queues.flatMap((keepAll): readonly Candidate[] => {
    const edits = setGroup(inner.file, inner.block, { name, keepAll });
    return edits && edits.length > 0
      ? [{ title: "Give the inner group a name of its own", safety: "safe", edits }]
      : [];
  });
};
