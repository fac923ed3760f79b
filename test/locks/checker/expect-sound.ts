import { expect } from "vitest";
import type { StoreEvent } from "../../../src/locks/model.ts";
import { check } from "./check.ts";
import { EMPTY_LOG } from "./log.ts";
import type { MergedLog } from "./log.ts";

/** Fails the test with every invariant that the log violates. */
export function expectSoundLog(log: Partial<MergedLog>): void {
  expect(check({ ...EMPTY_LOG, ...log })).toEqual([]);
}

export function expectSound(events: readonly StoreEvent[], permits: number): void {
  expectSoundLog({ events, permits });
}
