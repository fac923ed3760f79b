import { createHash } from "node:crypto";
import type { ReadResult, Tree } from "../model/tree.ts";

/**
 * What was asked of a tree, with what it answered: a tree of the same paths that answers the same gives the same audit.
 */
export interface Looks {
  readonly has: readonly (readonly [string, boolean])[];
  readonly executable: readonly (readonly [string, boolean])[];
  /** Of each file's text, or of why there is none; null: no such file. */
  readonly read: readonly (readonly [string, string | null])[];
}

/** A tree that remembers what was asked of it. */
export interface Recorded {
  readonly tree: Tree;
  /** Files that were read. */
  readonly read: ReadonlySet<string>;
  readonly looks: () => Looks;
}

/** Watches a tree. */
export function recorded(tree: Tree): Recorded {
  const read = new Set<string>();
  const has = new Map<string, boolean>();
  const executable = new Map<string, boolean>();
  return {
    read,
    tree: {
      ...tree,
      has: (path) => remember(has, path, tree.has(path)),
      executable: (path) => remember(executable, path, tree.executable(path)),
      read(path) {
        read.add(path);
        return tree.read(path);
      },
    },
    looks: () => ({
      has: [...has],
      executable: [...executable],
      read: [...read].map((path) => [path, readDigest(tree.read(path))] as const),
    }),
  };
}

/** Whether the tree gives the answers that were recorded, reading no file but those that were read then. */
export function answersAlike(tree: Tree, looks: Looks): boolean {
  return (
    looks.has.every(([path, answer]) => tree.has(path) === answer) &&
    looks.executable.every(([path, answer]) => tree.executable(path) === answer) &&
    looks.read.every(([path, answer]) => readDigest(tree.read(path)) === answer)
  );
}

/** One name for the list of files; no path has a zero byte. */
export function pathsDigest({ paths }: Tree): string {
  return digest(paths.join("\0"));
}

function readDigest(result: ReadResult | null): string | null {
  if (result === null) return null;
  return result.ok ? digest(`text ${result.file.text}`) : digest(`problem ${result.problem.message}`);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function remember(known: Map<string, boolean>, path: string, answer: boolean): boolean {
  known.set(path, answer);
  return answer;
}
