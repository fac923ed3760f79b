import type { Readable, Writable } from "node:stream";

const KEEP_BYTES = 32 * 1024;

export interface Tail {
  /** The last 32 KiB as text. */
  text(): string;
  /** Resolves when everything was handed on. */
  readonly finished: Promise<void>;
}

/** Hands a stream on byte for byte and remembers its end. */
export function passOn(from: Readable | null, to: Writable): Tail {
  let kept = Buffer.alloc(0);
  if (from === null) return { text: () => "", finished: Promise.resolve() };
  from.on("data", (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]).subarray(-KEEP_BYTES);
  });
  const unpipe = (): void => {
    from.unpipe(to);
    from.resume(); // whoever read our output has gone; the command must not block on that
  };
  to.once("error", unpipe);
  from.pipe(to, { end: false });
  const finished = new Promise<void>((resolve) => {
    from.once("close", () => {
      to.off("error", unpipe);
      resolve();
    });
  });
  // PostgreSQL's JSON has no NUL.
  return { text: () => kept.toString("utf8").replaceAll("\0", "\uFFFD"), finished };
}
