import type { Problem, SourceFile } from "./span.ts";

export type ReadResult =
  | { readonly ok: true; readonly file: SourceFile }
  | { readonly ok: false; readonly problem: Problem };

/**
 * The audited files as the pure middle of the program sees them: a work tree, a git revision, a literal in a test.
 * Paths are relative to the audited root, with `/`, and never lead out of it.
 */
export interface Tree {
  /** Every file, sorted. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Decoded text (UTF-8, or UTF-16 with its mark), or why there is none: not UTF-8, too large, binary. Null: no such file. */
  read(path: string): ReadResult | null;
  /** Whether the file may be executed, so that `./deploy` without an extension can be told from data. */
  executable(path: string): boolean;
}
