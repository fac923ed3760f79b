import type { BlastRadius, Killed, LockValue, Recovery, Shape } from "../model/answers.ts";
import type { Role } from "./resolution.ts";

/** One way to get a value for a part: written in a kind's file as `flag --namespace -n`, compiled in `rule.ts`. */
export type RuleText = string | { readonly text: string };

export interface LockEntry {
  readonly value: LockValue;
  readonly mechanism?: string;
  /** Where a lock could be switched on, and how. */
  readonly available?: string;
  /** Subcommands that do not look at the lock (`rollback`). */
  readonly ignoredBy?: readonly string[];
  readonly source?: string;
}

export interface RecoveryEntry {
  readonly value: Recovery;
  readonly why?: string;
  readonly source?: string;
}

/** What an entry or a switch may say differently from its kind. */
export interface Overrides {
  readonly lock?: LockEntry;
  readonly recovery?: RecoveryEntry;
  readonly blastRadius?: BlastRadius;
  readonly killed?: Killed;
  readonly everyRunCounts?: boolean;
  readonly perCommit?: boolean;
  readonly ignoresLock?: boolean;
}

/** A change of the answers under conditions: a flag, an environment variable, an input, a file. */
export interface Switch extends Overrides {
  readonly when: readonly string[];
  /** The lock is off (or broken open): its value stays, the bypass is told. */
  readonly bypass?: string;
  /** The command waits inside the job for its turn. */
  readonly waits?: string;
  /** What makes the way back possible. */
  readonly recoveryBy?: string;
  readonly source?: string;
}

/** What holds for one engine, one version of a package or one way of writing the files; for kinds whose code asks. */
export interface Variant extends Pick<Overrides, "lock" | "killed"> {
  readonly engine?: readonly string[];
  readonly package?: string;
  readonly before?: number;
  readonly from?: number;
  /** Some file whose path fits `in` has what `match` says (both regular expressions). */
  readonly files?: { readonly in: string; readonly match: string };
  readonly source?: string;
}

/** One command or action and what it is for the kind. */
export interface Entry extends Overrides {
  readonly command?: string;
  readonly action?: string | readonly string[];
  readonly when?: readonly string[];
  readonly unless?: readonly string[];
  readonly parts?: Readonly<Record<string, readonly RuleText[]>>;
  readonly id?: string;
  readonly resolver?: string;
  readonly variants?: readonly Variant[];
  readonly switches?: readonly Switch[];
  readonly bypass?: string;
  readonly escapes?: readonly Escape[];
  readonly waits?: string;
  /** What a write leaves to go back to, or what a read saves for later. */
  readonly recoveryBy?: string;
  readonly source?: string;
  readonly note?: string;
}

/** How a wait lets somebody through all the same. */
export interface Escape {
  readonly when: readonly string[];
  readonly what: string;
}

/** A fact that an act leaves on its machine (a login, a tool's version) or outputs that are known. */
export interface Leaves {
  readonly command?: string;
  readonly action?: string | readonly string[];
  readonly when?: readonly string[];
  readonly unless?: readonly string[];
  readonly facts?: Readonly<Record<string, readonly RuleText[]>>;
  readonly outputs?: Readonly<Record<string, readonly RuleText[]>>;
  readonly env?: Readonly<Record<string, readonly RuleText[]>>;
  readonly stdout?: readonly RuleText[];
  readonly source?: string;
}

/** How a program reads its words; lists are separated by blanks. */
export interface ProgramEntry {
  readonly valueFlags?: string;
  readonly booleanFlags?: string;
  readonly othersTakeValues?: boolean;
  readonly singleDash?: boolean;
  readonly help?: string;
  readonly dedicated?: boolean;
}

/** A kind's file as it is written, after validation. */
export interface KindFile {
  readonly kind: string;
  readonly title: string;
  readonly source: string;
  readonly note?: string;
  readonly id: string;
  readonly example?: string;
  readonly answers: {
    readonly shape: Shape;
    readonly lock: LockEntry;
    readonly recovery: RecoveryEntry;
    readonly blastRadius: BlastRadius | { readonly default: BlastRadius; readonly production: BlastRadius };
    readonly capacity?: { readonly value: number; readonly why: string };
  };
  readonly killed: Killed;
  readonly everyRunCounts?: boolean;
  readonly perCommit?: boolean;
  readonly overlaps?: "prefix";
  readonly parts?: Readonly<Record<string, readonly RuleText[]>>;
  readonly qualifiers?: Readonly<Record<string, readonly RuleText[]>>;
  readonly resolver?: string;
  /** How programs read their words that no shared file knows. */
  readonly programs?: Readonly<Record<string, ProgramEntry>>;
  readonly transient?: readonly Transient[];
  readonly writes?: readonly Entry[];
  readonly reads?: readonly Entry[];
  readonly lockReaders?: readonly Entry[];
  readonly lockBreakers?: readonly Entry[];
  readonly queueWaits?: readonly Entry[];
  readonly switches?: readonly Switch[];
  readonly leaves?: readonly Leaves[];
}

/** What is no target, because it lives and dies with the job. */
export interface Transient {
  readonly when: readonly string[];
  readonly why: string;
}

/** The lists of a kind's file and the role of what stands in them, in the order in which they are tried. */
export const LISTS = [
  ["lockBreakers", "lock-breaker"],
  ["queueWaits", "queue-wait"],
  ["writes", "write"],
  ["lockReaders", "lock-reader"],
  ["reads", "read"],
] as const satisfies readonly (readonly [keyof KindFile, Role])[];
