import type { StoreEvent } from "../../../src/locks/model.ts";
import type { MergedLog, Violation } from "./log.ts";
import { apply, boundOf, emptyWorld, steps } from "./replay.ts";
import type { World } from "./replay.ts";

/** What the store's own events must satisfy, after every event and after every step. */
export function checkStore(log: MergedLog): Violation[] {
  const world = emptyWorld();
  const found: Violation[] = [];
  let fence = 0n;
  let lastStep = 0;
  for (const step of steps(log.events)) {
    for (const event of step) {
      found.push(...beforeEvent(world, event, log));
      if (event.type === "grant") {
        const next = BigInt(String(event.detail["fence"]));
        if (next <= fence) found.push(bad("I3", `token ${next} of ${event.run} is not above ${fence}`));
        fence = next > fence ? next : fence;
      }
      apply(world, event);
      if (world.holders.size > log.permits) {
        found.push(bad("I2", `${world.holders.size} hold ${log.permits} slot(s) after event ${event.id}`));
      }
    }
    const number = step[0]?.step ?? 0;
    if (number < lastStep) found.push(bad("I2", `step ${number} was committed after step ${lastStep}`));
    lastStep = number;
    found.push(...afterStep(world, step, log));
  }
  return found;
}

function beforeEvent(world: World, event: StoreEvent, log: MergedLog): Violation[] {
  const found: Violation[] = [];
  if (event.type === "grant") found.push(...unfair(world, event));
  if (
    event.type === "admit" &&
    world.waiters.size + world.holders.size > 0 &&
    world.config !== event.detail["config"]
  ) {
    found.push(bad("I13", `${event.run} was admitted with ${event.detail["config"]} beside ${world.config}`));
  }
  if ((event.type === "refuse" || event.type === "dead-letter" || event.type === "supersede") && event.reason === "") {
    found.push(bad("I5", `${event.run} was turned away without a reason`));
  }
  const late = event.at - Number(event.detail["lease"] ?? event.at);
  const isWaiter = event.type === "expire-waiter" || event.type === "lapse";
  if (isWaiter && world.waiters.size > 1 && late > log.pollSlack) {
    found.push(bad("I8", `${event.run} stood in line ${late / 1000} ms after its lease`));
  }
  if (event.type === "release" && world.holders.get(event.run)?.fence !== event.detail["fence"]) {
    found.push(bad("I6", `${event.run} released with token ${event.detail["fence"]}, which it does not hold`));
  }
  return found;
}

function unfair(world: World, event: StoreEvent): Violation[] {
  const own = world.waiters.get(event.run);
  if (own === undefined) return [bad("I4", `${event.run} was granted without standing in line`)];
  const found: Violation[] = [];
  for (const [run, waiter] of world.waiters) {
    if (waiter.lane !== own.lane || waiter.notBefore > event.at) continue;
    if (waiter.priority === own.priority && waiter.seq < own.seq) {
      found.push(bad("I4", `${event.run} (${own.seq}) was granted before ${run} (${waiter.seq})`));
    }
  }
  const slot = Number(event.detail["slot"]);
  for (const [run, holder] of world.holders) {
    if (holder.slot === slot) found.push(bad("I2", `${event.run} was given slot ${slot}, which ${run} occupies`));
  }
  return found;
}

function afterStep(world: World, step: readonly StoreEvent[], log: MergedLog): Violation[] {
  const found: Violation[] = [];
  const bound = boundOf(world.config);
  for (const lane of new Set([...world.waiters.values()].map((waiter) => waiter.lane))) {
    const waiting = [...world.waiters.values()].filter((waiter) => waiter.lane === lane).length;
    if (bound !== null && waiting > bound)
      found.push(bad("I5", `${waiting} wait where ${bound} may, after event ${step.at(-1)?.id}`));
  }
  const free = log.permits - world.holders.size;
  const at = step.at(-1)?.at ?? 0;
  const due = [...world.waiters.values()].filter((waiter) => waiter.notBefore <= at && !waiter.rated);
  if (free > 0 && due.length > 0 && !world.paused && !world.held && !world.broken) {
    found.push(bad("I9", `${free} slot(s) free and ${world.waiters.size} waiting after event ${step.at(-1)?.id}`));
  }
  return found;
}

/** Starts in any window of time stay within burst plus rate; starts are confirmations. */
export function checkRate(log: MergedLog): Violation[] {
  const { rate } = log;
  if (rate === null) return [];
  const starts = log.events.filter(({ type }) => type === "confirm").map(({ at }) => at);
  const found: Violation[] = [];
  for (const [from, first] of starts.entries()) {
    for (let to = from; to < starts.length; to++) {
      const window = ((starts[to] ?? first) - first) / 1_000_000;
      if (to - from + 1 <= rate.burst + window * rate.perSecond + 1e-9) continue;
      found.push(bad("I12", `${to - from + 1} starts in ${window} s`));
      break;
    }
  }
  return found;
}

export function bad(invariant: string, text: string): Violation {
  return { invariant, text };
}
