import type { Audit } from "../../src/audit/model.ts";
import type { Constraint } from "../../src/values/cube.ts";
import { samples } from "../../src/values/samples.ts";
import { literalOf, variablesOf } from "../../src/values/text.ts";
import type { Meeting } from "../../src/runs/meet.ts";
import type { Solution } from "../../src/runs/solve.ts";
import { RUN_ID_KEY } from "../../src/ecosystems/github-actions/run-values.ts";
import { FIRST_RUN } from "./oracle/pool.ts";
import type { Choice } from "./oracle/select.ts";

/** The values of the audit's witnesses and of what leads to each of its writers, those of one run together. */
export function hintsOf(audit: Audit): readonly Choice[] {
  const witnesses = audit.targets.flatMap(({ encounters }) =>
    encounters.meetings.flatMap((meeting) => [witnessOf(meeting, "a"), witnessOf(meeting, "b")]),
  );
  const ways = audit.targets.flatMap(({ presences }) =>
    presences.map(
      ({ cube }): Choice =>
        Object.fromEntries([...cube].flatMap(([key, constraint]) => pair(key, sampleOf(constraint)))),
    ),
  );
  const named = audit.deadlocks
    .flatMap(({ name }) => piecesOf(name))
    .map((piece): Choice => ({ branch: piece, tag: piece, head: piece, "run-branch": piece }));
  return [
    ...new Map([...witnesses, ...ways, ...named].map((choice) => [JSON.stringify(choice), choice])).values(),
  ].slice(0, 60);
}

function witnessOf({ solution, ...sides }: Meeting, side: "a" | "b"): Choice {
  const { id, groups, use, cube } = sides[side];
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

/** A group's name and what is left of it where a text before or after its hole is taken off. */
function piecesOf(name: string): readonly string[] {
  const cuts = [...name.matchAll(/[-/]/gu)].flatMap(({ index }) => [name.slice(0, index), name.slice(index + 1)]);
  return [name, ...cuts, ...cuts.map((cut) => cut.replace(/^refs\/(?:heads|tags)\//u, ""))];
}
