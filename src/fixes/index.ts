import { proposeNoCancelling } from "./cancelling.ts";
import { proposeOwnName } from "./deadlocks.ts";
import { proposeUpToCapacity, proposeWithinCapacity } from "./fleet-width.ts";
import { proposeValidBlock } from "./invalid.ts";
import { proposeWithoutSwitch } from "./lock-left-on.ts";
import { proposeLockOn } from "./lock-on.ts";
import { proposeOneGroup } from "./one-group.ts";
import { proposePlanWithoutLock } from "./plans.ts";
import { proposeLongQueue } from "./queueing.ts";
import { proposeRollback } from "./recovery.ts";
import { proposeLess } from "./relax.ts";
import type { Proposer } from "./types.ts";
import { table } from "../values/table.ts";

/** Who proposes fixes for a rule's findings. A rule without an entry is left to people. */
export const PROPOSERS: Readonly<Record<string, Proposer>> = table({
  "group-deadlock": proposeOwnName,
  "invalid-concurrency": proposeValidBlock,
  "concurrent-writers": proposeOneGroup,
  "over-capacity": proposeWithinCapacity,
  "invisible-queue": proposeOneGroup,
  "cancel-mid-write": proposeNoCancelling,
  "dropped-runs": proposeLongQueue,
  "lock-bypassed": proposeWithoutSwitch,
  "no-target-lock": proposeLockOn,
  "stale-lock": proposePlanWithoutLock,
  "no-recovery-path": proposeRollback,
  "over-restricted": proposeLess,
  "under-capacity": proposeUpToCapacity,
});
