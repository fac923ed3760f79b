import type { Answers } from "../model/answers.ts";
import type { Policy } from "../model/policy.ts";

interface Row {
  readonly condition: string;
  readonly applies: (answers: Answers) => boolean;
  readonly policy: (answers: Answers) => Omit<Policy, "path">;
}

const PREVENT = { decision: "prevent", limit: 1 } as const;
const throttle = (answers: Answers): Omit<Policy, "path"> => ({ decision: "throttle", limit: answers.capacity.value });

/** The decision table of the design, section 3: the first row that applies decides. */
const TABLE: readonly Row[] = [
  { condition: "shape is single", applies: ({ shape }) => shape.value === "single", policy: () => PREVENT },
  { condition: "recovery is high", applies: ({ recovery }) => recovery.value === "high", policy: () => PREVENT },
  {
    condition: "blast radius is large",
    applies: ({ blastRadius }) => blastRadius.value === "large",
    policy: () => PREVENT,
  },
  {
    condition: "lock is none or unknown, capacity is known, recovery is low and blast radius is small",
    applies: (answers) =>
      unlocked(answers) &&
      answers.capacity.value !== null &&
      answers.recovery.value === "low" &&
      answers.blastRadius.value === "small",
    policy: throttle,
  },
  { condition: "lock is none or unknown", applies: unlocked, policy: () => PREVENT },
  { condition: "capacity is known", applies: ({ capacity }) => capacity.value !== null, policy: throttle },
  {
    condition: "blast radius is small",
    applies: ({ blastRadius }) => blastRadius.value === "small",
    policy: () => ({ decision: "allow", limit: null }),
  },
  { condition: "otherwise", applies: () => true, policy: () => PREVENT },
];

function unlocked({ lock }: Answers): boolean {
  return lock.value === "none" || lock.value === "unknown";
}

/**
 * How many writers a target may have at once, from its four answers.
 * `path` lists each row that was tried: the refused ones with "not:", the one that decided as it stands.
 */
export function decidePolicy(answers: Answers): Policy {
  const path: string[] = [];
  for (const row of TABLE) {
    if (row.applies(answers)) return { ...row.policy(answers), path: [...path, row.condition] };
    path.push(`not: ${row.condition}`);
  }
  throw new Error("the last row of the decision table always applies");
}
