import { describe, expect, it } from "vitest";
import type { Change } from "../../src/drift/change.ts";
import { compareStates } from "../../src/drift/compare.ts";
import type { Declaration } from "../../src/drift/state.ts";
import { recorded, state } from "./states.ts";

const august = (...targets: Parameters<typeof state>[0]) => state(targets, [], "2026-08-30");

function changes(...sides: Parameters<typeof compareStates>): Change[] {
  return compareStates(...sides).entries.map((entry) => entry.change);
}

function decisions(...sides: Parameters<typeof compareStates>): string[] {
  return compareStates(...sides)
    .entries.filter((entry) => entry.decide)
    .map((entry) => entry.change.type);
}

describe("targets", () => {
  it("that did not move give no entry", () => {
    const drift = compareStates(august(recorded()), state([recorded()]));
    expect(drift.entries).toEqual([]);
    expect(drift.unchanged).toBe(1);
  });

  it("that became looser need a decision, and say what is configured now", () => {
    const looser = recorded({ verdict: "looser", configured: { decision: "allow", limit: null } });
    expect(changes(august(recorded()), state([looser]))[0]).toEqual({
      type: "verdict",
      target: recorded().id,
      before: "matches",
      after: "looser",
      now: "allow where the policy says prevent",
    });
    expect(decisions(august(recorded()), state([looser]))).toEqual(["verdict"]);
  });

  it("that got better are told, without a decision", () => {
    const looser = recorded({ verdict: "looser" });
    expect(decisions(august(looser), state([recorded()]))).toEqual([]);
    expect(changes(august(looser), state([recorded()])).map((change) => change.type)).toEqual(["verdict"]);
  });

  it("that are new need a decision only if they are not as the policy wants", () => {
    const fine = recorded({ id: "helm-release:-/web/api", writers: ["a.yml#api"] });
    const open = recorded({ id: "image-tag:acme/web:latest", verdict: "looser", writers: ["b.yml#web"] });
    expect(changes(august(), state([fine, open])).map((change) => change.type)).toEqual([
      "target-added",
      "target-added",
    ]);
    expect(decisions(august(), state([fine]))).toEqual([]);
    expect(decisions(august(), state([open]))).toEqual(["target-added"]);
  });

  it("that vanished are told", () => {
    expect(changes(august(recorded()), state([]))).toEqual([
      { type: "target-removed", target: recorded().id, verdict: "matches" },
    ]);
  });

  it("under a new name, with the same writers, are a renaming and not a loss", () => {
    const moved = recorded({ id: "terraform-state:s3://acme-tf/eu/network.tfstate" });
    expect(changes(august(recorded()), state([moved]))).toEqual([
      { type: "target-renamed", target: moved.id, before: recorded().id, verdict: "matches" },
    ]);
  });

  it("are not taken for renamed when two could be meant", () => {
    const fresh = ["a", "b"].map((name) => recorded({ id: `terraform-state:local/${name}` }));
    expect(
      changes(august(recorded()), state(fresh))
        .map((change) => change.type)
        .sort(),
    ).toEqual(["target-added", "target-added", "target-removed"]);
  });
});

describe("answers and policies", () => {
  it("that changed are told with their sources", () => {
    const lockless = recorded({
      answers: { ...recorded().answers, lock: { value: "none", mechanism: null, source: "detected" } },
    });
    expect(changes(august(recorded()), state([lockless]))).toEqual([
      {
        type: "answer",
        target: recorded().id,
        question: "lock",
        before: "rejects (S3 lock file)",
        after: "none",
        sources: ["detected", "detected"],
      },
    ]);
  });

  it("that only moved from assumed to declared are told too", () => {
    const { answers } = recorded();
    const declared = recorded({ answers: { ...answers, recovery: { value: "medium", source: "declared" } } });
    expect(changes(august(recorded()), state([declared]))).toMatchObject([
      { question: "recovery", before: "medium", after: "medium", sources: ["catalogue", "declared"] },
    ]);
  });

  it("always need a decision when the policy is no longer the recorded one, and say if it lets more in", () => {
    const relaxed = recorded({ policy: { decision: "throttle", limit: 4 } });
    expect(changes(august(recorded()), state([relaxed]))).toMatchObject([{ type: "policy", relaxed: true }]);
    expect(changes(august(relaxed), state([recorded()]))).toMatchObject([{ type: "policy", relaxed: false }]);
    expect(decisions(august(relaxed), state([recorded()]))).toEqual(["policy"]);
  });

  it("need a decision when a lock stopped working", () => {
    const broken = recorded({ invariants: { ...recorded().invariants, "target-lock": "violated" } });
    expect(decisions(august(recorded()), state([broken]))).toEqual(["invariant"]);
    expect(decisions(august(broken), state([recorded()]))).toEqual([]);
  });

  it("name writers that came and went", () => {
    const other = recorded({ writers: [".github/workflows/deploy.yml#apply", "nightly.yml#reconcile"] });
    expect(changes(august(recorded()), state([other]))).toEqual([
      { type: "writers", target: recorded().id, added: ["nightly.yml#reconcile"], removed: [] },
    ]);
  });
});

describe("declarations", () => {
  const judged = (declaration: Declaration): Change[] => changes(august(), state([], [declaration]));
  const runbook = { type: "runbook", match: "database:*", runbook: "docs/restore.md", targets: 1 } as const;
  const capacity = { type: "capacity", match: "ansible-fleet:*", value: 5, because: null, targets: 1 } as const;
  const ignore = { type: "ignore", rule: "no-timeout", match: null, because: "short jobs" } as const;

  it("keep a runbook for 90 days after its test, and not for 91", () => {
    expect(judged({ ...runbook, lastTested: "2026-08-31" })).toEqual([]);
    expect(judged({ ...runbook, lastTested: "2026-08-30" })).toMatchObject([{ type: "runbook-stale", days: 91 }]);
    expect(judged({ ...runbook, lastTested: null })).toMatchObject([{ type: "runbook-undated" }]);
  });

  it("keep a measured capacity for 90 days", () => {
    expect(judged({ ...capacity, measured: "2026-10-31" })).toEqual([]);
    expect(judged({ ...capacity, measured: "2026-06-30" })).toMatchObject([{ type: "capacity-stale", value: 5 }]);
    expect(judged({ ...capacity, measured: null })).toMatchObject([{ type: "capacity-undated" }]);
  });

  it("let an override hold through its last day", () => {
    const override = { type: "policy", match: "image-tag:*", decision: "allow", limit: null, targets: 1 } as const;
    const because = "nothing deploys latest until 2026-11-29";
    expect(judged({ ...override, because, until: "2026-11-29" })).toEqual([]);
    expect(judged({ ...override, because, until: "2026-11-28" })).toMatchObject([{ type: "override-expired" }]);
  });

  it("report an ignore once: as run out, or as hiding nothing", () => {
    expect(judged({ ...ignore, until: "2026-11-01", hidden: 0 })).toMatchObject([{ type: "ignore-expired" }]);
    expect(judged({ ...ignore, until: null, hidden: 0 })).toMatchObject([{ type: "ignore-idle" }]);
    expect(judged({ ...ignore, until: "2027-01-01", hidden: 3 })).toEqual([]);
  });

  it("that apply to nothing any more need a decision, whatever their dates", () => {
    const drift = compareStates(august(), state([], [{ ...runbook, lastTested: null, targets: 0 }]));
    expect(drift.entries).toMatchObject([{ change: { type: "declaration-idle", what: "runbook" }, decide: true }]);
  });
});

it("puts what needs a decision first and counts the standing on both sides", () => {
  const looser = recorded({ id: "z:1", verdict: "looser", writers: ["z.yml#z"] });
  const drift = compareStates(august(recorded()), state([recorded({ writers: ["x.yml#x"] }), looser]));
  expect(drift.entries.map((entry) => entry.decide)).toEqual([true, false]);
  expect(drift.before).toEqual({ looser: 0, unknown: 0, tighter: 0, matches: 1 });
  expect(drift.after).toEqual({ looser: 1, unknown: 0, tighter: 0, matches: 1 });
});
