import type { StoreEvent } from "../../../src/locks/model.ts";
import { check } from "./check.ts";
import { EMPTY_LOG } from "./log.ts";
import type { MergedLog } from "./log.ts";

export class InvariantError extends Error {}

/** Fails the test with every invariant that the log violates. */
export function expectSoundLog(log: Partial<MergedLog>): void {
  const found = check({ ...EMPTY_LOG, ...log });
  if (found.length === 0) return;
  throw new InvariantError(found.map(({ invariant, text }) => `${invariant}: ${text}`).join("\n"));
}

export function expectSound(events: readonly StoreEvent[], permits: number): void {
  expectSoundLog({ events, permits });
}
