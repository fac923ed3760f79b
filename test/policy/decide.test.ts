import { describe, expect, it } from "vitest";
import type { Answers, BlastRadius, LockValue, Recovery, Shape } from "../../src/model/answers.ts";
import { decidePolicy } from "../../src/policy/decide.ts";

function answers(
  shape: Shape,
  lock: LockValue,
  recovery: Recovery,
  blast: BlastRadius,
  capacity: number | null = null,
): Answers {
  const base = { source: "catalogue", evidence: [] } as const;
  return {
    shape: { ...base, value: shape, count: null },
    lock: { ...base, value: lock, mechanism: null },
    recovery: { ...base, value: recovery },
    blastRadius: { ...base, value: blast },
    capacity: { ...base, value: capacity },
  };
}

describe("the decision table", () => {
  it.each([
    ["production Terraform apply with an S3 lock", answers("single", "rejects", "medium", "large"), "prevent", 1],
    ["Helm upgrade of one release", answers("single", "rejects", "medium", "medium"), "prevent", 1],
    ["migration with an advisory lock", answers("single", "waits", "high", "large"), "prevent", 1],
    ["Ansible over a fleet of ten", answers("small-set", "none", "low", "small", 10), "throttle", 10],
    ["image build with per-commit tags", answers("large-set", "waits", "low", "small"), "allow", null],
    ["server-side apply to a cluster", answers("large-set", "rejects", "medium", "medium", 4), "throttle", 4],
  ] as const)("%s", (_name, given, decision, limit) => {
    expect(decidePolicy(given)).toMatchObject({ decision, limit });
  });

  it("prevents an unlocked set whose capacity nobody knows", () => {
    expect(decidePolicy(answers("large-set", "none", "low", "small")).decision).toBe("prevent");
  });

  it("counts an unknown lock as none", () => {
    expect(decidePolicy(answers("large-set", "unknown", "medium", "small", 4)).decision).toBe("prevent");
  });

  it("prevents in doubt, and says which rows it went through", () => {
    const policy = decidePolicy(answers("large-set", "rejects", "medium", "medium"));
    expect(policy.path.at(-1)).toBe("otherwise");
    expect(policy.path).toContain("not: shape is single");
  });
});
