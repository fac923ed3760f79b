import type { BreakerPhase, TargetConfig } from "../model.ts";
import { record } from "./draft.ts";
import type { Draft } from "./draft.ts";

const KEEP_OUTCOMES = 100;
/** While admission is reduced, grants are this share of the pause apart. */
const SPACING = 10;

/** How many may be in the target now: fewer than the permits while its runs fail. */
export function permitsNow(draft: Draft, config: TargetConfig): number {
  if (config.breaker === null) return config.permits;
  switch (draft.target.breaker.phase) {
    case "shut":
      return 0;
    case "probing":
      return 1;
    case "reduced":
      return Math.max(1, Math.floor(config.permits / 2));
    default:
      return config.permits;
  }
}

/** Whether the breaker lets the next run in at this moment. */
export function breakerAllows(draft: Draft): boolean {
  const { config, breaker } = draft.target;
  if (config === null || config.breaker === null) return true;
  return breaker.phase === "normal" || breaker.phase === "probing" || draft.now >= breaker.until;
}

/** Why nothing is granted, for people; "" when the breaker does not stand in the way. */
export function breakerText(draft: Draft): string {
  const { phase } = draft.target.breaker;
  if (breakerAllows(draft)) return "";
  return phase === "shut" ? "circuit breaker: too many runs failed" : "circuit breaker: admission is reduced";
}

/** A pause that is over is followed by one run that tries. Part of every step. */
export function reviveBreaker(draft: Draft): void {
  const { breaker } = draft.target;
  if (breaker.phase === "shut" && draft.now >= breaker.until)
    enter(draft, "probing", 0, "the pause is over: one run tries");
}

/** Counts how a run ended, and changes the phase when the share of failures says so. */
export function noteOutcome(draft: Draft, failed: boolean): void {
  const { config, breaker } = draft.target;
  if (config === null || config.breaker === null) return;
  const { percent, least, window, pause } = config.breaker;
  const recent = breaker.outcomes.filter(({ at }) => at > draft.now - window);
  breaker.outcomes = [...recent, { at: draft.now, failed }].slice(-KEEP_OUTCOMES);
  const total = breaker.outcomes.length;
  const failures = breaker.outcomes.filter((outcome) => outcome.failed).length;
  const over = failures * 100 >= percent * total;
  const text = `${failures} of the last ${total} runs failed`;
  if (breaker.phase === "normal") {
    if (total >= least && over) enter(draft, "reduced", draft.now + Math.floor(pause / SPACING), text);
  } else if (breaker.phase === "reduced") {
    if (total * 2 < least) return;
    if (over) enter(draft, "shut", draft.now + pause, text);
    else enter(draft, "normal", 0, text);
  } else if (breaker.phase === "probing") {
    if (failed) enter(draft, "shut", draft.now + pause, "the run that tried failed");
    else enter(draft, "normal", 0, "the run that tried succeeded");
  }
}

/** In the reduced phase, the next grant waits its time. */
export function spaceGrants(draft: Draft): void {
  const { config, breaker } = draft.target;
  if (config === null || config.breaker === null || breaker.phase !== "reduced") return;
  breaker.until = draft.now + Math.floor(config.breaker.pause / SPACING);
}

function enter(draft: Draft, phase: BreakerPhase, until: number, reason: string): void {
  draft.target.breaker = { phase, until, outcomes: [] };
  record(draft, "breaker", "", reason, { phase, until });
}
