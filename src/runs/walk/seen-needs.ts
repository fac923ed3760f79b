import type { Job } from "../../ecosystems/github-actions/index.ts";
import { canonical } from "../../values/text.ts";
import type { JobResult } from "./results.ts";

/** What a job's text names of the jobs before it, in lower case: `job.output`, `job` for its result; null: anything. */
type Named = ReadonlySet<string> | null;

type Needs = ReadonlyMap<string, JobResult>;

/** A name for what a job can see of its needs, without or with what only its `if:` sees. */
export function nameOfSeen(job: Job, needs: Needs, from: "all of the job" | "after its if"): string {
  const named = namedBy(job)[from === "after its if" ? "rest" : "all"];
  const all = [...needs.values()];
  const ended = [
    all.every(({ good }) => good),
    all.some(({ result }) => result === "failure"),
    all.some(({ ran }) => ran),
  ];
  const each = [...needs].map(([id, need]) => {
    const { result, skippable } = need;
    const own = named === null || named.has(id.toLowerCase()) ? `${result} ${skippable === true}` : "";
    return `${id} ${own} ${outputsIn(id, need, named)}`;
  });
  return [...ended, ...each].join("|");
}

/** A name for what the job sees of its needs' outputs once its `if:` has let it in. */
export function outputsOf(job: Job, needs: Needs): string {
  const { rest } = namedBy(job);
  return [...needs].map(([id, need]) => `${id}:${outputsIn(id, need, rest)}`).join("|");
}

function outputsIn(id: string, { outputs }: JobResult, named: Named): string {
  const seen = [...outputs].filter(([name]) => named === null || named.has(`${id}.${name}`.toLowerCase()));
  return seen.map(([name, text]) => `${name}=${canonical(text)}`).join(";");
}

interface OfJob {
  readonly all: Named;
  readonly rest: Named;
}

const KNOWN = new WeakMap<Job, OfJob>();

function namedBy(job: Job): OfJob {
  const known = KNOWN.get(job);
  if (known) return known;
  const { condition, ...others } = job;
  const rest = namedIn(expressionsIn(others));
  const own = namedIn([condition?.text ?? ""]);
  const found = { all: rest && own && new Set([...rest, ...own]), rest };
  KNOWN.set(job, found);
  return found;
}

/** `needs.build.outputs.tag`, `needs.build.result`; any other mention of `needs` may see everything. */
const MENTION = /\bneeds\b(?:\.([\w-]+)\.(?:outputs\.([\w-]+)|result\b))?/giu;

function namedIn(expressions: readonly string[]): Named {
  const out = new Set<string>();
  for (const [mention, job, output] of expressions.flatMap((text) => [...text.matchAll(MENTION)])) {
    if (/^needs$/iu.test(mention)) return null;
    out.add((output === undefined ? `${job}` : `${job}.${output}`).toLowerCase());
  }
  return out;
}

/** Every `${{ }}` and every `if:` of a step, wherever it stands in the job. */
function expressionsIn(node: unknown, seen = new Set<unknown>()): readonly string[] {
  if (typeof node === "string") return node.match(/\$\{\{.*?\}\}/gsu) ?? [];
  if (typeof node !== "object" || node === null || seen.has(node)) return [];
  seen.add(node);
  const condition = "condition" in node ? (node.condition as Job["condition"]) : null;
  return [
    ...(condition ? [condition.text] : []),
    ...Object.values(node).flatMap((inner) => expressionsIn(inner, seen)),
  ];
}
