import type { SimRun, SimUnit } from "../../src/simulate/types.ts";

/** A run, call or job while it is played. `has`: how many of its groups are its own already. */
interface Thing {
  readonly name: string;
  readonly unit: SimUnit;
  readonly parent: Thing | null;
  readonly kids: Thing[];
  readonly said: string[];
  now: string;
  has: number;
  until: number;
}

/**
 * The platform's rules once more, as a list of people in line per group (the first one holds it) that is walked through
 * from one moment to the next. Written from GitHub's documentation, and from nothing of `src/simulate`.
 */
export function playNaively(runs: readonly SimRun[]): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, Thing[]>();
  const all: Thing[] = [];
  const todo: (() => void)[] = [];
  let clock = 0;

  const thing = (name: string, unit: SimUnit, parent: Thing | null): Thing => {
    const made: Thing = { name, unit, parent, kids: [], said: [], now: "", has: 0, until: Infinity };
    all.push(made);
    made.kids.push(...unit.jobs.map((job) => thing(`${name}/${job.id}`, job, made)));
    return made;
  };
  const say = (who: Thing, word: string, group = ""): void => {
    who.now = word;
    who.said.push(`${word}@${clock}${group === "" ? "" : ` ${group}`}`);
  };
  const isAlive = (who: Thing): boolean => ["pending", "approval", "running"].includes(who.now);
  const isOver = (who: Thing): boolean => who.now !== "" && !isAlive(who);
  const lineOf = (group: string): Thing[] => {
    const key = group.toLowerCase();
    if (!lines.has(key)) lines.set(key, []);
    return lines.get(key) as Thing[];
  };

  function over(who: Thing, word: string, group = ""): void {
    say(who, word, group);
    gone([who]);
    lookAfter(who.parent);
  }

  function gone(people: readonly Thing[]): void {
    const before = [...lines.values()].map((line) => line[0]);
    for (const line of lines.values()) line.splice(0, line.length, ...line.filter((one) => !people.includes(one)));
    const lucky = [...lines.values()].flatMap((line, at) => (line[0] && line[0] !== before[at] ? [line[0]] : []));
    // What is given up is handed on in the order in which it was asked for.
    const given = people.flatMap(({ unit }) => unit.groups);
    const first = (one: Thing): number => given.findIndex(isNext(one));
    lucky.sort((a, b) => first(a) - first(b));
    for (const one of lucky) one.has += 1;
    for (const one of lucky) if (isAlive(one)) ask(one);
  }

  function isNext(one: Thing): (group: { readonly name: string }) => boolean {
    return ({ name }) => name.toLowerCase() === one.unit.groups[one.has]?.name.toLowerCase();
  }

  function kill(who: Thing, word: string, group: string): void {
    const below = (one: Thing): Thing[] => one.kids.flatMap((kid) => [...below(kid), kid]);
    const inside = below(who).filter(isAlive);
    for (const one of inside) say(one, "cancelled", group);
    say(who, word, group);
    gone([...inside, who]);
    lookAfter(who.parent);
  }

  function lookAfter(parent: Thing | null): void {
    if (parent) todo.push(() => openDoors(parent));
  }

  function ask(who: Thing): void {
    const group = who.unit.groups[who.has];
    if (!group) return work(who);
    for (let at: Thing | null = who; at; at = at.parent)
      if (at.unit.groups.slice(0, at.has).some(({ name }) => name.toLowerCase() === group.name.toLowerCase()))
        return over(who, "deadlocked", group.name);
    const line = lineOf(group.name);
    if (line.length === 0) {
      line.push(who);
      who.has += 1;
      return ask(who);
    }
    if (group.queue === "max" && !group.cancels) {
      // One holds it and a hundred wait.
      if (line.length === 101) return over(who, "refused", group.name);
      line.push(who);
      return say(who, "pending", group.name);
    }
    const [holder, ...waiting] = line as [Thing, ...Thing[]];
    line.splice(1, line.length, who);
    say(who, "pending", group.name);
    for (const loser of waiting) kill(loser, "replaced", group.name);
    // It may have come to its end when those who stood behind it made way.
    if (group.cancels && isAlive(holder)) kill(holder, "cancelled", group.name);
  }

  function work(who: Thing): void {
    if (who.unit.approval && who.now !== "approval") {
      say(who, "approval");
      who.until = clock + who.unit.approval;
      return;
    }
    say(who, "running");
    who.until = who.kids.length > 0 ? Infinity : clock + who.unit.duration;
    if (who.kids.length > 0) openDoors(who);
  }

  function openDoors(parent: Thing): void {
    for (const kid of parent.kids) {
      const { needs, lane, skipped } = kid.unit;
      if (parent.now !== "running" || kid.now !== "") continue;
      const needed = parent.kids.filter((one) => needs.includes(one.unit.id));
      if (!needed.every(isOver)) continue;
      if (skipped || !needed.every((one) => one.now === "succeeded")) {
        // What is left out by a lost need does not wait for its lane.
        if (!needed.every((one) => one.now === "succeeded") || hasRoom(parent, lane)) over(kid, "skipped");
        continue;
      }
      if (hasRoom(parent, lane)) ask(kid);
    }
    if (parent.now === "running" && parent.kids.every(isOver)) over(parent, "succeeded");
  }

  function hasRoom(parent: Thing, lane: SimUnit["lane"]): boolean {
    return !lane || parent.kids.filter((one) => one.unit.lane?.name === lane.name && isAlive(one)).length < lane.places;
  }

  const waiting = runs.map((run) => ({ run, thing: thing(run.id, run, null) })).sort((a, b) => a.run.at - b.run.at);
  for (;;) {
    const ends = all.filter(({ now, until }) => (now === "running" || now === "approval") && until < Infinity);
    clock = Math.min(...ends.map(({ until }) => until), ...waiting.map(({ run }) => run.at));
    if (clock === Infinity) return new Map(all.map(({ name, said }) => [name, said]));
    if (waiting[0]?.run.at === clock) {
      const { thing: comes } = waiting.shift() as (typeof waiting)[number];
      if (comes.unit.skipped) over(comes, "skipped");
      else ask(comes);
    } else {
      const ready = ends.find(({ until }) => until === clock) as Thing;
      if (ready.now === "approval") work(ready);
      else over(ready, "succeeded");
    }
    while (todo.length > 0) todo.shift()?.();
  }
}
