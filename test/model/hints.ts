import type { Audit } from "../../src/audit/model.ts";
import { equationsOf, type Constraint, type Cube } from "../../src/values/cube.ts";
import { feasible, samples } from "../../src/values/samples.ts";
import { literalOf, variablesOf } from "../../src/values/text.ts";
import { intersect } from "../../src/values/worlds.ts";
import type { Meeting } from "../../src/runs/meet.ts";
import type { Solution } from "../../src/runs/question.ts";
import { solve } from "../../src/runs/solve.ts";
import { RUN_ID_KEY } from "../../src/ecosystems/github-actions/run-values.ts";
import { FIRST_RUN, isRefName } from "./oracle/pool.ts";
import type { Choice } from "./oracle/select.ts";

/** The values of the audit's witnesses and of what leads to each of its writers, those of one run together. */
export function hintsOf(audit: Audit): readonly Choice[] {
  const witnesses = audit.targets.flatMap(({ encounters }) =>
    encounters.meetings.flatMap((meeting) => [witnessOf(meeting, "a"), witnessOf(meeting, "b")]),
  );
  const ways = audit.targets.flatMap(({ presences }) => presences.map(({ cube }) => wayOf(cube)));
  const inputs = [...new Set(audit.runs.flatMap((run) => [...run.inputs.keys()].map((name) => `inputs.${name}`)))];
  const named = [...new Set(audit.deadlocks.map(({ name }) => name))].flatMap((name) => choicesOf(name, inputs));
  return [
    ...new Map([...witnesses, ...ways, ...named].map((choice) => [JSON.stringify(choice), choice])).values(),
  ].slice(0, MOST);
}

/** So many are tried. */
const MOST = 240;

/** A group's name as what a run's names and inputs may be in it: each piece of it all of them, and each two a pair. */
function choicesOf(name: string, inputs: readonly string[]): readonly Choice[] {
  const pieces = [...new Set(piecesOf(name))].filter(isRefName);
  const pairs = pieces.flatMap((base) =>
    pieces.filter((head) => head !== base).map((head): Choice => ({ base, head })),
  );
  const typed = [...name.matchAll(/[-/]|^/gu)].flatMap(({ index }) => [name.slice(index), name.slice(index + 1)]);
  const asInputs = (word: string): Choice => Object.fromEntries(inputs.map((key) => [key, word]));
  const asRefs = (piece: string): Choice => ({ branch: piece, tag: piece, head: piece, "run-branch": piece });
  return [
    ...pieces.map(asRefs),
    ...(inputs.length > 0 ? typed.map(asInputs) : []),
    // One input holds the ref in a word, the others are called like it.
    ...inputs.flatMap((key) =>
      typed.flatMap((word) =>
        pieces
          .filter((piece) => word.includes(piece))
          .map((piece) => ({ ...asRefs(piece), ...asInputs(piece), [key]: word })),
      ),
    ),
    ...pairs,
  ];
}

/** Values that lead to a writer, those that were found to be one among them. */
function wayOf(cube: Cube): Choice {
  const equal = equationsOf(cube).flatMap(({ one, other, fold, holds }) => (holds ? [{ a: one, b: other, fold }] : []));
  const solution = equal.length > 0 ? solve({ a: cube, b: cube, sameRun: true, equal, differ: [] }) : null;
  const keys = new Set([
    ...cube.keys(),
    ...equal.flatMap(({ a, b }) => [...variablesOf(a), ...variablesOf(b)].map(({ key }) => key)),
  ]);
  return Object.fromEntries(
    [...keys].flatMap((key) => pair(key, solution?.value("a", key) ?? sampleOf(cube.get(key)))),
  );
}

function witnessOf({ solution, cause, ...sides }: Meeting, side: "a" | "b"): Choice {
  const { id, groups, use, cube: own } = sides[side];
  const cube = (cause === "same-run" && intersect(sides.a.cube, sides.b.cube, feasible)) || own;
  const texts = [id, ...groups.map(({ name }) => name)];
  const keys = [...cube.keys(), ...texts.flatMap((text) => variablesOf(text).map(({ key }) => key))];
  const given = [...use.unit.run.inputs].flatMap(([name, text]) =>
    pair(`inputs.${name}`, literalOf(text) ?? undefined),
  );
  return Object.fromEntries(
    [...given, ...keys.flatMap((key) => pair(key, solution.value(side, key) ?? sampleOf(cube.get(key))))].map(
      ([key, value]) => [key, earlier(value, solution)],
    ),
  );
}

/** Where a value is the number of one of the two runs, it is the number of that earlier run that the oracle has. */
function earlier(value: string, solution: Solution): string {
  const numbers = (["a", "b"] as const).flatMap((side) => solution.value(side, RUN_ID_KEY) ?? []);
  return numbers.reduce((text, number) => text.replaceAll(number, FIRST_RUN), value);
}

function pair(key: string, value: string | undefined): readonly (readonly [string, string])[] {
  return value === undefined ? [] : [[key, value]];
}

function sampleOf(constraint: Constraint | undefined): string | undefined {
  return constraint ? samples(constraint, 1)[0] : undefined;
}

/** A group's name and every stretch of it between two of its separators. */
function piecesOf(name: string): readonly string[] {
  const cuts = [...name.matchAll(/[-/]/gu)].map(({ index }) => index);
  const stretches = [-1, ...cuts].flatMap((start) =>
    [...cuts, name.length].filter((end) => end > start).map((end) => name.slice(start + 1, end)),
  );
  return [name, ...stretches, ...stretches.map((stretch) => stretch.replace(/^refs\/(?:heads|tags)\//u, ""))];
}
