import type { ReviewState } from "./state.ts";

const WIDTH = 100;

/**
 * The text of `signalbox.lock.json`. What belongs together stands on one line where it fits, so that a change of one
 * answer is a change of one line.
 */
export function printState(state: ReviewState): string {
  return `${print(state, "")}\n`;
}

function print(value: unknown, indent: string): string {
  const flat = flatText(value);
  if (flat !== null && indent.length + flat.length <= WIDTH) return flat;
  if (Array.isArray(value))
    return block(
      "[",
      value.map((one) => print(one, `${indent}  `)),
      "]",
      indent,
    );
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const lines = Object.entries(value).map(([name, own]) => `${JSON.stringify(name)}: ${print(own, `${indent}  `)}`);
  return block("{", lines, "}", indent);
}

function block(open: string, lines: readonly string[], close: string, indent: string): string {
  if (lines.length === 0) return open + close;
  return `${open}\n${lines.map((line) => `${indent}  ${line}`).join(",\n")}\n${indent}${close}`;
}

/** A scalar, a list of scalars, or an object of scalars; null where there is more inside. */
function flatText(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Object.values(value).some((one) => typeof one === "object" && one !== null)) return null;
  const parts = Array.isArray(value)
    ? value.map((one) => JSON.stringify(one))
    : Object.entries(value).map(([name, own]) => `${JSON.stringify(name)}: ${JSON.stringify(own)}`);
  if (parts.length === 0) return Array.isArray(value) ? "[]" : "{}";
  return Array.isArray(value) ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
}
