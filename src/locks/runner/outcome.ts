/** How a run ended. Each has one exit code of its own; the command's own code and 128+n are the command's. */
export type Outcome =
  | "command"
  | "signal"
  | "usage"
  | "queue-full"
  | "wait-timeout"
  | "cancelled"
  | "lease-lost"
  | "store-unavailable"
  | "mismatch"
  | "key-conflict"
  | "already-done"
  | "unknown"
  | "max-hold";

export const EXIT_CODES: Readonly<Record<Exclude<Outcome, "command" | "signal">, number>> = {
  usage: 2,
  "queue-full": 110,
  "wait-timeout": 111,
  cancelled: 112,
  "lease-lost": 113,
  "store-unavailable": 114,
  mismatch: 115,
  "key-conflict": 116,
  "already-done": 117,
  unknown: 118,
  "max-hold": 119,
};

export interface TargetResult {
  readonly target: string;
  readonly fence: string | null;
  readonly slot: number | null;
  readonly waitedSeconds: number;
  /** Place in line when last heard, null when the run never waited. */
  readonly position: number | null;
}

/** What `signalbox fence check` ends with when the token is older than one that was seen. */
export const FENCED_CODE = 120;

/** What `--result-file` holds. Scripts read this rather than the exit code, which the command may return itself. */
export interface RunResult {
  readonly version: 1;
  readonly outcome: Outcome;
  readonly exitCode: number;
  /** Whether the command was started at all. */
  readonly started: boolean;
  readonly command: { readonly code: number | null; readonly signal: string | null };
  readonly run: string;
  readonly targets: readonly TargetResult[];
  readonly waitedSeconds: number;
  readonly heldSeconds: number;
  readonly reason: string;
  /** The run whose stored outcome this is, for a repeat of an idempotency key. */
  readonly replayOf: string | null;
  /** How often the command was started, retries included. */
  readonly attempts: number;
  readonly leakedProcesses: number;
  readonly warnings: readonly string[];
}

/** The part of a result that says what happened; the rest is measured. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly exitCode: number;
  readonly reason: string;
}

export function verdict(outcome: Exclude<Outcome, "command" | "signal">, reason: string): Verdict {
  return { outcome, exitCode: EXIT_CODES[outcome], reason };
}

const SIGNAL_NUMBERS: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGKILL: 9, SIGTERM: 15 };

/** 128+n, as shells report a signal. */
export function signalCode(signal: string): number {
  return 128 + (SIGNAL_NUMBERS[signal] ?? 0);
}
