import { expandMatrix, type Field, type Job, type Leg } from "../../ecosystems/github-actions/index.ts";
import { evaluateField, textOf } from "../../interpret/expression/index.ts";
import type { YamlNode } from "../../syntax/yaml/index.ts";
import { fieldOf } from "../../ecosystems/github-actions/index.ts";
import type { Cube } from "../../values/cube.ts";
import { concat, literal, show, type Text } from "../../values/text.ts";
import { num, object, NULL, bool, type Value } from "../../values/value.ts";
import type { UnitStep } from "../units.ts";
import { ancestors } from "./before.ts";
import { callWorkflow } from "./call.ts";
import { runLeg } from "./leg.ts";
import type { UnitDraft } from "./jobs.ts";
import { joinLegs, type JobResult, type NeedsState } from "./results.ts";
import type { Frame, WalkInput } from "./types.ts";

/** One leg of a job with what it sees. */
export interface LegSetting {
  readonly job: Job;
  readonly cube: Cube;
  readonly contexts: ReadonlyMap<string, Value>;
  readonly step: UnitStep;
  readonly matrix: ReadonlyMap<string, string>;
  /** Its `if:` or its needs leave it out in these runs; it is listed so that rules know, and nothing is interpreted. */
  readonly skipped: boolean;
}

export interface LegsOutcome {
  readonly ends: readonly JobResult[];
  readonly units: readonly UnitDraft[];
}

/** How a job comes to start: with these jobs before it gone well, because one went wrong, or not at all. */
export type Beginning = "skipped" | "rescued" | { readonly well: ReadonlySet<string> };

/** All legs of a job, in every way in which its matrix comes out. */
export function runLegs(
  job: Job,
  state: NeedsState,
  contexts: ReadonlyMap<string, Value>,
  frame: Frame,
  input: WalkInput,
  how: Beginning,
): LegsOutcome {
  const ends: JobResult[] = [];
  const units: UnitDraft[] = [];
  for (const { cube, legs } of legsOf(job, state.cube, contexts, input)) {
    const outcomes = legs.map((leg, index) => {
      const setting = settingOf(job, leg, index, legs.length, cube, contexts, frame, how);
      return job.uses && how !== "skipped" ? callWorkflow(setting, frame, input) : runLeg(setting, frame, input);
    });
    units.push(...outcomes.flatMap((outcome) => outcome.units));
    ends.push(
      ...joinLegs(
        outcomes.map((outcome) => outcome.ends),
        cube,
        job.id,
        (what) => input.cut(job.idSpan, what),
      ),
    );
  }
  return { ends, units };
}

function legsOf(
  job: Job,
  cube: Cube,
  contexts: ReadonlyMap<string, Value>,
  input: WalkInput,
): readonly { readonly cube: Cube; readonly legs: readonly (Leg | null)[] }[] {
  const matrix = job.strategy?.matrix;
  if (!matrix) return [{ cube, legs: [null] }];
  const fields = [
    matrix.whole,
    ...[matrix.include, matrix.exclude, ...matrix.axes.map(({ values }) => values)].flatMap((node) =>
      node ? fieldsIn(node) : [],
    ),
  ];
  let cubes: readonly Cube[] = [cube];
  for (const field of fields) {
    if (field?.text.includes("${{"))
      cubes = cubes.flatMap((one) => evaluateField(field, { contexts }, one).map((outcome) => outcome.cube));
  }
  return cubes.map((one) => {
    const expanded = expandMatrix(matrix, (field) => evaluateField(field, { contexts }, one)[0]?.value ?? NULL);
    if (expanded.cut) input.cut(matrix.span, "the matrix has more legs than are looked at; the rest was left out");
    return { cube: one, legs: expanded.legs };
  });
}

function fieldsIn(node: YamlNode): readonly Field[] {
  if (node.kind === "list") return node.items.flatMap(fieldsIn);
  if (node.kind === "map") return node.entries.flatMap(({ value }) => fieldsIn(value));
  const field = fieldOf(node);
  return field ? [field] : [];
}

function settingOf(
  job: Job,
  leg: Leg | null,
  index: number,
  count: number,
  cube: Cube,
  contexts: ReadonlyMap<string, Value>,
  frame: Frame,
  how: Beginning,
): LegSetting {
  const matrix = new Map(
    [...(leg?.values ?? [])]
      .filter(([, value]) => value.kind !== "object" && value.kind !== "list")
      .map(([name, value]) => [name, show(textOf(value))]),
  );
  const name = leg === null ? "" : [...matrix.values()].join(", ") || `#${index + 1}`;
  const atATime = legsAtATime(job);
  const failFast = job.strategy?.failFast?.value;
  const strategy = object(
    [
      ["job-index", num(index)],
      ["job-total", num(count)],
      ["max-parallel", num(atATime ?? count)],
      ["fail-fast", bool(failFast !== false)],
    ],
    "strategy",
  );
  const after = ancestors(job, frame.workflow);
  const step: UnitStep = {
    file: frame.file,
    job: job.id,
    leg: leg === null ? "" : `${name}#${index}`,
    elements: leg === null || leg.fresh === null ? [] : elementsOf(leg),
    oneLegAtATime: atATime === 1,
    legsAtATime: atATime,
    after,
    well: typeof how === "string" ? new Set() : how.well,
    wrong: how === "rescued" ? after : null,
  };
  return {
    job,
    cube,
    step,
    matrix,
    skipped: how === "skipped",
    contexts: new Map(contexts).set("matrix", leg?.context ?? NULL).set("strategy", strategy),
  };
}

function elementsOf({ values }: Leg): Text {
  const texts = [...values.values()].filter((value) => value.kind !== "object" && value.kind !== "list").map(textOf);
  return concat(...texts.flatMap((text) => [text, literal("\n")]));
}

/** `max-parallel`, null where nobody says it or what it says is no number of jobs: then there is no bound. */
function legsAtATime({ strategy }: Job): number | null {
  const field = strategy?.maxParallel;
  const number = typeof field?.value === "number" ? field.value : Number(field?.text.trim() || Number.NaN);
  return Number.isInteger(number) && number > 0 ? number : null;
}
