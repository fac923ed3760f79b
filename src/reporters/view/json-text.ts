/**
 * Signs that JSON leaves as they are, but that a terminal obeys or that reorder text on a screen, and the `##` before
 * `[` that a job log takes for a command even inside JSON. All stand inside strings, where an escape is the same text.
 */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|#(?=#\[)/g;

/** A value as indented JSON that is safe to print anywhere, ending in one newline. */
export function jsonText(value: unknown): string {
  const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `${JSON.stringify(value, null, 2).replace(UNSAFE, escaped)}\n`;
}
