import type { Audit } from "../audit/model.ts";
import type { Candidate } from "./types.ts";

/** Whether a group can keep more than one waiting member (GHES releases up to now cannot). */
export function hasLongQueue(audit: Audit): boolean {
  return audit.config.platform.name === "github.com";
}

const COST = "this server keeps one waiting run and drops the one before it, since it has no `queue: max`";

/**
 * A group that joins several runs, as this platform can have it. Where there is no `queue: max` it is offered as it is
 * while that drops nobody; else with `--unsafe`, and it says what it costs.
 */
export function costOfQueue(audit: Audit, candidate: Candidate): readonly Candidate[] {
  if (hasLongQueue(audit)) return [candidate];
  return [
    candidate,
    { ...candidate, title: `${candidate.title} (${COST})`, safety: "unsafe", brings: ["dropped-runs"] },
  ];
}
