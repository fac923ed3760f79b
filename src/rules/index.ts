import type { Rule } from "./types.ts";
import { table } from "../values/table.ts";

/** Every rule by its id; a rule's code is loaded when it is asked for. Adding a rule adds a line here. */
export const RULES: Readonly<Record<string, () => Promise<Rule>>> = table({
  "unreadable-file": () => import("./unreadable-file.ts"),
  "group-deadlock": () => import("./group-deadlock.ts"),
  "invalid-concurrency": () => import("./invalid-concurrency.ts"),
  "concurrent-writers": () => import("./concurrent-writers.ts"),
  "over-capacity": () => import("./over-capacity.ts"),
  "cancel-mid-write": () => import("./cancel-mid-write.ts"),
  "dropped-runs": () => import("./dropped-runs.ts"),
  "lock-bypassed": () => import("./lock-bypassed.ts"),
  "no-target-lock": () => import("./no-target-lock.ts"),
  "invisible-queue": () => import("./invisible-queue.ts"),
  "version-mismatch": () => import("./version-mismatch.ts"),
  "no-recovery-path": () => import("./no-recovery-path.ts"),
  "stale-lock": () => import("./stale-lock.ts"),
  "lock-contention": () => import("./lock-contention.ts"),
  "approval-holds-group": () => import("./approval-holds-group.ts"),
  "out-of-order": () => import("./out-of-order.ts"),
  "over-restricted": () => import("./over-restricted.ts"),
  "stale-plan": () => import("./stale-plan.ts"),
  "duplicate-runs": () => import("./duplicate-runs.ts"),
  "manual-serialisation": () => import("./manual-serialisation.ts"),
  "stale-declaration": () => import("./stale-declaration.ts"),
  "under-capacity": () => import("./under-capacity.ts"),
  "unresolved-target": () => import("./unresolved-target.ts"),
  "no-timeout": () => import("./no-timeout.ts"),
});

/** All rules, in the order of the list. */
export async function loadRules(): Promise<readonly Rule[]> {
  return Promise.all(Object.values(RULES).map((load) => load()));
}
