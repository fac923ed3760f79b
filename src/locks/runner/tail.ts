import { write } from "node:fs";
import { Writable } from "node:stream";
import type { Readable } from "node:stream";

const KEEP_BYTES = 32 * 1024;
const AGAIN_MS = 5;

export interface Tail {
  /** The last 32 KiB as text. */
  text(): string;
  /** Resolves when everything was handed on. */
  readonly finished: Promise<void>;
}

/** Hands a stream on byte for byte to a descriptor of this process and remembers its end. */
export function passOn(from: Readable | null, fd: number): Tail {
  if (from === null) return { text: () => "", finished: Promise.resolve() };
  const kept: Buffer[] = [];
  let size = 0;
  from.on("data", (chunk: Buffer) => {
    kept.push(chunk);
    size += chunk.length;
    while (size - (kept[0]?.length ?? 0) >= KEEP_BYTES) size -= kept.shift()?.length ?? 0;
  });
  const to = descriptorWriter(fd);
  const finished = new Promise<void>((resolve) => {
    to.once("finish", resolve);
    to.once("error", () => {
      from.unpipe(to);
      from.resume(); // whoever read our output has gone; the command must not block on that
      resolve();
    });
  });
  from.pipe(to);
  // PostgreSQL's JSON has no NUL.
  const text = (): string => Buffer.concat(kept).subarray(-KEEP_BYTES).toString("utf8").replaceAll("\0", "\uFFFD");
  return { text, finished };
}

/**
 * Writes from the thread pool. `process.stdout` on a pipe writes synchronously: a reader that is slow would stop this
 * process's timers, and with them the renewals.
 */
function descriptorWriter(fd: number): Writable {
  function writeAll(chunk: Buffer, done: (error: Error | null) => void): void {
    write(fd, chunk, (error, written) => {
      if (error?.code === "EAGAIN") setTimeout(() => writeAll(chunk, done), AGAIN_MS);
      else if (error !== null || written === chunk.length) done(error);
      else writeAll(chunk.subarray(written), done);
    });
  }
  return new Writable({ write: (chunk: Buffer, _encoding, done) => writeAll(chunk, done) });
}
