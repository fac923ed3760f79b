import { proposeNoCancelling } from "./cancelling.ts";
import { proposeOneGroup } from "./one-group.ts";
import { proposeLongQueue } from "./queueing.ts";
import { proposeOwnName } from "./deadlocks.ts";
import { proposeLockOn, proposeWithoutSwitch } from "./locks.ts";
import type { Proposer } from "./types.ts";

/** Who proposes fixes for a rule's findings. A rule without an entry is left to people. */
export const PROPOSERS: Readonly<Record<string, Proposer>> = {
  "concurrent-writers": proposeOneGroup,
  "over-capacity": proposeOneGroup,
  "invisible-queue": proposeOneGroup,
  "cancel-mid-write": proposeNoCancelling,
  "dropped-runs": proposeLongQueue,
  "group-deadlock": proposeOwnName,
  "lock-bypassed": proposeWithoutSwitch,
  "no-target-lock": proposeLockOn,
};
