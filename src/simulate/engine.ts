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
  if (answer.outcome === "refused") {
    become(world, node, "refused", { group: wanted.name });
    release(world, node);
    return ended(world, node);
  }
  if (answer.outcome === "waits") {
    // It stands in line before the others go: who gets what they held may take its place at once.
    become(world, node, "pending", { group: wanted.name });
    for (const loser of answer.replaced) stop(world, loser, "replaced", wanted.name, node);
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
    // A child that asks can set free who cancels this very parent.
    if (parent.state !== "running") return;
    if (child.state !== null) continue;
    const needs = parent.children.filter((other) => child.unit.needs.includes(other.unit.id));
    if (!needs.every((other) => other.state !== null && OVER.has(other.state))) continue;
    if (needs.some((other) => other.state !== "succeeded")) {
      become(world, child, "skipped");
      ended(world, child);
      continue;
    }
    if (hasPlace(child, parent)) start(world, child);
  }
  if (parent.state !== "running") return;
  if (parent.children.every(({ state }) => state !== null && OVER.has(state))) finish(world, parent);
}

/** `max-parallel` has room for one more leg. */
function hasPlace({ unit: { lane } }: Node, parent: Node): boolean {
  if (!lane) return true;
  return parent.children.filter((other) => other.unit.lane?.name === lane.name && active(other)).length < lane.places;
}

function active({ state }: Node): boolean {
  return state === "pending" || state === "approval" || state === "running";
}

/** Looks after the siblings in a turn of its own: the unit that caused this end may be half-way through asking. */
function ended(world: World, node: Node): void {
  const { parent } = node;
  if (parent) schedule(world, world.now, () => startReady(world, parent));
}

/** A unit that is in the way is taken out, with everything in it, before anybody gets what it held. */
function stop(world: World, node: Node, state: "replaced" | "cancelled", group: string, by: Node): void {
  if (node.state !== null && OVER.has(node.state)) return;
  const more = { group, by: by.path === "" ? by.run.id : `${by.run.id}/${by.path}` };
  const inside = within(node).filter(active);
  for (const one of inside) become(world, one, "cancelled", more);
  become(world, node, state, more);
  release(world, ...inside, node);
  ended(world, node);
}

/** Everything below, the innermost first. */
function within(node: Node): readonly Node[] {
  return node.children.flatMap((child) => [...within(child), child]);
}

/** Gives back all that the nodes hold and leaves every line they stand in; then whoever is next goes on. */
function release(world: World, ...nodes: readonly Node[]): void {
  const next = nodes.flatMap((node) => {
    node.held = [];
    return node.unit.groups.flatMap((group) => leave(groupState(world, group.name), node) ?? []);
  });
  for (const one of next) {
    const won = one.unit.groups[one.held.length];
    if (won && one.state === "pending") one.held.push(won);
  }
  for (const one of next) if (one.state === "pending") proceed(world, one);
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
