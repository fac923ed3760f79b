import type { InputDefinition, WorkflowDocument } from "../../ecosystems/github-actions/index.ts";
import { ownWorkflow } from "../../ecosystems/github-actions/own-workflow.ts";
import { evaluateField, textOf } from "../../interpret/expression/index.ts";
import { evaluateMap } from "../../interpret/job/fields.ts";
import type { Cube } from "../../values/cube.ts";
import { feasible } from "../../values/samples.ts";
import { literalOf, type Text } from "../../values/text.ts";
import { bool, NULL, num, object, openObject, textValue, type Value } from "../../values/value.ts";
import { intersect } from "../../values/worlds.ts";
import { guarded } from "../deadlock.ts";
import { declareGroup } from "../groups.ts";
import type { GroupDeclaration } from "../units.ts";
import { walkJobs, type JobsOutcome } from "./jobs.ts";
import { jobGroup, ownerOf, runLeg } from "./leg.ts";
import type { LegSetting, LegsOutcome } from "./legs.ts";
import { mergeAlike, nameOfOutputs, type JobResult } from "./results.ts";
import { secretsOf } from "./secrets.ts";
import type { Frame, WalkInput } from "./types.ts";

/** Calls may be nested this deep (docs "Reuse workflows"). */
const MOST_DEPTH = 10;

/** A job that calls a workflow; about one that cannot be read (in another repository, mostly) nothing is known. */
export function callWorkflow(setting: LegSetting, frame: Frame, input: WalkInput): LegsOutcome {
  const uses = setting.job.uses?.text.trim() ?? "";
  const called = input.called(uses, frame.file) ?? ownByName(uses, setting, frame, input);
  if (!called || frame.path.length >= MOST_DEPTH || frame.path.some(({ file }) => file === called.path)) {
    if (called)
      input.cut(
        setting.job.span,
        `calls are nested more than ${MOST_DEPTH} deep or in a circle; what lies deeper was left out`,
      );
    else tellUnseen(uses, setting, input);
    return runLeg(setting, frame, input);
  }
  const own = jobGroup(setting, frame, input);
  const outer = own ? [...frame.groups, own] : frame.groups;
  const ends: JobResult[] = [];
  const units: LegsOutcome["units"][number][] = [];
  for (const { cube, inputs } of calleeInputs(called, setting)) {
    const inner = innerFrame(called, inputs, cube, outer, setting, frame, input);
    const outcome = walkJobs(inner, cube, input);
    units.push(...outcome.units);
    ends.push(...callResults(called, outcome, cube, inner));
  }
  return { ends, units };
}

/** Read as it is here, whatever the ref that the call names: that has to be told. */
function ownByName(uses: string, { job }: LegSetting, frame: Frame, input: WalkInput): WorkflowDocument | null {
  const own = ownWorkflow(job, frame.file, input.workflows);
  if (!own) return null;
  input.assume();
  input.cut(
    job.uses?.span ?? job.span,
    `job ${job.id} calls ${uses}: taken to be this repository's ${own.path}, as it is here, since its inputs are the same`,
  );
  return own;
}

/** A workflow whose text is not at hand may deploy: that nothing is known of it has to be told. */
function tellUnseen(uses: string, setting: LegSetting, input: WalkInput): void {
  const where = uses.startsWith("./") ? "which is not in the repository" : "a workflow of another repository";
  input.cut(
    setting.job.uses?.span ?? setting.job.span,
    `job ${setting.job.id} calls ${uses}, ${where}: what its jobs write, and which groups they hold, is not seen`,
  );
}

function innerFrame(
  called: WorkflowDocument,
  inputs: Value,
  cube: Cube,
  outer: readonly GroupDeclaration[],
  setting: LegSetting,
  frame: Frame,
  input: WalkInput,
): Frame {
  const path = [...frame.path, setting.step];
  const contexts = new Map<string, Value>([
    ["github", frame.github],
    ["inputs", inputs],
    ["vars", setting.contexts.get("vars") ?? NULL],
  ]);
  const base = {
    workflow: called,
    file: called.path,
    root: frame.root,
    github: frame.github,
    inputs,
    secrets: secretsFor(setting, frame, input),
    path,
    timeout: frame.timeout,
    onFailure: frame.onFailure,
  };
  if (!called.concurrency) return { ...base, groups: outer };
  const declared = declareGroup(called.concurrency, {
    level: "call",
    owner: ownerOf(setting, frame),
    context: { contexts },
    platform: input.config.platform,
    label: frame.root.label,
    refuse: input.refuse,
  });
  if (!declared) return { ...base, groups: outer };
  const group = guarded(declared, outer, (clash) =>
    input.deadlock({ ...clash, job: null, label: frame.root.label, file: frame.root.file }),
  );
  group.uses(cube);
  return { ...base, groups: [...outer, group] };
}

/** `secrets: inherit` keeps the names; a mapping gives them new ones, with the caller's values. */
function secretsFor(setting: LegSetting, frame: Frame, input: WalkInput): Value | null {
  const { secrets } = setting.job;
  if (!secrets || secrets.inherit) return frame.secrets;
  const outer = frame.secrets ?? secretsOf(input, null);
  const contexts = new Map(setting.contexts).set("secrets", outer);
  return openObject("secrets", (name) => {
    const entry = secrets.entries.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!entry)
      return name.toUpperCase() === "GITHUB_TOKEN" ? (outer.kind === "object" ? outer.get(name) : NULL) : NULL;
    return evaluateField(entry, { contexts }, setting.cube)[0]?.value ?? NULL;
  });
}

/** The callee's inputs: what the caller gives, else the default, else the type's empty value. */
function calleeInputs(
  called: WorkflowDocument,
  setting: LegSetting,
): readonly { readonly cube: Cube; readonly inputs: Value }[] {
  const definitions = called.triggers.find(({ event }) => event === "workflow_call")?.inputs ?? [];
  let worlds: readonly { cube: Cube; entries: readonly (readonly [string, Value])[] }[] = [
    { cube: setting.cube, entries: [] },
  ];
  for (const definition of definitions) {
    const field =
      setting.job.with.entries.find(({ name }) => name.toLowerCase() === definition.name.toLowerCase()) ??
      definition.default;
    worlds = worlds.flatMap(({ cube, entries }) => {
      if (!field) return [{ cube, entries: [...entries, [definition.name, emptyOf(definition)] as const] }];
      return evaluateField(field, { contexts: setting.contexts }, cube).map((outcome) => ({
        cube: outcome.cube,
        entries: [...entries, [definition.name, typed(definition, outcome.value)] as const],
      }));
    });
  }
  return worlds.map(({ cube, entries }) => ({ cube, inputs: object(entries, "inputs") }));
}

function emptyOf({ type }: InputDefinition): Value {
  if (type === "boolean") return bool(false);
  return type === "number" ? num(0) : textValue([]);
}

function typed({ type }: InputDefinition, value: Value): Value {
  if (type === "string" || type === "choice" || type === "environment") return textValue(textOf(value));
  const known = value.kind === "string" ? literalOf(value.text) : null;
  if (known === null) return value;
  return type === "boolean" ? bool(known === "true") : num(Number(known));
}

/** How a call ends, from how its jobs do, in every way in which these come out together. */
function callResults(called: WorkflowDocument, outcome: JobsOutcome, start: Cube, frame: Frame): readonly JobResult[] {
  const outputs = called.triggers.find(({ event }) => event === "workflow_call")?.outputs ?? [];
  return endingsOf(outcome, start, outputs.map(({ text }) => text).join(" ")).flatMap(({ cube, failed, ran, jobs }) => {
    const contexts = new Map<string, Value>([
      ["github", frame.github],
      ["inputs", frame.inputs],
      ["jobs", jobsValue(jobs)],
    ]);
    return evaluateMap({ entries: outputs, whole: null, span: null }, { contexts }, cube).map(
      ({ cube: at, texts }): JobResult => ({
        cube: at,
        outputs: texts,
        result: failed ? "failure" : "success",
        good: !failed,
        ran,
      }),
    );
  });
}

/** The jobs of a call as they can end together. */
interface Ending {
  readonly cube: Cube;
  readonly failed: boolean;
  /** Some job of it ran: where all are left out, nothing can go wrong. */
  readonly ran: boolean;
  /** Those that the call's outputs name. */
  readonly jobs: readonly (readonly [string, JobResult])[];
}

/** Above this many ways in which jobs end together, one that no output names is taken to end well wherever it may. */
const MOST_ENDINGS = 48;

function endingsOf({ results }: JobsOutcome, start: Cube, named: string): readonly Ending[] {
  let open: readonly Ending[] = [{ cube: start, failed: false, ran: false, jobs: [] }];
  for (const [id, ends] of results) {
    const isNamed = named.includes(id);
    const next = mergeEndings(
      open.flatMap((ending) =>
        ends.flatMap((end): readonly Ending[] => {
          const cube = intersect(ending.cube, end.cube, feasible);
          if (!cube) return [];
          const failed = ending.failed || end.result === "failure";
          const ran = ending.ran || end.ran;
          return [{ cube, failed, ran, jobs: isNamed ? [...ending.jobs, [id, end] as const] : ending.jobs }];
        }),
      ),
    );
    if (isNamed || next.length <= MOST_ENDINGS) open = next;
    else open = open.map((ending) => ({ ...ending, ran: true }));
  }
  return open;
}

function mergeEndings(endings: readonly Ending[]): readonly Ending[] {
  return mergeAlike(endings, ({ failed, ran, jobs }) => {
    return `${failed} ${ran} ${jobs.map(([id, end]) => `${id} ${end.result} ${nameOfOutputs(end)}`).join("|")}`;
  });
}

function jobsValue(jobs: readonly (readonly [string, JobResult])[]): Value {
  return object(
    jobs.map(([id, { outputs, result }]): readonly [string, Value] => [
      id,
      object([
        ["result", textValue([result])],
        [
          "outputs",
          object([...outputs].map(([name, text]: [string, Text]): readonly [string, Value] => [name, textValue(text)])),
        ],
      ]),
    ]),
    "jobs",
  );
}
