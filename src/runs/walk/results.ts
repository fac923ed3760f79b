import type { Constraint, Cube } from "../../values/cube.ts";
import { assume } from "../../values/decide.ts";
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
  /** Where one of the jobs before it fails, it is left out. */
  readonly skippable?: boolean;
}

/** Combinations above this number are joined into one with unknown outputs. */
const MOST = 48;

/** A job's needs as they can come out together. */
export interface NeedsState {
  readonly cube: Cube;
  readonly needs: ReadonlyMap<string, JobResult>;
}

/** All combinations of the needed jobs' results that one run can have; those of one name count as one. */
export function combineNeeds(
  start: Cube,
  needed: readonly (readonly [string, readonly JobResult[]])[],
  nameOf: (needs: NeedsState["needs"]) => string,
  forgot: () => void,
): readonly NeedsState[] {
  let states: readonly NeedsState[] = [{ cube: start, needs: new Map() }];
  for (const [id, results] of needed) {
    const together = states.flatMap((state) =>
      results.flatMap((result): readonly NeedsState[] => {
        const cube = intersect(state.cube, result.cube, feasible);
        return cube ? [{ cube, needs: new Map(state.needs).set(id, result) }] : [];
      }),
    );
    states = joinAlike(together, ({ needs }) => nameOf(needs), forgot);
  }
  return states;
}

/** The `needs` context (docs "Contexts", needs). */
export function needsValue(needs: ReadonlyMap<string, JobResult>): Value {
  return object(
    [...needs].map(([id, { outputs, result }]): readonly [string, Value] => [
      id,
      object([
        ["result", textValue(literal(result))],
        ["outputs", object([...outputs].map(([name, text]): readonly [string, Value] => [name, textValue(text)]))],
      ]),
    ]),
    "needs",
  );
}

/** A name for what others see of the outputs. */
export function nameOfOutputs({ outputs }: Pick<JobResult, "outputs">): string {
  return [...outputs].map(([name, text]) => `${name}=${canonical(text)}`).join(";");
}

/** Ways that have one name are one, in as few parts as their runs can be written in. */
export function mergeAlike<T extends { readonly cube: Cube }>(ways: readonly T[], nameOf: (way: T) => string): T[] {
  return byName(ways, nameOf).flatMap((same) => partsOf(same, simplify(same.map(({ cube }) => cube))));
}

/** The same; where too many parts of one name are left, which answers of commands go together is forgotten. */
export function joinAlike<T extends { readonly cube: Cube }>(
  ways: readonly T[],
  nameOf: (way: T) => string,
  forgot: () => void,
): readonly T[] {
  const names = byName(ways, nameOf);
  const most = Math.max(LEAST_PARTS, MOST_PARTS / names.length);
  return names.flatMap((same) => {
    const cubes = simplify(same.map(({ cube }) => cube));
    if (cubes.length <= most) return partsOf(same, cubes);
    const fewer = simplify(withoutDifferingAnswers(cubes));
    if (fewer.length === cubes.length) return partsOf(same, fewer);
    forgot();
    // Some of the runs that are left may not come about: what is found in them is no longer certain.
    return partsOf(
      same,
      fewer.map((cube) => assume(cube, FORGOTTEN)),
    );
  });
}

const FORGOTTEN = "answers of commands that were taken together";

/** No more parts are followed by themselves, but of each name a few. */
const MOST_PARTS = 16;
const LEAST_PARTS = 3;

function byName<T>(ways: readonly T[], nameOf: (way: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const way of ways) {
    const name = nameOf(way);
    const same = groups.get(name);
    if (same) same.push(way);
    else groups.set(name, [way]);
  }
  return [...groups.values()];
}

function partsOf<T extends { readonly cube: Cube }>(same: readonly T[], cubes: readonly Cube[]): readonly T[] {
  return cubes.map((cube) => ({ ...(same[0] as T), cube }));
}

function withoutDifferingAnswers(cubes: readonly Cube[]): readonly Cube[] {
  const [first] = cubes as [Cube, ...Cube[]];
  const differs = (key: string): boolean => cubes.some((cube) => cube.get(key) !== first.get(key));
  return cubes.map((cube) => new Map([...cube].filter(([key, { unsure }]) => !unsure || !differs(key))));
}

/** Results that nothing distinguishes are one; too many of them become one with what they differ in unknown. */
export function mergeResults(
  results: readonly JobResult[],
  job: string,
  cut: (what: string) => void,
): readonly JobResult[] {
  const merged = mergeAlike(
    results,
    (one) => `${one.result}|${one.good}|${one.ran}|${one.skippable === true}|${nameOfOutputs(one)}`,
  );
  if (merged.length <= MOST) return merged;
  cut(`${job} ends in more than ${MOST} ways; its outputs were taken as unknown`);
  return [unknownResult(merged, job)];
}

function unknownResult(results: readonly JobResult[], job: string): JobResult {
  const names = new Set(results.flatMap(({ outputs }) => [...outputs.keys()]));
  const first = results[0] as JobResult;
  const common = new Map(
    [...first.cube].filter(([key, constraint]) => results.every((other) => other.cube.get(key) === constraint)),
  );
  const cube = assume(common, FORGOTTEN);
  const outputs = new Map([...names].map((name) => [name, unknownOutput(job, name)]));
  return { cube, outputs, result: "success", good: true, ran: true };
}

export function unknownOutput(job: string, name: string): Text {
  return mention({ key: `!needs.${job}.${name}`, label: `needs.${job}.outputs.${name}`, kind: "output" });
}

/**
 * The results of a matrix job. What started the run decides for all legs alike; what a command answers in one of them
 * says nothing of the others. Of an output that differs between legs nobody knows which leg's stays.
 */
export function joinLegs(
  legs: readonly (readonly JobResult[])[],
  start: Cube,
  job: string,
  cut: (what: string) => void,
): readonly JobResult[] {
  const [only] = legs;
  if (legs.length === 1 && only) return only;
  const [first, ...others] = legs.filter((results) => results.length > 0);
  if (!first) return [{ cube: start, outputs: new Map(), result: "skipped", good: true, ran: false }];
  return others.reduce(
    (known, leg) =>
      mergeResults(
        known.flatMap((one) => leg.flatMap((other) => joined(one, withoutAnswers(other, start), job))),
        job,
        cut,
      ),
    mergeResults(
      first.map((one) => withoutAnswers(one, start)),
      job,
      cut,
    ),
  );
}

/** What two legs of one run come to together; nothing where no run has both. */
function joined(one: JobResult, other: JobResult, job: string): readonly JobResult[] {
  const cube = intersect(one.cube, other.cube, feasible);
  if (!cube) return [];
  const names = new Set([...one.outputs.keys(), ...other.outputs.keys()]);
  const outputs = new Map(
    [...names].map((name): [string, Text] => {
      const [a, b] = [one.outputs.get(name) ?? [], other.outputs.get(name) ?? []];
      return [name, canonical(a) === canonical(b) ? a : unknownOutput(job, name)];
    }),
  );
  const results = [one.result, other.result];
  const result = results.includes("failure") ? "failure" : results.includes("success") ? "success" : "skipped";
  return [{ cube, outputs, result, good: one.good && other.good, ran: one.ran || other.ran }];
}

function withoutAnswers(result: JobResult, start: Cube): JobResult {
  const kept = [...result.cube].flatMap(([key, constraint]): [string, Constraint][] => {
    const before = start.get(key);
    return constraint.unsure !== true ? [[key, constraint]] : before ? [[key, before]] : [];
  });
  return kept.length === result.cube.size && kept.every(([key, constraint]) => result.cube.get(key) === constraint)
    ? result
    : { ...result, cube: new Map(kept) };
}
