import { writeSync } from "node:fs";
import type { Tree } from "../model/tree.ts";

/** Columns for text where nobody watches, such as in a log. */
const DEFAULT_COLUMNS = 100;
const MAX_COLUMNS = 140;
const MIN_COLUMNS = 60;

/** How wide text may be on standard output. */
export function outputColumns(): number {
  const { isTTY, columns } = process.stdout;
  return isTTY ? Math.min(Math.max(columns, MIN_COLUMNS), MAX_COLUMNS) : DEFAULT_COLUMNS;
}

/**
 * Whether to use colour: the flag, then `NO_COLOR`, then `FORCE_COLOR`, then whether the stream is a terminal.
 * https://no-color.org and https://force-color.org: set and not empty counts, whatever the value.
 */
export function wantsColor(
  flag: boolean | undefined,
  environment: NodeJS.ProcessEnv = process.env,
  isTerminal: boolean = process.stdout.isTTY === true,
): boolean {
  if (flag !== undefined) return flag;
  if ((environment["NO_COLOR"] ?? "") !== "") return false;
  const forced = environment["FORCE_COLOR"] ?? "";
  if (forced !== "") return forced !== "0" && forced !== "false";
  return isTerminal && environment["TERM"] !== "dumb";
}

const DELAY = 500;
const INTERVAL = 100;
const STDERR = 2;
const CLEAR_LINE = "\r\u001b[2K";

/** Where progress is shown, and by which clock. */
export interface Screen {
  readonly isTerminal: boolean;
  write(text: string): void;
  now(): number;
}

const standardError: Screen = {
  isTerminal: process.stderr.isTTY === true,
  write: (text) => void writeSync(STDERR, text),
  now: () => performance.now(),
};

/**
 * A tree that shows on a terminal how many files were read, from half a second on. It writes when something is read,
 * because nothing else runs while the audit computes.
 */
export function withProgress(
  tree: Tree,
  screen: Screen = standardError,
): { readonly tree: Tree; readonly done: () => void } {
  if (!screen.isTerminal) return { tree, done: () => undefined };
  let next = screen.now() + DELAY;
  let isShown = false;
  const read = new Set<string>();

  function show(path: string): void {
    read.add(path);
    if (screen.now() < next) return;
    next = screen.now() + INTERVAL;
    isShown = true;
    screen.write(`${CLEAR_LINE}signalbox: auditing, ${read.size} files read`);
  }

  return {
    tree: {
      ...tree,
      read(path) {
        show(path);
        return tree.read(path);
      },
    },
    done: () => {
      if (isShown) screen.write(CLEAR_LINE);
    },
  };
}
