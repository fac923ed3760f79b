import type { Declaration, RecordedTarget, ReviewState } from "../../src/drift/state.ts";

/** A target as a review recorded it; give what differs. */
export function recorded(over: Partial<RecordedTarget> = {}): RecordedTarget {
  return {
    id: "terraform-state:s3://acme-tf/prod/network.tfstate",
    kind: "terraform-state",
    environment: "production",
    verdict: "matches",
    policy: { decision: "prevent", limit: 1 },
    configured: { decision: "prevent", limit: 1 },
    answers: {
      shape: { value: "single", count: 1, source: "detected" },
      lock: { value: "rejects", mechanism: "S3 lock file", source: "detected" },
      recovery: { value: "medium", source: "catalogue" },
      blastRadius: { value: "large", source: "catalogue" },
      capacity: { value: null, source: "catalogue" },
    },
    invariants: {
      "source-of-truth": "holds",
      "target-lock": "holds",
      "queue-visible": "holds",
      "recovery-known": "holds",
    },
    writers: [".github/workflows/deploy.yml#apply"],
    evidence: ["infra/backend.tf"],
    ...over,
  };
}

/** A state of a review in August, or of today's in November. */
export function state(
  targets: readonly RecordedTarget[],
  declarations: readonly Declaration[] = [],
  recordedOn = "2026-11-29",
): ReviewState {
  return { schemaVersion: 1, recorded: recordedOn, commit: "a".repeat(40), targets, declarations };
}
