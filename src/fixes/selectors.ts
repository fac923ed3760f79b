import type { Job } from "../ecosystems/github-actions/index.ts";
import { expressionsIn, references } from "../syntax/expression/index.ts";
import type { Use } from "../runs/uses.ts";
import { canonical, literalOf, type Text } from "../values/text.ts";

/** A job that writes, with the targets that each of its runs writes. */
export interface WritingJob {
  readonly file: string;
  readonly job: string;
  /** Use and the id of the target it is in. */
  readonly uses: readonly { readonly use: Use; readonly target: string }[];
}

/** How a job says which target it is: the expression, and what it is worth for each target. */
export interface Selector {
  readonly expression: string;
  readonly values: ReadonlyMap<string, Text>;
}

/** Contexts that exist in a job's `concurrency`. */
const USABLE = /^(?:inputs\.[\w-]+|matrix\.[\w-]+|needs\.[\w-]+\.outputs\.[\w-]+|github\.(?:ref_name|head_ref|base_ref|ref|event\.pull_request\.number|event\.number))$/u;

/**
 * The first expression of a job whose value tells its targets apart, and nothing else: equal for equal targets,
 * different for different ones. Where the environment's name does it, that comes first, since people think in it.
 */
export function selectorOf(job: Job, writing: WritingJob): Selector | null {
  for (const expression of candidates(job)) {
    const values = valuesOf(expression, writing);
    if (values && tellsApart(values)) return { expression, values };
  }
  return null;
}

/** An expression of a job that has, for each of its targets, the value that another job's selector has for it. */
export function matching(job: Job, writing: WritingJob, wanted: ReadonlyMap<string, Text>): string | null {
  const targets = [...new Set(writing.uses.map(({ target }) => target))];
  for (const expression of candidates(job)) {
    const values = valuesOf(expression, writing);
    if (values && targets.every((target) => same(values.get(target), wanted.get(target)))) return `\${{ ${expression} }}`;
  }
  const [only] = targets;
  const value = targets.length === 1 && only !== undefined ? wanted.get(only) : undefined;
  return value ? literalOf(value) : null;
}

function same(a: Text | undefined, b: Text | undefined): boolean {
  return a !== undefined && b !== undefined && canonical(a) === canonical(b);
}

function candidates(job: Job): readonly string[] {
  const fields = [
    job.environment?.name, job.concurrency?.group, ...job.env.entries, ...job.with.entries, job.condition,
    ...job.steps.flatMap((step) => [...step.env.entries, ...step.with.entries, step.run, step.workingDirectory]),
  ];
  const texts = fields.flatMap((field) => (field ? [field.text] : []));
  const found = texts.flatMap((text) => expressionsIn(text).flatMap(({ ast }) => references(ast).map(({ path }) => path.join("."))));
  return [...new Set(found)].filter((path) => USABLE.test(path));
}

function valuesOf(expression: string, { uses }: WritingJob): ReadonlyMap<string, Text> | null {
  const values = new Map<string, Text>();
  for (const { use, target } of uses) {
    const [value, ...more] = use.unit.evaluate(`\${{ ${expression} }}`, use.cube);
    if (!value || value.length === 0 || more.length > 0) return null;
    const known = values.get(target);
    if (known && !same(known, value)) return null;
    values.set(target, value);
  }
  return values;
}

function tellsApart(values: ReadonlyMap<string, Text>): boolean {
  const names = [...values.values()].map((text) => canonical(text).toLowerCase());
  return new Set(names).size === names.length;
}
