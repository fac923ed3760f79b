import { randomUUID } from "node:crypto";
import type { EnqueueCall, Idem } from "../../../src/locks/calls.ts";
import type { Owner, TargetConfig } from "../../../src/locks/model.ts";

export const NOBODY: Owner = {
  actor: "test",
  host: "host",
  url: "",
  reason: "",
  pid: 0,
  pidStart: "",
  pidNamespace: "",
  command: [],
};

export const LOCK: TargetConfig = { permits: 1, bound: null, counts: "waiting", overflow: "reject", breaker: null };

export function ms(value: number): number {
  return value * 1000;
}

/** An arrival with short leases; only what a test is about needs to be said. */
export function arrival(part: Partial<EnqueueCall> = {}): EnqueueCall {
  return {
    op: "enqueue",
    run: randomUUID(),
    config: LOCK,
    priority: 0,
    owner: NOBODY,
    ttl: ms(2000),
    waiterTtl: ms(2000),
    quarantine: ms(500),
    replaceKey: "",
    parents: [],
    delay: 0,
    lane: "",
    rates: [],
    idem: null,
    pace: { front: 50, rest: 200 },
    ...part,
  };
}

export function idem(key: string, part: Partial<Idem> = {}): Idem {
  return { key, fingerprint: "print", keep: ms(60_000), attach: true, rerunUnknown: false, ...part };
}

export const SUCCESS = { code: 0, signal: "", stdoutTail: "out", stderrTail: "" } as const;
export const FAILURE = { code: 3, signal: "", stdoutTail: "", stderrTail: "err" } as const;
