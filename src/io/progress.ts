import { writeSync } from "node:fs";

const STDERR = 2;
const INTERVAL_MS = 100;
const WIDTH = 24;
const DEFAULT_COLUMNS = 80;
const CLEAR_LINE = "\r\u001b[2K";

/** A line that shows how far something is, on a terminal only. */
export interface Progress {
  readonly update: (done: number, all: number, what: string) => void;
  /** Makes room for another line. */
  readonly clear: () => void;
}

/** Where a bar is drawn, and by which clock. */
export interface BarScreen {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly write: (text: string) => void;
  readonly now: () => number;
}

function standardError({ TERM }: NodeJS.ProcessEnv = process.env): BarScreen {
  const { isTTY, columns } = process.stderr;
  return {
    isTerminal: isTTY === true && TERM !== "dumb",
    columns: columns || DEFAULT_COLUMNS,
    write: (text) => void writeSync(STDERR, text),
    now: Date.now,
  };
}

/** Takes a bar that is drawn off its line. */
let wipe: (() => void) | null = null;

/** Makes room for a line of another kind; where a bar is under way it is drawn again with its next step. */
export function makeRoom(): void {
  wipe?.();
}

/** A bar on standard error that fits on one line; where nobody watches, nothing. */
export function progressBar({ isTerminal, columns, write, now }: BarScreen = standardError()): Progress {
  if (!isTerminal) return { update: () => undefined, clear: () => undefined };
  let next = 0;

  function clear(): void {
    if (wipe === clear) write(CLEAR_LINE);
    wipe = null;
    next = 0;
  }

  return {
    update(done, all, what) {
      if (now() < next && done < all) return;
      next = now() + INTERVAL_MS;
      const filled = all === 0 ? WIDTH : Math.floor((done / all) * WIDTH);
      const line = `signalbox: ${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${done}/${all} ${what}`;
      // A line that is as long as the terminal is wide would be wrapped, and half of it would stay.
      write(`${CLEAR_LINE}${line.slice(0, Math.max(1, columns - 1))}`);
      wipe = clear;
    },
    clear,
  };
}
