import type { Start } from "../../ecosystems/github-actions/github-context.ts";
import type { Job, WorkflowDocument } from "../../ecosystems/github-actions/index.ts";
import { ownWorkflow } from "../../ecosystems/github-actions/own-workflow.ts";
import { textOf } from "../../interpret/expression/index.ts";
import { ANY } from "../../values/cube.ts";
import { literalOf, type Text } from "../../values/text.ts";
import type { Value } from "../../values/value.ts";
import type { Deadlock, InvalidGroup } from "../../audit/model.ts";
import type { Act } from "../../interpret/machine.ts";
import type { Span } from "../../model/span.ts";
import { declareGroup } from "../groups.ts";
import type { GroupDeclaration, JobUnit, RunClass } from "../units.ts";
import { inheritStarts, inheritSteps, startsAsBefore, type StartMemory } from "./inherited.ts";
import { walkJobs, type UnitDraft } from "./jobs.ts";
import { varsOf } from "./secrets.ts";
import type { Frame, Walked, WalkInput } from "./types.ts";

/** What the walk reads; each workflow collects what it finds for itself. */
export interface WalkSources
  extends Omit<WalkInput, "cut" | "refuse" | "deadlock" | "assume" | "notUnderstood" | "memory" | "effort" | "named"> {
  /** An earlier walk of the same files but for `changed`: it stands for workflows that read none of these. */
  readonly known?: { readonly walked: ReadonlyMap<string, Walked>; readonly changed: ReadonlySet<string> };
}

/** Every class of runs that the repository's workflows can have, by workflow, with their jobs and everything these do. */
export function walkWorkflows(sources: WalkSources): ReadonlyMap<string, Walked> {
  const called = calledFiles(sources);
  const shared = sharedWith(sources);
  const out = new Map<string, Walked>();
  for (const workflow of sources.workflows.values()) {
    const known =
      sources.known && !concerned(workflow, sources, sources.known.changed)
        ? sources.known.walked.get(workflow.path)
        : undefined;
    out.set(workflow.path, known ?? walkOne(workflow, called.has(workflow.path), sources, shared));
  }
  SHARED.set(out, { shared, workflows: sources.workflows });
  return out;
}

/** Each class of runs finds out for itself whether it rests on a guess. */
type ClassInput = Omit<WalkInput, "assume">;

/** What the walks through the workflows of one tree have in common. */
interface Shared extends Pick<WalkInput, "memory" | "named"> {
  readonly starts: StartMemory;
}

const SHARED = new WeakMap<
  ReadonlyMap<string, Walked>,
  { readonly shared: Shared; readonly workflows: WalkSources["workflows"] }
>();

/** Steps do the same again after a change of workflows alone, for no step reads those. */
function sharedWith({ known, workflows }: WalkSources): Shared {
  const before =
    known && [...known.changed].every((path) => WORKFLOW.test(path)) ? SHARED.get(known.walked) : undefined;
  if (!before) return { memory: new WeakMap(), named: new Map(), starts: new WeakMap() };
  for (const [path, workflow] of workflows) {
    const earlier = before.workflows.get(path);
    if (!earlier || earlier === workflow) continue;
    inheritStarts(before.shared.starts, earlier, workflow);
    inheritSteps(before.shared.memory, earlier, workflow);
  }
  return before.shared;
}

function walkOne(workflow: WorkflowDocument, isCalled: boolean, sources: WalkSources, shared: Shared): Walked {
  const invalid: InvalidGroup[] = [];
  const deadlocks: Deadlock[] = [];
  const cuts: { span: Span; what: string }[] = [];
  const notUnderstood: Act[] = [];
  const input: ClassInput = {
    ...sources,
    cut: (span, what) => void cuts.push({ span, what }),
    refuse: (one) => void invalid.push(one),
    deadlock: (one) => void deadlocks.push(one),
    notUnderstood: (act) => void notUnderstood.push(act),
    effort: new Map(),
    memory: shared.memory,
    named: shared.named,
  };
  return { runs: classesOf(workflow, isCalled, input, shared.starts), invalid, deadlocks, cuts, notUnderstood };
}

const WORKFLOW = /^\.github\/workflows\/[^/]+$/u;

/** Whether a change of these files can change a run of the workflow. Only workflows are told apart from everything else. */
function concerned(
  workflow: WorkflowDocument,
  sources: WalkSources,
  changed: ReadonlySet<string>,
  seen = new Set<string>(),
): boolean {
  if (changed.has(workflow.path) || [...changed].some((path) => !WORKFLOW.test(path))) return true;
  seen.add(workflow.path);
  return workflow.jobs.some((job) => {
    const callee = calleeOf(job, workflow.path, sources.workflows);
    return callee !== undefined && !seen.has(callee.path) && concerned(callee, sources, changed, seen);
  });
}

/** Workflows that another one here calls. */
function calledFiles({ workflows }: WalkSources): ReadonlySet<string> {
  return new Set(
    [...workflows.values()].flatMap(({ path, jobs }) =>
      jobs.flatMap((job) => calleeOf(job, path, workflows)?.path ?? []),
    ),
  );
}

/** The workflow of this repository that a job calls. */
function calleeOf(
  job: Job,
  from: string,
  workflows: ReadonlyMap<string, WorkflowDocument>,
): WorkflowDocument | undefined {
  const uses = job.uses?.text.trim() ?? "";
  return uses.startsWith("./") ? workflows.get(uses.slice(2)) : (ownWorkflow(job, from, workflows) ?? undefined);
}

/**
 * The classes of one workflow. A call is no start of its own where somebody here calls it, or where it has other
 * starts; else it is walked once with free inputs.
 */
function classesOf(
  workflow: WorkflowDocument,
  isCalled: boolean,
  input: ClassInput,
  memory: StartMemory,
): readonly RunClass[] {
  const all = startsAsBefore(memory, workflow, {
    defaultBranch: input.defaultBranch,
    platform: input.config.platform,
    locked: input.online?.locked ?? [],
  });
  const own = all.filter(({ event }) => event !== "workflow_call");
  const used = own.length > 0 || isCalled ? own : all;
  return used.map((start, index) => classOf(workflow, start, index, input));
}

function classOf(workflow: WorkflowDocument, start: Start, index: number, input: ClassInput): RunClass {
  const id = `${workflow.path}@${index}`;
  const root = { file: workflow.path, label: start.label };
  const group = runGroup(workflow, start, input);
  const frame: Frame = {
    workflow,
    file: workflow.path,
    root,
    github: start.github,
    inputs: start.inputs,
    secrets: null,
    path: [],
    groups: group ? [group] : [],
    timeout: null,
    onFailure: false,
  };
  let assumed = false;
  const { units } = walkJobs(frame, ANY, { ...input, assume: () => void (assumed = true) });
  const activity = property(start.github, ["event", "action"]);
  const run: Omit<RunClass, "units"> & { units: readonly JobUnit[] } = {
    id,
    file: workflow.path,
    event: start.event,
    label: start.label,
    ref: property(start.github, ["ref"]),
    sha: property(start.github, ["sha"]),
    activity,
    action: literalOf(activity),
    cube: ANY,
    inputs: inputTexts(start.inputs),
    inputDefaults: defaultsOf(workflow, start.event),
    group,
    trigger: start.span,
    uncalled: start.event === "workflow_call",
    assumed,
    units: [],
  };
  run.units = units.map((draft, at) => unitOf(draft, run, `${id}#${at}`));
  return run;
}

function unitOf(draft: UnitDraft, run: RunClass, id: string): JobUnit {
  return { ...draft, run, id };
}

function runGroup(workflow: WorkflowDocument, start: Start, input: ClassInput): GroupDeclaration | null {
  if (!workflow.concurrency) return null;
  const contexts = new Map<string, Value>([
    ["github", start.github],
    ["inputs", start.inputs],
    ["vars", varsOf(input, null)],
  ]);
  const group = declareGroup(workflow.concurrency, {
    level: "workflow",
    owner: "",
    context: { contexts },
    platform: input.config.platform,
    label: start.label,
    refuse: input.refuse,
  });
  group?.uses(ANY);
  return group;
}

function defaultsOf(workflow: WorkflowDocument, event: string): ReadonlyMap<string, string> {
  const inputs = workflow.triggers.find((trigger) => trigger.event === event)?.inputs ?? [];
  return new Map(
    inputs.map(({ name, type, default: value }) => [name, value?.text ?? (type === "boolean" ? "false" : "")]),
  );
}

function property(value: Value, path: readonly string[]): Text {
  const found = path.reduce<Value | null>(
    (at, name) => (at && (at.kind === "object" || at.kind === "unknown") ? at.get(name) : null),
    value,
  );
  return found && found.kind !== "object" && found.kind !== "list" ? textOf(found) : [];
}

function inputTexts(inputs: Value): ReadonlyMap<string, Text> {
  if (inputs.kind !== "object" || !inputs.entries) return new Map();
  return new Map(inputs.entries.map(([name, value]) => [name, textOf(value)]));
}
