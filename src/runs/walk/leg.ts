import { onRunner } from "../../ecosystems/github-actions/index.ts";
import { evaluateTemplate, SUCCESS } from "../../interpret/expression/index.ts";
import { evaluateMap, evaluateText } from "../../interpret/job/fields.ts";
import { runSteps } from "../../interpret/job/steps.ts";
import { stepContext, type Surroundings } from "../../interpret/job/surroundings.ts";
import type { JobWorld } from "../../interpret/job/world.ts";
import { COMMAND_FILES, EVENT, EVENT_FILE, WORKSPACE } from "../../interpret/machine.ts";
import { parseTemplate } from "../../syntax/expression/index.ts";
import { settle, type Cube } from "../../values/cube.ts";
import { literal, type Text } from "../../values/text.ts";
import { NULL, type Value } from "../../values/value.ts";
import { guarded } from "../deadlock.ts";
import { declareGroup } from "../groups.ts";
import type { GroupDeclaration, UnitAct } from "../units.ts";
import { deployable } from "./deployable.ts";
import type { UnitDraft } from "./jobs.ts";
import type { LegSetting, LegsOutcome } from "./legs.ts";
import type { JobResult } from "./results.ts";
import { secretsOf, varsOf } from "./secrets.ts";
import { actsIn, movedTold, type Told } from "./told.ts";
import type { Frame, WalkInput } from "./types.ts";

/** One leg of a job with steps: its groups, and everything that its steps do in every run of the cube. */
export function runLeg(setting: LegSetting, frame: Frame, input: WalkInput): LegsOutcome {
  const { job } = setting;
  const group = jobGroup(setting, frame, input);
  const groups = group ? [...frame.groups, group] : frame.groups;
  const ends: JobResult[] = [];
  const units: UnitDraft[] = [];
  for (const { cube, text: environment } of evaluateText(
    job.environment?.name ?? null,
    { contexts: setting.contexts },
    setting.cube,
  )) {
    for (const gate of deployable(environment, cube, setting.contexts, input.online)) {
      const journal: Told[] = [];
      const here = { ...setting, cube: gate.cube, skipped: setting.skipped || !gate.admits };
      if (!here.skipped) ends.push(...runOne(here, environment, journal, frame, input));
      else if (!setting.skipped)
        ends.push({ cube: gate.cube, outputs: new Map(), result: "failure", good: false, ran: false });
      units.push(draft(here, environment, groups, actsIn(journal, input), frame));
    }
  }
  return { ends, units };
}

/** The job's own group; a deadlock with what surrounds it is told at once, whether or not the job writes anything. */
export function jobGroup(setting: LegSetting, frame: Frame, input: WalkInput): GroupDeclaration | null {
  const { job } = setting;
  if (!job.concurrency) return null;
  const owner = ownerOf(setting, frame);
  const declared = declareGroup(job.concurrency, {
    level: "job",
    owner,
    context: { contexts: setting.contexts },
    platform: input.config.platform,
    label: frame.root.label,
    refuse: input.refuse,
  });
  if (!declared) return null;
  const group = guarded(declared, frame.groups, (clash) =>
    input.deadlock({ ...clash, job: job.id, label: frame.root.label, file: frame.root.file }),
  );
  if (!setting.skipped) group.uses(setting.cube);
  return group;
}

export function ownerOf(setting: LegSetting, frame: Frame): string {
  return [...frame.path, setting.step].map(({ job, leg }) => `${job}[${leg}]`).join("/");
}

function draft(
  setting: LegSetting,
  environment: Text | null,
  groups: readonly GroupDeclaration[],
  acts: readonly UnitAct[],
  frame: Frame,
): UnitDraft {
  const { job, cube } = setting;
  return {
    path: [...frame.path, setting.step],
    file: frame.file,
    job: job.id,
    span: job.idSpan,
    matrix: setting.matrix,
    environment: environment && settle(environment, cube),
    reached: setting.skipped ? [] : [cube],
    skipped: setting.skipped ? [cube] : [],
    groups,
    acts,
    timeout: job.timeoutMinutes ? Number(job.timeoutMinutes.value) || 1 : frame.timeout,
    selfHosted: job.runsOn?.selfHosted === "yes",
    evaluate: (template, at) =>
      evaluateTemplate(parseTemplate(template), { contexts: setting.contexts }, at).map(({ text }) => text),
  };
}

function runOne(
  setting: LegSetting,
  environment: Text | null,
  journal: Told[],
  frame: Frame,
  input: WalkInput,
): readonly JobResult[] {
  const { job } = setting;
  const around = surroundingsOf(setting, environment, journal, frame, input);
  return startWorlds(setting, around, frame, input.defaultBranch).flatMap((world) => {
    const ends = runSteps(job.steps, world, around, {
      inputs: frame.inputs,
      actionPath: null,
      via: [],
      env: new Map(),
      place: null,
      onFailure: frame.onFailure,
      depth: 0,
    });
    return ends.flatMap((end) => resultOf(setting, end, around, frame));
  });
}

/** The runner before the first step: the environment of workflow and job, and what the job's services are called. */
function startWorlds(
  setting: LegSetting,
  around: Surroundings,
  frame: Frame,
  defaultBranch: string,
): readonly JobWorld[] {
  const { job } = setting;
  const facts = new Map<string, Text>([
    ["job:self-hosted", literal(job.runsOn?.selfHosted ?? "no")],
    ["default-branch", literal(defaultBranch)],
  ]);
  if (job.services.length > 0) facts.set("job:services", literal(job.services.map(({ name }) => name).join(" ")));
  const contexts = new Map(setting.contexts)
    .set("secrets", around.secrets)
    .set("vars", around.vars)
    .set("github", around.github);
  const base = (cube: Cube, env: ReadonlyMap<string, Text>): JobWorld => ({
    machine: { cube, files: new Map([[EVENT_FILE, { text: [EVENT] }]]), facts },
    env,
    steps: new Map(),
    failed: false,
  });
  return evaluateMap(frame.workflow.env, { contexts }, setting.cube).flatMap(({ cube, texts }) => {
    const outer = base(cube, texts);
    const context = stepContext(around, outer, texts, SUCCESS, { inputs: frame.inputs, actionPath: null });
    return evaluateMap(job.env, context, cube).map((own) => base(own.cube, new Map([...texts, ...own.texts])));
  });
}

function surroundingsOf(
  setting: LegSetting,
  environment: Text | null,
  journal: Told[],
  frame: Frame,
  input: WalkInput,
): Surroundings {
  const { job, contexts } = setting;
  const labels = (job.runsOn?.labels ?? []).map(({ text }) => text.toLowerCase()).join(" ");
  return {
    tree: input.tree,
    github: onThisRunner(frame.github, job.id),
    inputs: frame.inputs,
    needs: contexts.get("needs") ?? NULL,
    matrix: contexts.get("matrix") ?? NULL,
    strategy: contexts.get("strategy") ?? NULL,
    secrets: frame.secrets ?? secretsOf(input, environment),
    vars: varsOf(input, environment),
    environment,
    jobId: job.id,
    defaults: [job.defaults, frame.workflow.defaults],
    runnerOs: labels.includes("windows") ? "Windows" : labels.includes("macos") ? "macOS" : "Linux",
    selfHosted: job.runsOn?.selfHosted === "yes",
    action: input.action,
    journal,
    moved: movedTold,
    memory: input.memory,
    effort: input.effort,
    watch: { looks: new Map(), steps: null },
    cut: (span, what) => void journal.push({ kind: "cut", span, what }),
    act: (act, place) => {
      const placed = { ...act, environment };
      const found = input.recognise(placed);
      journal.push({
        kind: "act",
        isKnown: found !== null,
        act: placed,
        recognitions: found ?? [],
        step: place.index,
        limited: place.limited,
      });
      return input.effect(placed);
    },
  };
}

/** `github` as the steps of the job see it. */
function onThisRunner(github: Value, job: string): Value {
  return github.kind === "object" ? onRunner(github, job, WORKSPACE, RUNNER_FILES) : github;
}

const RUNNER_FILES = Object.fromEntries(
  Object.entries(COMMAND_FILES).map(([name, path]) => [name.replace("GITHUB_", "").toLowerCase(), path]),
);

function resultOf(setting: LegSetting, end: JobWorld, around: Surroundings, frame: Frame): readonly JobResult[] {
  const context = stepContext(
    around,
    end,
    end.env,
    { success: !end.failed, failure: end.failed, cancelled: false },
    { inputs: frame.inputs, actionPath: null },
  );
  const forgiven = setting.job.continueOnError?.value === true;
  const failed = end.failed && !forgiven;
  return evaluateMap(setting.job.outputs, context, end.machine.cube).map(({ cube, texts }) => ({
    cube,
    outputs: texts,
    result: failed ? "failure" : "success",
    good: !failed,
    ran: true,
  }));
}
