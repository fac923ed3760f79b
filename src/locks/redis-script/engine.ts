/**
 * What Redis gives a script. The files of this folder, and the protocol that they run, are translated to Lua by
 * `npm run generate`; they must not import anything else.
 */

/** @noSelf */
interface RedisEngine {
  call(command: string, ...words: (string | number)[]): unknown;
}

/** @noSelf */
interface RedisJson {
  decode(text: string): unknown;
}

/** @noSelf */
interface LuaString {
  format(pattern: string, ...values: (string | number)[]): string;
  match(text: string, pattern: string): string | undefined;
  gsub(text: string, pattern: string, by: (found: string) => string): string;
  byte(text: string): number;
}

declare const redis: RedisEngine;
declare const cjson: RedisJson;
declare const string: LuaString;
declare function type(this: void, value: unknown): "nil" | "number" | "string" | "boolean" | "table" | "function";

/** Runs a command whose answer is a string, or nothing. Redis says nothing as `false`. */
export function text(command: string, ...words: (string | number)[]): string | undefined {
  const answer = redis.call(command, ...words);
  return answer === false ? undefined : (answer as string);
}

/** Runs a command whose answer is a list of strings. */
export function list(command: string, ...words: (string | number)[]): string[] {
  return redis.call(command, ...words) as string[];
}

export function run(command: string, ...words: (string | number)[]): void {
  redis.call(command, ...words);
}

export function decode<T>(json: string): T {
  return cjson.decode(json) as T;
}

/** `key:value` of a section of INFO, or "". */
export function info(section: string, key: string): string {
  return string.match(text("INFO", section) ?? "", `${key}:([^\r\n]*)`) ?? "";
}

/** Lists that may be empty: an empty Lua table does not say whether it is a list. */
const LISTS = new Set(["command", "rates", "outcomes"]);

/**
 * JSON with every digit of an integer: the engine's own encoder keeps 14, and a token has 16. Nothing is written for what
 * is absent; whoever reads it puts the nulls back.
 */
export function encode(value: unknown, name = ""): string {
  const kind = type(value);
  if (kind === "number") return number(value as number);
  if (kind === "boolean") return value === true ? "true" : "false";
  if (kind === "string") return quote(value as string);
  const table = value as Record<string, unknown>;
  const items = table as unknown as unknown[];
  if (items.length > 0 || LISTS.has(name)) return `[${items.map((item) => encode(item)).join(",")}]`;
  return `{${Object.entries(table)
    .map(([key, item]) => `${quote(key)}:${encode(item, key)}`)
    .join(",")}}`;
}

function number(value: number): string {
  return value === Math.floor(value) ? string.format("%.0f", value) : string.format("%.17g", value);
}

function quote(value: string): string {
  return `"${string.gsub(value, '[%c"\\]', (sign) => string.format("\\u%04x", string.byte(sign)))}"`;
}
