import type { Answers, Evidence, Killed } from "../model/answers.ts";
import type { Span } from "../model/span.ts";
import type { Cube } from "../values/cube.ts";
import type { Text } from "../values/text.ts";
import type { Bypass, Role, Wait } from "./resolution.ts";

/** What one act is for one kind of target: who it writes, and what the four answers are just here. */
export interface Recognition {
  readonly kind: string;
  readonly role: Role;
  /** The runs of the act for which this holds: the act's own cube, or a part of it. */
  readonly cube: Cube;
  /**
   * Identity without `kind:`; unknown parts stay as mentions. Null where it cannot be worked out (`why` says so). Of a
   * `queue-wait` it is the name by which two jobs wait for each other; null: runs of one workflow and branch do.
   */
  readonly id: Text | null;
  readonly why: string | null;
  /** After the switches of this command: what the target answers when it is written this way. */
  readonly answers: Answers;
  readonly bypass: Bypass | null;
  /** The command does not look at the target's lock at all (`helm rollback` and the pending record). */
  readonly ignoresLock: boolean;
  /** A lock could be switched on for this kind or tool. */
  readonly lockAvailable: boolean;
  readonly waits: Wait | null;
  readonly killed: Killed;
  readonly everyRunCounts: boolean;
  /** The id, or what is written under it, names the commit: two commits never meet. */
  readonly perCommit: boolean;
  readonly productionStepUp: boolean;
  /** Units of the target's capacity that one run takes (hosts at once for a fleet); null where it has no measure. */
  readonly width: number | null;
  /** Short, for messages: `terraform apply -auto-approve`. */
  readonly display: string;
  /** Ids of other targets that this write reaches into (a prefix of the bucket, an object of the overlay). */
  readonly overlapsWith: readonly Text[];
  readonly recoveryEvidence: readonly Evidence[];
  /** The tool certainly refuses what it is given, so that this is no writer in a collision. */
  readonly refused: { readonly what: string; readonly span: Span } | null;
  /** A plan that this act saves for later, or carries out; the file's path. */
  readonly plan: { readonly saves?: Text; readonly applies?: Text } | null;
  /** Folder or file in the repository that the act works from (a root module, an inventory, a chart). */
  readonly root: string | null;
  readonly span: Span;
}
