import type { Cube } from "../../values/cube.ts";
import { feasible } from "../../values/samples.ts";
import { canonical, literal, mention, type Text } from "../../values/text.ts";
import { object, textValue, type Value } from "../../values/value.ts";
import { intersect, simplify } from "../../values/worlds.ts";

/** How a job ended, for all runs of a cube. */
export interface JobResult {
  readonly cube: Cube;
  readonly outputs: ReadonlyMap<string, Text>;
  readonly result: "success" | "failure" | "skipped";
  /** It and everything it needed went well; `success()` of a later job asks for that. */
  readonly good: boolean;
  /** It or a job that it needed ran, and so may have failed. */
  readonly ran: boolean;
}

/** Combinations above this number are joined into one with unknown outputs. */
const MOST = 48;

/** A job's needs as they can come out together. */
export interface NeedsState {
  readonly cube: Cube;
  readonly needs: ReadonlyMap<string, JobResult>;
}

/** All combinations of the needed jobs' results that one run can have. */
export function combineNeeds(start: Cube, needed: readonly (readonly [string, readonly JobResult[]])[]): readonly NeedsState[] {
  let states: readonly NeedsState[] = [{ cube: start, needs: new Map() }];
  for (const [id, results] of needed) {
    states = states.flatMap((state) => results.flatMap((result): readonly NeedsState[] => {
      const cube = intersect(state.cube, result.cube, feasible);
      return cube ? [{ cube, needs: new Map(state.needs).set(id, result) }] : [];
    }));
  }
  return states;
}

/** The `needs` context (docs "Contexts", needs). */
export function needsValue(needs: ReadonlyMap<string, JobResult>): Value {
  return object([...needs].map(([id, { outputs, result }]): readonly [string, Value] => [id, object([
    ["result", textValue(literal(result))],
    ["outputs", object([...outputs].map(([name, text]): readonly [string, Value] => [name, textValue(text)]))],
  ])]), "needs");
}

/** Results that nothing distinguishes are one; too many of them become one with what they differ in unknown. */
export function mergeResults(results: readonly JobResult[], job: string): readonly JobResult[] {
  const groups = new Map<string, JobResult[]>();
  for (const result of results) {
    const key = `${result.result}|${result.good}|${result.ran}|${[...result.outputs].map(([name, text]) => `${name}=${canonical(text)}`).join(";")}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  const merged = [...groups.values()].flatMap((same) => simplify(same.map(({ cube }) => cube)).map((cube) => ({ ...(same[0] as JobResult), cube })));
  return merged.length <= MOST ? merged : [unknownResult(merged, job)];
}

function unknownResult(results: readonly JobResult[], job: string): JobResult {
  const names = new Set(results.flatMap(({ outputs }) => [...outputs.keys()]));
  const first = results[0] as JobResult;
  const cube = new Map([...first.cube].filter(([key, constraint]) => results.every((other) => other.cube.get(key) === constraint)));
  const outputs = new Map([...names].map((name) => [name, unknownOutput(job, name)]));
  return { cube, outputs, result: "success", good: true, ran: true };
}

export function unknownOutput(job: string, name: string): Text {
  return mention({ key: `!needs.${job}.${name}`, label: `needs.${job}.outputs.${name}`, kind: "output" });
}

/** The results of a matrix job: legs end independently, and of an output that differs between them nobody knows which leg's stays. */
export function joinLegs(legs: readonly (readonly JobResult[])[], start: Cube, job: string): readonly JobResult[] {
  const [only] = legs;
  if (legs.length === 1 && only) return only;
  const all = legs.flat();
  if (all.length === 0) return [{ cube: start, outputs: new Map(), result: "skipped", good: true, ran: false }];
  const names = new Set(all.flatMap(({ outputs }) => [...outputs.keys()]));
  const outputs = new Map([...names].map((name): [string, Text] => {
    const values = all.map((result) => result.outputs.get(name) ?? []);
    const same = values.every((text) => canonical(text) === canonical(values[0] ?? []));
    return [name, same ? (values[0] ?? []) : unknownOutput(job, name)];
  }));
  const bad = legs.some((results) => results.length > 0 && results.every(({ result }) => result === "failure"));
  return [{ cube: start, outputs, result: bad ? "failure" : "success", good: !bad && all.some(({ good }) => good), ran: true }];
}
