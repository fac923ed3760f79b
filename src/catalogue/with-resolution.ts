import type { Recognition } from "./recognition.ts";
import type { Resolution } from "./resolution.ts";

/** A recognition with what the kind's code found out about it; what the code does not say stays. */
export function withResolution(base: Recognition, resolution: Resolution): Recognition {
  return {
    ...base,
    kind: resolution.kind ?? base.kind,
    role: resolution.role ?? base.role,
    cube: resolution.cube ?? base.cube,
    id: resolution.id,
    why: resolution.why ?? (resolution.id === null ? "what it writes cannot be worked out" : null),
    answers: { ...base.answers, ...resolution.answers },
    bypass: resolution.bypass === undefined ? base.bypass : resolution.bypass,
    waits: resolution.waits === undefined ? base.waits : resolution.waits,
    ignoresLock: resolution.ignoresLock ?? base.ignoresLock,
    lockAvailable: resolution.lockAvailable ?? base.lockAvailable,
    killed: resolution.killed ?? base.killed,
    everyRunCounts: resolution.everyRunCounts ?? base.everyRunCounts,
    perCommit: resolution.perCommit ?? base.perCommit,
    width: resolution.width ?? base.width,
    overlapsWith: resolution.overlapsWith ?? base.overlapsWith,
    recoveryEvidence: [...base.recoveryEvidence, ...(resolution.recoveryEvidence ?? [])],
    refused: resolution.refused ?? base.refused,
    plan: resolution.plan ?? base.plan,
    root: resolution.root ?? base.root,
    display: resolution.display ?? base.display,
  };
}
