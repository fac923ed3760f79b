import type { Mode } from "../io/entries.ts";

/** A file of a repository on GitHub, as a listing of its tree names it. */
export interface RemoteFile {
  readonly path: string;
  readonly mode: Mode;
  /** Name of its content: git's hash of the blob. */
  readonly sha: string;
  readonly size: number;
}

/** The files of one commit. */
export interface Listing {
  /** What GitHub calls it; two listings of one name have the same files. */
  readonly sha: string;
  readonly files: readonly RemoteFile[];
  /** Why files are missing from the list, null where none is. */
  readonly partial: string | null;
}

/** Contents by the hash of the blob. */
export type Blobs = Map<string, Buffer>;

/** What GitHub says about a repository. */
export interface RepositoryFacts {
  readonly owner: string;
  readonly repo: string;
  readonly defaultBranch: string;
  /** The name under which it was asked for, where it has another now; else null. */
  readonly renamedFrom: string | null;
}
