import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { namespaceId } from "../host/clock.ts";
import { sameProcess, statOf } from "../host/processes.ts";
import { StoreError } from "../store.ts";

interface LockOwner {
  readonly host: string;
  readonly pid: number;
  readonly start: string;
  readonly namespace: string;
  /** The command that is guarded: it may outlive the check that started it. */
  readonly command?: { readonly pid: number; readonly start: string };
}

export interface FileLock {
  /** From now on the lock also lasts as long as this process: whoever kills the check has not stopped its command. */
  guard(pid: number): void;
  release(): void;
}

const AGAIN_MS = 25;

/**
 * Keeps a lock beside a file, made with link(2), which is atomic on every file system. A lock whose process is proven gone
 * is taken over; one of another host or container never is. Throws StoreError.
 */
export async function lockFile(path: string, patience: number): Promise<FileLock> {
  const lock = `${path}.lock`;
  const end = performance.now() + patience;
  const mine: LockOwner = {
    host: hostname(),
    pid: process.pid,
    start: statOf(process.pid)?.start ?? "",
    namespace: namespaceId("pid"),
  };
  const draft = `${lock}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(draft, JSON.stringify(mine));
  try {
    while (!tryLink(draft, lock)) {
      clearStale(lock, mine);
      if (performance.now() > end)
        throw new StoreError(
          "unavailable",
          `${lock} is held by another check${whoHolds(lock)}. Wait for it, or give --timeout more`,
        );
      await sleep(AGAIN_MS * (0.5 + Math.random()));
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    guard(pid) {
      const start = statOf(pid)?.start ?? "";
      if (start === "") return;
      writeFileSync(draft, JSON.stringify({ ...mine, command: { pid, start } } satisfies LockOwner));
      renameSync(draft, lock);
    },
    release: () => rmSync(lock, { force: true }),
  };
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Moved away first: whoever sees the same stale lock moves another one, and puts it back. */
function clearStale(lock: string, mine: LockOwner): void {
  if (!isStale(readOwner(lock), mine)) return;
  const aside = `${lock}.stale.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    renameSync(lock, aside);
  } catch {
    return; // somebody else was first
  }
  if (!isStale(readOwner(aside), mine)) tryLink(aside, lock);
  rmSync(aside, { force: true });
}

function readOwner(lock: string): LockOwner | null {
  try {
    return JSON.parse(readFileSync(lock, "utf8")) as LockOwner;
  } catch {
    return null;
  }
}

function whoHolds(lock: string): string {
  const owner = readOwner(lock);
  return owner === null ? "" : `, process ${(owner.command ?? owner).pid} on ${owner.host}`;
}

function isStale(owner: LockOwner | null, mine: LockOwner): boolean {
  if (owner === null || owner.host !== mine.host || owner.namespace !== mine.namespace || owner.start === "")
    return false;
  const { pid, start, command } = owner;
  return !sameProcess(pid, start) && (command === undefined || !sameProcess(command.pid, command.start));
}
