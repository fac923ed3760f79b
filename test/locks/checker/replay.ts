import type { StoreEvent } from "../../../src/locks/model.ts";

export interface Waiter {
  readonly seq: number;
  readonly priority: number;
  readonly config: string;
  readonly lane: string;
  readonly notBefore: number;
  /** Waits for tokens too, which the log does not tell. */
  readonly rated: boolean;
}

export interface Holder {
  readonly slot: number;
  readonly fence: string;
  quarantined: boolean;
}

/** Who waits and who occupies a slot, as far as the events say. */
export interface World {
  readonly waiters: Map<string, Waiter>;
  readonly holders: Map<string, Holder>;
  config: string;
  paused: boolean;
  held: boolean;
  /** The circuit breaker stands in the way. */
  broken: boolean;
}

export function emptyWorld(): World {
  return { waiters: new Map(), holders: new Map(), config: "", paused: false, held: false, broken: false };
}

/** Applies one event. What it meant for the world is all in the event. */
export function apply(world: World, event: StoreEvent): void {
  const { type, run, detail } = event;
  switch (type) {
    case "admit":
      world.config = String(detail["config"]);
      world.waiters.set(run, {
        seq: Number(detail["seq"]),
        priority: Number(detail["priority"]),
        config: world.config,
        lane: String(detail["lane"] ?? ""),
        notBefore: Number(detail["notBefore"] ?? 0),
        rated: (detail["rates"] ?? "") !== "",
      });
      return;
    case "breaker":
      world.broken = detail["phase"] !== "normal";
      return;
    case "grant":
      world.waiters.delete(run);
      world.holders.set(run, { slot: Number(detail["slot"]), fence: String(detail["fence"]), quarantined: false });
      return;
    case "expire-holder":
    case "break": {
      const holder = world.holders.get(run);
      if (holder !== undefined) holder.quarantined = true;
      return;
    }
    case "pause":
      world.paused = true;
      return;
    case "resume":
      world.paused = false;
      return;
    case "epoch":
      world.held = true;
      return;
    case "release":
    case "lapse":
    case "force-release":
    case "quarantine-end":
    case "cancel":
    case "timeout":
    case "supersede":
    case "expire-waiter":
      world.waiters.delete(run);
      world.holders.delete(run);
      return;
    default:
      return;
  }
}

/** The events of one atomic step, in order of the steps. */
export function steps(events: readonly StoreEvent[]): StoreEvent[][] {
  const all: StoreEvent[][] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (last?.[0]?.step === event.step) last.push(event);
    else all.push([event]);
  }
  return all;
}

/** Bound of a config line, or null: none, or not enforced. */
export function boundOf(config: string): number | null {
  const found = /bound=(\d+) counts=waiting when-full=(\S+)/.exec(config);
  return found === null || found[2] === "wait" ? null : Number(found[1]);
}
