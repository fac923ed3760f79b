import { blocksOf } from "./cancelling.ts";
import { setGroup } from "./concurrency-edits.ts";
import type { Candidate, Proposer } from "./types.ts";

/** `queue: max` on every block that the finding names: nobody who waits is replaced. Only where the platform has it. */
export const proposeLongQueue: Proposer = (audit, finding) => {
  if (audit.config.platform.name !== "github.com") return [];
  const blocks = blocksOf(audit, finding);
  const edits = blocks.map(({ file, block }) => (block.group ? setGroup(file, block, { name: block.group.text, keepAll: true }) : null));
  const all: Candidate = { title: "Keep every waiting run (`queue: max`)", safety: "safe", edits: edits.flatMap((one) => one ?? []) };
  return all.edits.length > 0 && edits.every((one) => one !== null) ? [all] : [];
};
