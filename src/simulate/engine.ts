import { leave, request, type GroupState } from "./groups.ts";
import type { SimEvent, SimGroup, SimRun, SimState, SimUnit } from "./types.ts";

interface Node {
  readonly unit: SimUnit;
  readonly run: SimRun;
  readonly path: string;
  readonly parent: Node | null;
  readonly children: Node[];
  state: SimState | null;
  /** Groups that it holds already. */
  held: SimGroup[];
}

interface World {
  readonly groups: Map<string, GroupState<Node>>;
  readonly events: SimEvent[];
  /** What will happen: at which tick a node's work or approval ends. */
  readonly agenda: { at: number; order: number; act: () => void }[];
  now: number;
  counter: number;
}

const OVER: ReadonlySet<SimState> = new Set(["succeeded", "skipped", "replaced", "cancelled", "refused", "deadlocked"]);

/**
 * Plays a list of runs by the platform's rules: groups of workflows, calls and jobs, their queues, cancelling, needs,
 * lanes, approvals, deadlock with an ancestor's group. Returns every change of state in order of time.
 */
export function simulate(runs: readonly SimRun[]): readonly SimEvent[] {
  const world: World = { groups: new Map(), events: [], agenda: [], now: 0, counter: 0 };
  for (const run of runs) schedule(world, run.at, () => start(world, nodeOf(run, run, null, "")));
  for (;;) {
    world.agenda.sort((a, b) => a.at - b.at || a.order - b.order);
    const next = world.agenda.shift();
    if (!next) return world.events;
    world.now = next.at;
    next.act();
  }
}

function nodeOf(unit: SimUnit, run: SimRun, parent: Node | null, path: string): Node {
  const node: Node = { unit, run, path, parent, children: [], state: null, held: [] };
  node.children.push(...unit.jobs.map((job) => nodeOf(job, run, node, path === "" ? job.id : `${path}/${job.id}`)));
  return node;
}

function schedule(world: World, at: number, act: () => void): void {
  world.counter += 1;
  world.agenda.push({ at, order: world.counter, act });
}

function become(world: World, node: Node, state: SimState, more: { group?: string; by?: string } = {}): void {
  node.state = state;
  world.events.push({ at: world.now, run: node.run.id, unit: node.path, state, ...more });
}

function start(world: World, node: Node): void {
  if (node.unit.skipped) {
    become(world, node, "skipped");
    return ended(world, node);
  }
  proceed(world, node);
}

/** Asks for the next group that the node does not hold yet; with all of them in hand it begins. */
function proceed(world: World, node: Node): void {
  const wanted = node.unit.groups[node.held.length];
  if (!wanted) return begin(world, node);
  if (heldAbove(node, wanted.name)) {
    become(world, node, "deadlocked", { group: wanted.name });
    release(world, node);
    return ended(world, node);
  }
  const state = groupState(world, wanted.name);
  const answer = request(state, node, wanted);
  for (const loser of answer.replaced) stop(world, loser, "replaced", wanted.name, node);
  if (answer.outcome === "refused") {
    become(world, node, "refused", { group: wanted.name });
    release(world, node);
    return ended(world, node);
  }
  if (answer.outcome === "waits") {
    become(world, node, "pending", { group: wanted.name });
    if (answer.cancelled) stop(world, answer.cancelled, "cancelled", wanted.name, node);
    return;
  }
  node.held.push(wanted);
  proceed(world, node);
}

/** The platform cancels a unit that asks for a group which its own run or call holds. */
function heldAbove(node: Node, name: string): boolean {
  for (let above: Node | null = node; above; above = above.parent) {
    if (above.held.some((group) => same(group.name, name))) return true;
  }
  return false;
}

function begin(world: World, node: Node): void {
  const { approval, duration } = node.unit;
  if (approval && node.state !== "approval") {
    become(world, node, "approval");
    schedule(world, world.now + approval, () => node.state === "approval" && begin(world, node));
    return;
  }
  become(world, node, "running");
  if (node.children.length > 0) return startReady(world, node);
  schedule(world, world.now + duration, () => {
    if (node.state !== "running") return;
    finish(world, node);
  });
}

function finish(world: World, node: Node): void {
  become(world, node, "succeeded");
  release(world, node);
  ended(world, node);
}

/** Starts every child whose needs have succeeded and whose lane is free; what needs a lost job is skipped. */
function startReady(world: World, parent: Node): void {
  if (parent.state !== "running") return;
  for (const child of parent.children) {
    if (child.state !== null) continue;
    const needs = parent.children.filter((other) => child.unit.needs.includes(other.unit.id));
    if (!needs.every((other) => other.state !== null && OVER.has(other.state))) continue;
    if (needs.some((other) => other.state !== "succeeded")) {
      become(world, child, "skipped");
      continue;
    }
    const { lane } = child.unit;
    if (lane !== undefined && parent.children.some((other) => other.unit.lane === lane && active(other))) continue;
    start(world, child);
  }
  if (parent.children.every(({ state }) => state !== null && OVER.has(state))) finish(world, parent);
}

function active({ state }: Node): boolean {
  return state === "pending" || state === "approval" || state === "running";
}

/** Looks after the siblings in a turn of its own: the unit that caused this end may be half-way through asking. */
function ended(world: World, node: Node): void {
  const { parent } = node;
  if (parent) schedule(world, world.now, () => startReady(world, parent));
}

/** A unit that is in the way is taken out, with everything in it. */
function stop(world: World, node: Node, state: "replaced" | "cancelled", group: string, by: Node): void {
  if (node.state !== null && OVER.has(node.state)) return;
  for (const child of node.children) if (active(child)) stop(world, child, "cancelled", group, by);
  become(world, node, state, { group, by: by.path === "" ? by.run.id : `${by.run.id}/${by.path}` });
  release(world, node);
  ended(world, node);
}

/** Gives back what the node holds and leaves every line it stands in; whoever is next goes on. */
function release(world: World, node: Node): void {
  node.held = [];
  for (const group of node.unit.groups) {
    const next = leave(groupState(world, group.name), node);
    if (!next) continue;
    const won = next.unit.groups[next.held.length];
    if (!won) continue;
    next.held.push(won);
    proceed(world, next);
  }
}

function groupState(world: World, name: string): GroupState<Node> {
  const key = name.toLowerCase();
  const state = world.groups.get(key) ?? { holder: null, waiting: [] };
  world.groups.set(key, state);
  return state;
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
