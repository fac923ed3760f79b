import type { Stretch } from "../../syntax/shell/ast.ts";
import type { Cube } from "../../values/cube.ts";
import { concat, EMPTY, isMention, literalOf, mention, type Text } from "../../values/text.ts";
import type { Variable } from "../../values/variable.ts";
import { loosen, simplify } from "../../values/worlds.ts";
import type { Machine } from "../machine.ts";
import {
  differingVariables,
  sameFlow,
  sameMachine,
  sameMap,
  samePipe,
  sameState,
  sameStatus,
  sameTexts,
} from "./alike.ts";
import { folded } from "./fold.ts";
import { placeIn, tellJoined, type Frame } from "./frame.ts";
import { differingKeys, get, set, type Table } from "./table.ts";
import { sameText } from "./texts.ts";
import { declared, elementsOf, scalarOf } from "./variables.ts";
import type { ShellVariable, Value, World } from "./world.ts";

/** More worlds than this are not followed one by one. */
export const MAX_WORLDS = 32;
/** What is left when there were more, so that the next split does not meet the bound at once. */
const AFTER_JOIN = 20;
/** More worlds than this are folded, as far as they can be. */
const MOST_APART = 6;
/** More worlds than this that only unknown answers tell apart are joined. */
const MAX_ANSWERS = 6;
const AFTER_ANSWERS = 3;
/** A variable that is one of at most so many values; of more it is simply unknown. */
const MAX_SET = 8;

/**
 * Worlds that differ only in how they were reached become one again. Above the bound those that differ in the fewest
 * variables are joined, what differs becoming unknown: named by its place, so that it is one value wherever it is used.
 */
export function mergeWorlds(worlds: readonly World[], frame: Frame, statement: Stretch): readonly World[] {
  if (worlds.length < 2) return worlds;
  const equal = mergeEqual(worlds);
  const merged = equal.length > MOST_APART ? folded(equal) : equal;
  if (merged.length <= MAX_ANSWERS) return merged;
  const place = placeIn(frame, statement);
  const bounded = byStart(merged).flatMap((group) =>
    group.length > MAX_ANSWERS ? joinDown(group, AFTER_ANSWERS, place) : group,
  );
  if (bounded.length <= MAX_WORLDS) return bounded;
  tellJoined(frame, statement, MAX_WORLDS);
  return joinDown(bounded, AFTER_JOIN, place);
}

/** Worlds of one start, which only the answers of commands tell apart, in groups: these are joined, not multiplied. */
function byStart(worlds: readonly World[]): readonly (readonly World[])[] {
  const groups = new Map<string, World[]>();
  for (const world of worlds) {
    const key = [...world.machine.cube]
      .filter(([, { unsure }]) => !unsure)
      .map(([name, { within, not, tests }]) => {
        const asked = tests.map(({ test, holds }) => `${holds}${test.id}`).join(",");
        return `${name}=${within?.join(",") ?? `!${not.join(",")}`}${asked}`;
      })
      .sort()
      .join(";");
    const group = groups.get(key);
    if (group) group.push(world);
    else groups.set(key, [world]);
  }
  return [...groups.values()];
}

function mergeEqual(worlds: readonly World[]): readonly World[] {
  const groups: World[][] = [];
  for (const world of worlds) {
    const group = groups.find(([first]) => first && sameState(first, world));
    if (group) group.push(world);
    else groups.push([world]);
  }
  if (groups.length === worlds.length) return worlds;
  return groups.flatMap((group) => {
    const [first] = group as [World, ...World[]];
    if (group.length === 1) return [first];
    return simplify(group.map((world) => world.machine.cube)).map((cube) => withCubeOf(first, cube));
  });
}

function withCubeOf(world: World, cube: Cube): World {
  return { ...world, machine: { ...world.machine, cube } };
}

/** Joins worlds until at most `most` are left; worlds that end differently stay apart. */
export function joinDown(worlds: readonly World[], most: number, place: string): readonly World[] {
  const left = [...worlds];
  const costs: Costs = new Map();
  while (left.length > most) {
    const pair = closest(left, costs);
    if (!pair) break;
    const [i, j] = pair;
    left[i] = joinTwo(left[i] as World, left[j] as World, place);
    left.splice(j, 1);
  }
  return left;
}

/** What joining costs, by the two worlds: most pairs stay as they are while others are joined. */
type Costs = Map<World, Map<World, number>>;

function closest(worlds: readonly World[], costs: Costs): readonly [number, number] | null {
  let best: readonly [number, number] | null = null;
  let least = Infinity;
  for (const [i, a] of worlds.entries()) {
    const known = costs.get(a) ?? new Map<World, number>();
    costs.set(a, known);
    for (let j = i + 1; j < worlds.length; j += 1) {
      const b = worlds[j] as World;
      const cost = known.get(b) ?? costOf(a, b);
      known.set(b, cost);
      if (cost < least) [best, least] = [[i, j], cost];
      if (least <= 1) return best;
    }
  }
  return best;
}

function costOf(a: World, b: World): number {
  if (!sameFlow(a.flow, b.flow)) return Infinity;
  return (
    differingVariables(a, b).length + (sameMachine(a.machine, b.machine) ? 0 : 2) + (sameTexts(a.args, b.args) ? 0 : 3)
  );
}

/** One world for both: what differs is one of the two values, or unknown. */
export function joinTwo(a: World, b: World, place: string): World {
  const texts = (x: Text | null, y: Text | null, name: string): Text => joinText(x ?? EMPTY, y ?? EMPTY, place, name);
  const count = Math.min(a.args.length, b.args.length);
  return {
    ...a,
    machine: joinMachines(a.machine, b.machine, place),
    vars: joinVariables(a, b, place),
    functions: joinTables(a.functions, b.functions),
    cwd: texts(a.cwd, b.cwd, "PWD"),
    args: sameTexts(a.args, b.args)
      ? a.args
      : a.args.slice(0, count).map((arg, index) => texts(arg, b.args[index] ?? EMPTY, String(index + 1))),
    status: sameStatus(a.status, b.status) ? a.status : { name: `status at ${place}`, asks: true },
    pipes: joinPipes(a.pipes, b.pipes, place),
  };
}

function joinTables<V>(a: Table<V>, b: Table<V>): Table<V> {
  let out = a;
  for (const key of differingKeys(a, b, () => false)) out = set(out, key, get(a, key) ?? get(b, key));
  return out;
}

function joinVariables(a: World, b: World, place: string): Table<ShellVariable> {
  let vars = a.vars;
  for (const name of differingVariables(a, b)) {
    const [x, y] = [declared(a, name), declared(b, name)];
    const value = joinValues(x?.value ?? { kind: "none" }, y?.value ?? { kind: "none" }, place, name);
    vars = set(vars, name, {
      value,
      exported: (x ?? y)?.exported ?? false,
      fixed: false,
      fold: (x ?? y)?.fold ?? null,
    });
  }
  return vars;
}

function joinValues(a: Value, b: Value, place: string, name: string): Value {
  const scalars = [a, b].every(({ kind }) => kind === "text" || kind === "none");
  if (scalars) return { kind: "text", text: joinText(scalarOf(a) ?? EMPTY, scalarOf(b) ?? EMPTY, place, name) };
  if (a.kind === "list" && b.kind === "list" && a.items.size === b.items.size) {
    const items = [...a.items].map(
      ([index, item]) => [index, joinText(item, b.items.get(index) ?? EMPTY, place, `${name}[${index}]`)] as const,
    );
    return { kind: "list", items: new Map(items) };
  }
  const each = [...elementsOf(a), ...elementsOf(b)].reduce<Text | null>(
    (sum, item) => (sum ? joinText(sum, item, place, name) : item),
    null,
  );
  return { kind: "many", each: each ?? EMPTY };
}

/** Facts are kept where only one side has them: what was not done there would make the later command fail. */
function joinMachines(a: Machine, b: Machine, place: string): Machine {
  const files = new Map(b.files);
  for (const [key, file] of a.files) {
    const other = files.get(key);
    if (!other || other.absent) files.set(key, file);
    else if (!file.absent)
      files.set(key, { ...file, text: file.text && other.text ? joinText(file.text, other.text, place, key) : null });
  }
  const facts = new Map(b.facts);
  for (const [key, fact] of a.facts) {
    const other = facts.get(key);
    facts.set(key, other ? joinText(fact, other, place, key) : fact);
  }
  return { cube: loosen(a.cube, b.cube), files, facts };
}

function joinPipes(a: World["pipes"], b: World["pipes"], place: string): World["pipes"] {
  if (sameMap(a, b, samePipe)) return a;
  const out = new Map(b);
  for (const [key, pipe] of a) {
    const other = b.get(key);
    out.set(key, other ? { ...pipe, text: joinText(pipe.text, other.text, place, `output ${key}`) } : pipe);
  }
  return out;
}

const SET = "one of ";

/** A text that is one of both: the common beginning stays, the rest becomes a variable with up to eight values. */
export function joinText(a: Text, b: Text, place: string, name: string): Text {
  if (sameText(a, b)) return a;
  const values = [...valuesOf(a), ...valuesOf(b)];
  const known = [...new Set(values.filter((value) => value !== null))].sort();
  const finite = known.length > 0 && known.length <= MAX_SET && !values.includes(null);
  const key = `${SET}${finite ? JSON.stringify(known) : "many"} ${name}@${place}`;
  const variable: Variable = finite
    ? { key, label: name, kind: "output", domain: known }
    : { key, label: name, kind: "output" };
  return mention(variable);
}

/** The values of a literal, or of a variable that an earlier join made. */
function valuesOf(text: Text): readonly (string | null)[] {
  const known = literalOf(text);
  if (known !== null) return [known];
  const [only] = text;
  if (text.length !== 1 || only === undefined || !isMention(only) || !only.variable.key.startsWith(SET)) return [null];
  return only.variable.domain ?? [null];
}

export function joinAll(texts: readonly Text[], place: string, name: string): Text {
  const [first, ...rest] = texts;
  return rest.reduce((sum, text) => joinText(sum, text, place, name), first ?? concat());
}
