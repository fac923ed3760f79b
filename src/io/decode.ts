import { isUtf8 } from "node:buffer";
import type { ReadResult } from "../model/tree.ts";

/** Larger files are data, not configuration; a parser would take seconds over them. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** A result that says why there is no text. `message` continues the sentence "this file …". */
export function unreadable(path: string, message: string): ReadResult {
  return { ok: false, problem: { span: { file: path, start: 0, end: 0 }, message } };
}

/** Says that a file is over the limit, or null when it is not. */
export function tooLarge(path: string, bytes: number): ReadResult | null {
  if (bytes <= MAX_FILE_BYTES) return null;
  const size = (bytes / (1024 * 1024)).toFixed(1);
  return unreadable(path, `is ${size} MiB; files over ${MAX_FILE_BYTES / (1024 * 1024)} MiB are not read`);
}

/** `utf-16le`, `utf-16be` or null, by the mark in the first two bytes. */
function utf16Mark(bytes: Buffer): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return null;
}

function decodeUtf16(bytes: Buffer, encoding: "utf-16le" | "utf-16be"): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** One-based line of the first byte that is not UTF-8: a newline is never part of a longer sequence. */
function lineOfBadByte(bytes: Buffer): number {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    if (!isUtf8(bytes.subarray(start, end))) return line;
    line += 1;
    start = end + 1;
  }
  return line;
}

/**
 * Text of a file: UTF-8, or UTF-16 with its byte-order mark. A mark stays in the text as U+FEFF, so that offsets count
 * it. Anything else is refused, never guessed at.
 */
export function decode(path: string, bytes: Buffer): ReadResult {
  const large = tooLarge(path, bytes.length);
  if (large !== null) return large;
  const encoding = utf16Mark(bytes);
  const text = encoding === null ? null : decodeUtf16(bytes, encoding);
  if (encoding !== null && text === null) {
    return unreadable(path, `starts with a ${encoding} mark but is not valid ${encoding}`);
  }
  if (text === null && !isUtf8(bytes)) {
    const line = lineOfBadByte(bytes);
    return unreadable(path, `is not UTF-8 (first bad byte on line ${line}); save it as UTF-8`);
  }
  const decoded = text ?? bytes.toString("utf8");
  if (decoded.includes("\0")) return unreadable(path, "is binary: it contains NUL bytes");
  return { ok: true, file: { path, text: decoded } };
}
