import type { Call } from "../../../src/locks/calls.ts";
import type { StoreEvent } from "../../../src/locks/model.ts";
import { NOBODY, LOCK, SUCCESS } from "../helpers/calls.ts";
import { QUARANTINE, TTL, WAITER_TTL, callStore } from "./world.ts";
import type { Budget, Client, World } from "./world.ts";

export interface Move {
  readonly name: string;
  readonly world: World;
  readonly events: readonly Omit<StoreEvent, "id">[];
}

/** How a client counts its lease, so that a wrong way of counting can be shown to be found. */
export interface Habits {
  /** Counts from when the answer was heard, and not from when the call was sent. */
  readonly countsFromAnswer: boolean;
  /** Believes a grant that it has not confirmed. */
  readonly trustsGrant: boolean;
  /** Takes the answer to a repeated question for that to the first. */
  readonly forgetsRepeats: boolean;
}

export const RIGHT: Habits = { countsFromAnswer: false, trustsGrant: false, forgetsRepeats: false };

const pace = { front: 1, rest: 1 };

/** Everything that can happen next: each client's moves, and the clock's. */
export function movesFrom(world: World, habits: Habits): Move[] {
  const moves = world.clients.flatMap((client, index) => clientMoves(world, client, index, habits));
  return [...moves, { name: "tick", world: tick(world), events: [] }];
}

/** A tick; every command whose deadline it is dies by its watchdog, whether its runner is paused or not. */
function tick(world: World): World {
  const now = world.now + 1;
  const clients = world.clients.map((client) => {
    return client.phase === "working" && now >= client.deadline
      ? { ...client, phase: "out" as const, pending: null }
      : client;
  });
  return { ...world, now, clients };
}

function clientMoves(world: World, client: Client, index: number, habits: Habits): Move[] {
  const name = (what: string): string => `${what} ${index}`;
  const become = (part: Partial<Client>): World => withClient(world, index, { ...client, ...part });
  const still = (what: string, part: Partial<Client>): Move => ({ name: name(what), world: become(part), events: [] });
  if (client.paused) return [still("resume", { paused: false })];
  const spend = (what: keyof Budget, move: Move): Move[] => {
    const { left } = move.world;
    return left[what] === 0 ? [] : [{ ...move, world: { ...move.world, left: { ...left, [what]: left[what] - 1 } } }];
  };
  const moves = spend("pauses", still("pause", { paused: true }));
  if (client.phase !== "out") moves.push(...spend("deaths", still("die", { phase: "out", run: "", pending: null })));
  if (client.pending !== null) {
    const hears = { name: name("hear"), world: withClient(world, index, heard(world, client, habits)), events: [] };
    // A cut connection: the store has done it, and the client asks again.
    return [...moves, hears, ...spend("losses", still("lose", { pending: null, asked: true }))];
  }
  const send = (what: string, call: Call, part: Partial<Client> = {}): void => {
    const before = withClient(world, index, { ...client, ...part });
    const { world: after, reply, events } = callStore(before, call);
    const told = { ...client, ...part, pending: { reply, sentAt: world.now } };
    moves.push({ name: name(what), world: withClient(after, index, told), events });
  };
  const { run, fence } = client;
  if (client.phase === "out") {
    if (world.left.arrivals === 0) return moves;
    const next = `run-${world.runs + 1}`;
    send("acquire", arrive(next), { run: next, phase: "line", fence: "", asked: false });
    const last = moves.at(-1);
    if (last !== undefined) moves[moves.length - 1] = { ...last, world: { ...last.world, ...arrived(world) } };
  } else if (client.phase === "line") send("poll", { op: "poll", run, pace });
  else if (client.phase === "granted") send("confirm", { op: "renew", run, fence, group: 0 });
  else if (client.phase === "working") {
    send("renew", { op: "renew", run, fence, group: 0 });
    const outcome = { op: "release", run, fence, outcome: SUCCESS, keep: 0, counters: {}, again: null } as const;
    send("release", outcome, { phase: "leaving" });
  }
  return moves;
}

function arrived({ runs, left }: World): Pick<World, "runs" | "left"> {
  return { runs: runs + 1, left: { ...left, arrivals: left.arrivals - 1 } };
}

function arrive(run: string): Call {
  const lease = { ttl: TTL, waiterTtl: WAITER_TTL, quarantine: QUARANTINE };
  const plain = { priority: 0, replaceKey: "", parents: [], delay: 0, lane: "", rates: [], idem: null };
  return { op: "enqueue", run, config: LOCK, owner: NOBODY, pace, ...lease, ...plain };
}

/** What a client makes of an answer, whenever it hears it. */
function heard({ now }: World, client: Client, habits: Habits): Client {
  const { reply, sentAt } = client.pending ?? { reply: { kind: "ok" as const }, sentAt: now };
  const rest = { ...client, pending: null };
  if (reply.kind === "waiting") return rest;
  if (reply.kind !== "held") return { ...rest, phase: "out", run: "" };
  const { fence } = reply;
  const sure = reply.confirmed && (client.phase !== "line" || !client.asked || habits.forgetsRepeats);
  if (!sure && !(habits.trustsGrant && !reply.confirmed)) return { ...rest, phase: "granted", fence };
  const deadline = (habits.countsFromAnswer ? now : sentAt) + TTL;
  return { ...rest, phase: now < deadline ? "working" : "out", fence, deadline };
}

function withClient(world: World, index: number, client: Client): World {
  return { ...world, clients: world.clients.map((other, at) => (at === index ? client : other)) };
}
