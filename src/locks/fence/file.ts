import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "../store.ts";
import { lockFile } from "./file-lock.ts";
import type { FileLock } from "./file-lock.ts";
import { judge } from "./token.ts";
import type { Claim, FenceAnswer } from "./token.ts";

/** Highest tokens by target and slot. */
type Seen = Record<string, Record<string, string>>;

/**
 * Checks a token against the highest that a file has seen, notes it, and lets `work` run before anybody else is let in: so
 * nothing that an older token does can come after. Throws StoreError when the file cannot be used.
 */
export async function checkFile<T>(
  path: string,
  claim: Claim,
  patience: number,
  work: (answer: FenceAnswer, guard: FileLock["guard"]) => Promise<T>,
): Promise<T> {
  const lock = await lockFile(path, patience).catch((error: unknown) => {
    throw error instanceof StoreError
      ? error
      : new StoreError("refused", `${path}: ${(error as Error).message}`, error);
  });
  try {
    const seen = readSeen(path);
    const known = seen[claim.target]?.[claim.slot];
    const answer = judge(claim, known === undefined ? null : BigInt(known));
    if (answer.kind === "accepted" && answer.before !== claim.token) {
      seen[claim.target] = { ...seen[claim.target], [claim.slot]: String(claim.token) };
      writeSeen(path, seen);
    }
    return await work(answer, lock.guard);
  } finally {
    lock.release();
  }
}

function readSeen(path: string): Seen {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new StoreError("refused", `${path}: ${(error as Error).message}`, error);
  }
  const seen = parse(text);
  if (seen === null)
    throw new StoreError("refused", `${path} is no file of tokens, and is left as it is. Name another with --file`);
  return seen;
}

function parse(text: string): Seen | null {
  try {
    const value = JSON.parse(text) as { version?: unknown; seen?: Seen };
    const tokens = Object.values(value.seen ?? {}).flatMap((slots) => Object.values(slots));
    const whole = value.version === 1 && value.seen !== undefined && tokens.every((token) => /^\d+$/.test(token));
    return whole ? (value.seen ?? null) : null;
  } catch {
    return null;
  }
}

/** A token that was let through must not be forgotten by a crash: the file and its folder reach the disk. */
function writeSeen(path: string, seen: Seen): void {
  const next = `${path}.next`;
  const file = openSync(next, "w");
  writeSync(file, `${JSON.stringify({ version: 1, seen }, null, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(next, path);
  const folder = openSync(dirname(path), "r");
  fsyncSync(folder);
  closeSync(folder);
}
