import { writeSync } from "node:fs";

const STDERR = 2;
const INTERVAL_MS = 100;
const WIDTH = 24;
const CLEAR_LINE = "\r\u001b[2K";

/** A line that shows how far something is, on a terminal only. */
export interface Progress {
  readonly update: (done: number, all: number, what: string) => void;
  /** Makes room for another line. */
  readonly clear: () => void;
}

/** A bar on standard error; where nobody watches, nothing. */
export function progressBar(isTerminal: boolean = process.stderr.isTTY === true, write = (text: string): void => void writeSync(STDERR, text)): Progress {
  if (!isTerminal) return { update: () => undefined, clear: () => undefined };
  let next = 0;
  return {
    update(done, all, what) {
      if (Date.now() < next && done < all) return;
      next = Date.now() + INTERVAL_MS;
      const filled = all === 0 ? WIDTH : Math.floor((done / all) * WIDTH);
      write(`${CLEAR_LINE}signalbox: ${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${done}/${all} ${what}`);
    },
    clear: () => write(CLEAR_LINE),
  };
}
