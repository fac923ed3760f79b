/** A stretch of one file: offsets in UTF-16 code units of the decoded text, counted from 0, `end` exclusive. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** What people read: lines and columns counted from 1. Computed from a span only when something is printed. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A decoded file of the audited tree. `path` is relative to the root, with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Something that could not be read as what it should be; it costs this file (or part of it), never the rest. */
export interface Problem {
  readonly span: Span;
  readonly message: string;
}
