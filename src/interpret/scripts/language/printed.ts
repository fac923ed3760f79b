import { literal, literalOf, type Text } from "../../../values/text.ts";
import type { Call } from "../../shell/call.ts";
import { fileAt } from "../../shell/called.ts";

/** `require('./package.json').version`, also within `console.log(…)`: a field of a JSON file. */
const FIELD = new RegExp(
  String.raw`^\s*(?:console\.log\()?\s*require\(\s*(["'])(?<file>[^"'\\]+\.json)\1\s*\)` +
    String.raw`(?<path>(?:\.[A-Za-z_$][\w$]*|\[["'][^"'\\]*["']\]|\[\d+\])*)\s*\)?\s*;?\s*$`,
);

/** What a program of one line prints, where it is a field of a JSON file that is known; else null. */
export function printedField(call: Call, code: Text): Text | null {
  const groups = FIELD.exec(literalOf(code) ?? "")?.groups;
  const file = groups && fileAt(call, [groups.file ?? ""]);
  const text = file ? literalOf(file.text) : null;
  if (!groups || text === null) return null;
  const value = fieldOf(text, groups.path ?? "");
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? literal(`${value}\n`)
    : null;
}

function fieldOf(text: string, path: string): unknown {
  const steps = [...path.matchAll(/\.([\w$]+)|\[["']([^"']*)["']\]|\[(\d+)\]/g)];
  const keys = steps.map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  const inside = (value: unknown, key: string): unknown =>
    typeof value === "object" && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  try {
    return keys.reduce<unknown>(inside, JSON.parse(text));
  } catch {
    return undefined;
  }
}
