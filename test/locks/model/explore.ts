import { LIVE_STATES } from "../../../src/locks/model.ts";
import { movesFrom } from "./moves.ts";
import type { Habits, Move } from "./moves.ts";
import { callStore, firstWorld, keyOf } from "./world.ts";
import type { Budget, World } from "./world.ts";

export interface Explored {
  readonly states: number;
  readonly moves: number;
  /** The first violation with the shortest way to it, or null. */
  readonly violation: { readonly text: string; readonly path: readonly string[] } | null;
}

interface Reached {
  readonly world: World;
  readonly from: Reached | null;
  readonly by: string;
}

/** Breadth first through every interleaving, until nothing new is reached or something is wrong. */
export function explore(clients: number, budget: Budget, habits: Habits): Explored {
  const first: Reached = { world: firstWorld(clients, budget), from: null, by: "" };
  const seen = new Set([keyOf(first.world)]);
  let frontier = [first];
  let moves = 0;
  while (frontier.length > 0) {
    const next: Reached[] = [];
    for (const reached of frontier) {
      for (const move of movesFrom(reached.world, habits)) {
        moves += 1;
        const text = wrong(reached.world, move);
        if (text !== null) return { states: seen.size, moves, violation: { text, path: pathTo(reached, move.name) } };
        const key = keyOf(move.world);
        if (seen.has(key)) continue;
        const stuck = endless(move.world);
        if (stuck !== null)
          return { states: seen.size, moves, violation: { text: stuck, path: pathTo(reached, move.name) } };
        seen.add(key);
        next.push({ world: move.world, from: reached, by: move.name });
      }
    }
    frontier = next;
  }
  return { states: seen.size, moves, violation: null };
}

function pathTo(reached: Reached, last: string): string[] {
  const path = [last];
  for (let at: Reached | null = reached; at !== null && at.from !== null; at = at.from) path.unshift(at.by);
  return path;
}

/** What must never be, in the world that a move leads to or in what the store did on the way. */
function wrong(before: World, { world, events }: Move): string | null {
  const working = world.clients.filter(({ phase, deadline }) => phase === "working" && world.now < deadline);
  if (working.length > 1) return `${working.length} commands work at once`;
  const live = world.entries.filter((entry) => LIVE_STATES.includes(entry.state));
  const busy = live.filter(({ state }) => state !== "waiting");
  if (busy.length > 1) return `${busy.length} occupy one slot`;
  let fence = before.target.fence;
  for (const { type, detail, run } of events) {
    if (type !== "grant") continue;
    if (Number(detail["fence"]) <= fence) return `token ${detail["fence"]} after ${fence}`;
    fence = Number(detail["fence"]);
    const own = world.entries.find((entry) => entry.run === run);
    const passed = live.find((entry) => entry.state === "waiting" && entry.seq < (own?.seq ?? 0));
    if (passed !== undefined) return `${run} was granted before ${passed.run}`;
  }
  // A step leaves no free slot beside a waiter; without a step nothing can have been granted.
  if (events.length > 0 && busy.length === 0 && live.some(({ state }) => state === "waiting"))
    return "a waiter beside a free slot";
  return null;
}

/** Whatever happened: when everybody falls silent, the slot comes back by itself. */
function endless(world: World): string | null {
  let later = world;
  while (later.entries.some(({ state }) => state === "waiting") || later === world) {
    later = callStore({ ...later, now: later.now + 20 }, { op: "sweep" }).world;
  }
  const left = callStore({ ...later, now: later.now + 20 }, { op: "sweep" }).world;
  return left.entries.some((entry) => LIVE_STATES.includes(entry.state)) ? "a slot that never comes back" : null;
}
