import { contextAvailability, unavailableAt, type Field } from "../ecosystems/github-actions/index.ts";
import { parseTemplate, references } from "../syntax/expression/index.ts";
import { canonical, isMention, literalOf, type Text } from "../values/text.ts";
import { targetsOf, type WritingJob } from "./writing-jobs.ts";

/** What a template is worth for each target of a job. */
export type Values = ReadonlyMap<string, Text>;

/** How a job says which target it is: a text with expressions, and what it is worth for each target. */
export interface Selector {
  readonly template: string;
  readonly values: Values;
}

/** References that name one thing of a run; whole events or contexts do not. */
const ONE_VALUE =
  /^(?:inputs\.[\w-]+|matrix\.[\w-]+|vars\.\w+|needs\.[\w-]+\.outputs\.[\w-]+|github\.(?:ref_name|head_ref|base_ref|ref|event(?:\.[\w-]+)+))$/u;
/** So long an expression is read at a glance. */
const READABLE = 100;
/** Of so many references pairs are tried. */
const MOST_PAIRED = 6;

/**
 * The first expression of a job whose value tells its targets apart, and nothing else: equal for equal targets,
 * different for different ones. Where a run writes several at once, the first of those that tell most of them apart:
 * a job has one group. Where the environment's name does it, that comes first, since people think in it.
 */
export function selectorOf(writing: WritingJob): Selector | null {
  const all = targetsOf(writing).length;
  let best: { readonly selector: Selector; readonly apart: number } | null = null;
  for (const template of templatesOf(writing)) {
    const values = valuesOf(template, writing);
    const apart = values && !isAlike(values) ? differentIn(values) : 0;
    if (!values || apart < (best?.apart ?? (all > 1 ? 2 : 1))) continue;
    if (best === null || apart > best.apart || isHandier({ template, values }, best.selector))
      best = { selector: { template, values }, apart };
    if (apart === all && template.length <= READABLE) break;
  }
  return best?.selector ?? null;
}

/** An expression that nobody can take in gives way to a shorter one, as long as that is known to say nothing else. */
function isHandier({ template, values }: Selector, known: Selector): boolean {
  return (
    known.template.length > READABLE &&
    template.length < known.template.length &&
    [...values.values()].every((text) => literalOf(text) !== null)
  );
}

/** A text that has, for each of a job's targets, the value that is wanted there: an expression of its own, or a literal. */
export function matching(writing: WritingJob, wanted: Values): string | null {
  const targets = targetsOf(writing);
  const first = wanted.get(targets[0] ?? "");
  const fixed = first && targets.every((target) => same(wanted.get(target), first)) ? literalOf(first) : null;
  if (fixed !== null) return fixed;
  return (
    templatesOf(writing).find((template) => {
      const values = valuesOf(template, writing);
      return values !== null && targets.every((target) => same(values.get(target), wanted.get(target)));
    }) ?? null
  );
}

/**
 * The selector with the values of targets that its own job does not write: another job's expression that agrees on those
 * which both write tells the others, and a job that stands for one value does so for all its targets.
 */
export function spread({ template, values }: Selector, jobs: readonly WritingJob[]): Selector {
  const known = new Map(values);
  for (let grown = true; grown; ) {
    grown = false;
    for (const job of jobs) {
      const targets = targetsOf(job);
      const shared = targets.filter((target) => known.has(target));
      if (shared.length === 0 || shared.length === targets.length) continue;
      const more = agreeing(job, shared, known) ?? oneForAll(targets, shared, known);
      for (const [target, value] of more ?? []) if (!known.has(target)) known.set(target, value);
      grown ||= more !== null;
    }
  }
  return { template, values: known };
}

/** What the first expression of a job comes out as that has the known values for the targets that have one. */
function agreeing(job: WritingJob, shared: readonly string[], known: Values): Values | null {
  for (const template of templatesOf(job)) {
    const values = valuesOf(template, job);
    if (values && shared.every((target) => same(values.get(target), known.get(target)))) return values;
  }
  return null;
}

function oneForAll(targets: readonly string[], shared: readonly string[], known: Values): Values | null {
  const [value, ...others] = shared.map((target) => known.get(target));
  if (!value || literalOf(value) === null || !others.every((other) => same(value, other))) return null;
  return new Map(targets.map((target) => [target, value]));
}

/** What a template comes out as for each target of a job; null where it is not one value for one target. */
export function valuesOf(template: string, { uses }: WritingJob): Values | null {
  const values = new Map<string, Text>();
  for (const { use, target, cube } of uses) {
    const [value, ...more] = use.unit.evaluate(template, cube);
    if (!value || value.length === 0 || more.length > 0) return null;
    const known = values.get(target);
    if (known && !same(known, value)) return null;
    values.set(target, value);
  }
  return values;
}

/** Group names compare without regard to case. */
export function same(a: Text | undefined, b: Text | undefined): boolean {
  return a !== undefined && b !== undefined && canonical(a).toLowerCase() === canonical(b).toLowerCase();
}

/** Whether every run has the same: the name of an account tells nobody which preview is meant. */
function isAlike(values: Values): boolean {
  const [first = [], ...others] = values.values();
  return others.length === 0 && first.every((part) => isMention(part) && part.variable.kind === "constant");
}

function differentIn(values: Values): number {
  return new Set([...values.values()].map((text) => canonical(text).toLowerCase())).size;
}

/**
 * Templates that may say which target a job is at: its expressions as they are written, what they read, and pairs of
 * that, as far as a job's `concurrency` may use it.
 */
function templatesOf({ workflow, job }: WritingJob): readonly string[] {
  const fields: readonly (Field | null | undefined)[] = [
    job.environment?.name,
    job.concurrency?.group,
    ...job.env.entries,
    ...job.with.entries,
    ...workflow.env.entries,
    ...job.steps.flatMap((step) => [...step.env.entries, ...step.with.entries, step.run, step.workingDirectory]),
    job.condition,
  ];
  const parts = fields.flatMap((field) => (field ? parseTemplate(field.text) : []));
  const asts = parts.flatMap((part) =>
    part.kind === "expression" && part.parsed.ok ? [{ body: part.body.trim(), ast: part.parsed.ast }] : [],
  );
  const { contexts } = contextAvailability("job-concurrency");
  const whole = asts
    .filter(
      ({ body, ast }) =>
        references(ast).length > 0 && unavailableAt("job-concurrency", ast).length === 0 && !body.includes("\n"),
    )
    .map(({ body }) => body);
  const read = asts
    .flatMap(({ ast }) => references(ast).map(({ path }) => path.map((step) => step ?? "*").join(".")))
    .filter((path) => ONE_VALUE.test(path) && contexts.has(path.slice(0, path.indexOf("."))));
  const singles = [...new Set([...whole, ...read])].map((body) => `\${{ ${body} }}`);
  const paired = [...new Set(read)].slice(0, MOST_PAIRED).map((body) => `\${{ ${body} }}`);
  const pairs = paired.flatMap((a, index) => paired.slice(index + 1).map((b) => `${a}-${b}`));
  return [...singles, ...pairs];
}
