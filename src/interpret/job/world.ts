import { ANY, type Cube } from "../../values/cube.ts";
import { assume } from "../../values/decide.ts";
import { canonical, mention, type Text } from "../../values/text.ts";
import { simplify } from "../../values/worlds.ts";
import type { Machine, RunnerFile } from "../machine.ts";

/** What a step gave back, for `steps.ID`. `open`: it may have set outputs that nobody can see from here. */
export interface StepResult {
  readonly outputs: ReadonlyMap<string, Text>;
  readonly open: ((name: string) => Text) | null;
  readonly failed: boolean;
  readonly skipped: boolean;
}

/** A job between two steps, for all runs of the machine's cube. */
export interface JobWorld {
  readonly machine: Machine;
  /** The environment that all following steps see: workflow, job, `$GITHUB_ENV`. */
  readonly env: ReadonlyMap<string, Text>;
  readonly steps: ReadonlyMap<string, StepResult>;
  /** A step has surely failed: what follows runs only on `failure()` or `always()`. */
  readonly failed: boolean;
}

export function withResult(world: JobWorld, step: { readonly id: string | null }, result: StepResult): JobWorld {
  return step.id === null ? world : { ...world, steps: new Map(world.steps).set(step.id, result) };
}

/** More worlds than this are joined: what differs between them becomes unknown. */
const MOST_WORLDS = 32;

export function withCube(world: JobWorld, cube: Cube): JobWorld {
  return cube === world.machine.cube ? world : { ...world, machine: { ...world.machine, cube } };
}

/** Worlds that nothing distinguishes but the runs they stand for become one. */
export function mergeWorlds(worlds: readonly JobWorld[], cut: (what: string) => void): readonly JobWorld[] {
  if (worlds.length < 2) return worlds;
  const groups = new Map<string, JobWorld[]>();
  for (const world of worlds) {
    const key = stateKey(world);
    const group = groups.get(key);
    if (group) group.push(world);
    else groups.set(key, [world]);
  }
  const merged = [...groups.values()].flatMap((same) =>
    simplify(same.map(({ machine }) => machine.cube)).map((cube) => withCube(same[0] as JobWorld, cube)),
  );
  if (merged.length <= MOST_WORLDS) return merged;
  cut(`more than ${MOST_WORLDS} different states at one step; what differs between them was taken as unknown`);
  return [join(merged)];
}

function stateKey({ env, steps, failed, machine }: JobWorld): string {
  const results = [...steps].map(
    ([id, { outputs, failed: bad, skipped, open }]) => `${id}:${mapKey(outputs)}:${bad}${skipped}${open !== null}`,
  );
  const files = [...machine.files].map(([path, file]) => `${path}=${fileKey(file)}`).sort();
  return [mapKey(env), results.sort().join(";"), String(failed), files.join(";"), mapKey(machine.facts)].join("\n");
}

function mapKey(map: ReadonlyMap<string, Text>): string {
  return [...map]
    .map(([name, text]) => `${name}=${canonical(text)}`)
    .sort()
    .join(";");
}

function fileKey({ text, absent }: RunnerFile): string {
  return absent ? "absent" : text === null ? "?" : canonical(text);
}

/** One world for all of these: what they agree on stays, the rest is unknown. */
function join(worlds: readonly JobWorld[]): JobWorld {
  const first = worlds[0] as JobWorld;
  const cube = assume(commonCube(worlds.map(({ machine }) => machine.cube)), "one of many states at one step");
  const joined = (pick: (world: JobWorld) => ReadonlyMap<string, Text>, what: string): ReadonlyMap<string, Text> => {
    const out = new Map<string, Text>();
    for (const name of new Set(worlds.flatMap((world) => [...pick(world).keys()]))) {
      const values = new Set(worlds.map((world) => canonical(pick(world).get(name) ?? [])));
      const known = pick(first).get(name) ?? [];
      out.set(name, values.size === 1 ? known : mention({ key: `?${what} ${name}`, label: name, kind: "output" }));
    }
    return out;
  };
  const files = new Map<string, RunnerFile>();
  for (const path of new Set(worlds.flatMap(({ machine }) => [...machine.files.keys()]))) {
    const values = new Set(
      worlds.map(({ machine }) => fileKey(machine.files.get(path) ?? { text: null, absent: true })),
    );
    files.set(path, values.size === 1 ? (first.machine.files.get(path) ?? { text: null }) : { text: null });
  }
  const steps = new Map(first.steps);
  for (const id of new Set(worlds.flatMap((world) => [...world.steps.keys()]))) {
    const outputs = joined((world) => world.steps.get(id)?.outputs ?? new Map(), `output of ${id}`);
    steps.set(id, { outputs, open: first.steps.get(id)?.open ?? null, failed: false, skipped: false });
  }
  return {
    machine: { cube, files, facts: joined(({ machine }) => machine.facts, "state") },
    env: joined(({ env }) => env, "variable"),
    steps,
    failed: worlds.every(({ failed }) => failed),
  };
}

/** What all cubes say; a superset of the runs that any of them stands for. */
function commonCube(cubes: readonly Cube[]): Cube {
  const [first = ANY, ...rest] = cubes;
  return new Map([...first].filter(([key, constraint]) => rest.every((cube) => cube.get(key) === constraint)));
}
