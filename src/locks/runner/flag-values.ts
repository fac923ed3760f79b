import { parseDuration } from "./duration.ts";

/** A flag's value is not what it must be; the message says what it is and what it could be. */
export class FlagError extends Error {}

export function choice<T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new FlagError(`\`${flag} ${value}\` is not known. Use ${allowed.join(", ")}.`);
  return found;
}

export function duration(flag: string, value: string): number {
  const parsed = parseDuration(value);
  if (parsed === null) throw new FlagError(`\`${flag} ${value}\` is not a duration. Use 90s, 15m, 1h30m or forever.`);
  return parsed;
}

export function finite(flag: string, value: string, least: number): number {
  const parsed = duration(flag, value);
  if (parsed >= least && parsed < 2 ** 31) return parsed;
  throw new FlagError(`\`${flag} ${value}\` is out of range. Use ${least}ms to 24d.`);
}

export function integer(flag: string, value: string, least: number): number {
  const parsed = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(parsed) && parsed >= least && parsed <= 1_000_000) return parsed;
  throw new FlagError(`\`${flag} ${value}\` is not a number from ${least} to 1000000.`);
}

/** `110`, `1-5,75`, `any`: exit codes as a test. */
export function exitCodes(flag: string, value: string): (code: number) => boolean {
  if (value === "any") return (code) => code !== 0;
  const ranges = value.split(",").map((part) => /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(part.trim()));
  const pairs = ranges.map((found) => [Number(found?.[1]), Number(found?.[2] ?? found?.[1])] as const);
  if (!pairs.every(([from, to]) => from >= 1 && to <= 255 && from <= to)) {
    throw new FlagError(`\`${flag} ${value}\` is not a list of exit codes. Use 75, 1-5,75 or any.`);
  }
  return (code) => pairs.some(([from, to]) => code >= from && code <= to);
}
