import type { CommandOutcome } from "../model.ts";
import { signalCode, verdict } from "./outcome.ts";
import type { Verdict } from "./outcome.ts";
import type { Session } from "./session.ts";

/** A run that ended before its command was started. */
export interface Ended {
  readonly verdict: Verdict;
  readonly replayOf?: string;
  readonly outcome?: CommandOutcome;
}

/** The run was told to stop, or lost a lease that it held already, while it waited. */
export function interrupted(session: Session): Ended {
  const loss = session.loss();
  if (loss !== null) return lapsed(loss.reason);
  const signal = session.signals.first() ?? "SIGTERM";
  const reason = `stopped by ${signal} before its command was started.`;
  return { verdict: { outcome: "signal", exitCode: signalCode(signal), reason } };
}

export function lapsed(what: string): Ended {
  return { verdict: verdict("lease-lost", `lost its place before the command: ${what}. Nothing was started.`) };
}
