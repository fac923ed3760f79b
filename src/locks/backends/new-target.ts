import type { TargetState } from "../model.ts";

export function newTarget(id: string): TargetState {
  return {
    id,
    config: null,
    seq: 0,
    step: 0,
    fence: 0,
    paused: "",
    draining: "",
    holdUntil: 0,
    maxLease: 0,
    epoch: "",
    lanes: {},
    breaker: { phase: "normal", until: 0, outcomes: [] },
  };
}
