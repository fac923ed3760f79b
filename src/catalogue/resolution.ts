import type { Effect, Act } from "../interpret/machine.ts";
import type { Answers, Evidence, Killed } from "../model/answers.ts";
import type { Span } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";
import type { Cube } from "../values/cube.ts";
import type { Text } from "../values/text.ts";

/**
 * What an act does to its target. `lock-reader`: reads, but takes the target's lock (`terraform plan`); `lock-breaker`:
 * removes a lock that somebody may hold (`force-unlock`); `queue-wait`: waits inside the job until others are done.
 */
export type Role = "write" | "read" | "lock-reader" | "lock-breaker" | "queue-wait";

/** A lock that is switched off or broken open here. `byHand`: only where an input that defaults to off asks for it. */
export interface Bypass {
  readonly what: string;
  readonly span: Span;
  readonly byHand?: boolean;
}

/** A wait inside the job that this writer passes: `-lock-timeout=15m`, `flock`, a wait action. */
export interface Wait {
  readonly what: string;
  readonly span: Span;
  /** How it lets somebody through all the same: `continue-after-seconds`, only runs of the same branch. */
  readonly escape?: string;
  /** Who waits for whom, where it is not everybody that writes the same target. */
  readonly names?: readonly Text[];
  /** Those who wait can be seen where the queue is kept. */
  readonly visible?: boolean;
}

/**
 * What the code of one kind finds out about an act where data cannot say it (a backend, a fleet, a bake file).
 * Everything that is absent is what the kind's file says. `id` is the identity without `kind:`; null with `why` where
 * it cannot be worked out.
 */
export interface Resolution {
  /**
   * The runs of the act for which this holds, where it is not all of them: `cd clusters/$CLUSTER` is one resolution
   * for each folder, and each belongs to one value of the input. Absent: the act's own cube.
   */
  readonly cube?: Cube;
  readonly id: Text | null;
  readonly why?: string;
  /** Another kind than the one whose entry matched (`image-build` for a tag that names the commit). */
  readonly kind?: string;
  readonly role?: Role;
  /** Replaces the catalogue's answers one by one. */
  readonly answers?: Partial<Answers>;
  readonly bypass?: Bypass | null;
  readonly waits?: Wait | null;
  readonly ignoresLock?: boolean;
  readonly lockAvailable?: boolean;
  readonly killed?: Killed;
  readonly everyRunCounts?: boolean;
  readonly perCommit?: boolean;
  /** Units of the target's capacity that one run takes (hosts at once for a fleet). */
  readonly width?: number | null;
  /** Ids (same kind, without `kind:`) of other targets that this write reaches into. */
  readonly overlapsWith?: readonly Text[];
  /** What makes a way back possible: versioned bucket, automatic rollback, a backup step. */
  readonly recoveryEvidence?: readonly Evidence[];
  /** The tool at its version certainly refuses what it is given (`required_version`); the message says so. */
  readonly refused?: { readonly what: string; readonly span: Span };
  readonly display?: string;
  /** Hosts, environment or application, where they keep targets apart without being in the id. */
  readonly production?: boolean;
  /** Folder or file in the repository that this act works from; what no act works from is "seen, not written". */
  readonly root?: string;
  /** A plan that this act saves for later, or that it carries out (`terraform apply prod.tfplan`); the file's path. */
  readonly plan?: { readonly saves?: Text; readonly applies?: Text };
}

/**
 * The code behind `resolver: NAME` in a kind's file. `resolve` answers for an act that the kind's entries matched with
 * `role`; an empty list says that nothing shared is touched after all. `effect` is asked for every act of the programs
 * in `programs` (lower-case base names) and actions in `actions`, matched or not. Pure; unknown words stay unknown.
 */
export interface Resolver {
  resolve(act: Act, role: Role, tree: Tree): readonly Resolution[];
  readonly effects?: {
    readonly programs: readonly string[];
    readonly actions: readonly string[];
    effect(act: Act, tree: Tree): Effect;
  };
}
