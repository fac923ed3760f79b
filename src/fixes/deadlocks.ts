import { blocksOf } from "./cancelling.ts";
import { setGroup } from "./concurrency-edits.ts";
import type { Proposer } from "./types.ts";

/** The inner group gets a name of its own, which no caller holds. */
export const proposeOwnName: Proposer = (audit, finding) => {
  const [inner] = blocksOf(audit, finding);
  if (!inner?.block.group) return [];
  const edits = setGroup(inner.file, inner.block, { name: `${inner.block.group.text}-inner`, keepAll: audit.config.platform.name === "github.com" });
  return edits && edits.length > 0 ? [{ title: "Give the inner group a name of its own", safety: "safe", edits }] : [];
};
