import type { Span } from "./span.ts";

/** A name for where something begins; two things with one name are one. */
export function placeOf({ file, start }: Span): string {
  return `${file}:${start}`;
}
