import type { Tree } from "../model/tree.ts";

/** Where an audit reads from when not everything is at hand: it asks, what is missing is fetched, it asks again. */
export interface Source {
  /** The tree as far as it is known. Another one after each `complete`. */
  readonly tree: () => Tree;
  /** Fetches what was asked for and was not there; false: nothing was. */
  readonly complete: () => Promise<boolean>;
  /** What could not be read, a line each. */
  readonly partial: () => readonly string[];
  /** All files are at hand, so that reading one more costs nothing. */
  readonly isWhole?: true;
}

/** A source whose files are all at hand. */
export function wholeSource(tree: Tree): Source {
  return { tree: () => tree, complete: () => Promise.resolve(false), partial: () => [], isWhole: true };
}
