import { effectOf, looksMutating, recognise, type Catalogue } from "../catalogue/index.ts";
import type { Act } from "../interpret/machine.ts";
import type { Config, Day } from "../model/config.ts";
import type { Limit } from "../model/report.ts";
import type { Problem, Span } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";
import { entrantsOf } from "../runs/entrants.ts";
import { joinSecrets } from "../runs/secrets.ts";
import { groupTargets } from "../runs/targets.ts";
import { unresolvedOf, usesOf } from "../runs/uses.ts";
import { walkWorkflows } from "../runs/walk/index.ts";
import { witnessOf } from "../runs/witness.ts";
import { bypassesOf } from "./bypasses.ts";
import { readDocuments } from "./documents.ts";
import { withFamilies } from "./families.ts";
import { locator } from "./locate.ts";
import { seenNotWritten } from "./seen.ts";
import type { Audit, Deadlock, InvalidGroup } from "./model.ts";
import { auditTarget } from "./targets.ts";

export interface PipelineInput {
  readonly tree: Tree;
  readonly config: Config;
  readonly today: Day;
  readonly strict: boolean;
  readonly defaultBranch: string;
  readonly catalogue: Catalogue;
  /** Problems of the catalogue's own files in the tree. */
  readonly problems: readonly Problem[];
}

/** From a tree to every fact that the rules look at. Pure; grammars must have been loaded. */
export function runPipeline(input: PipelineInput): Audit {
  const { tree, config, today, catalogue } = input;
  const documents = readDocuments(tree);
  const limits: Limit[] = [];
  const invalid: InvalidGroup[] = [];
  const deadlocks: Deadlock[] = [];
  const notUnderstood = new Map<string, Act>();
  const locate = locator(tree);
  const cut = (span: Span, what: string): void => void limits.push({ file: span.file, line: locate(span).line, what });
  const runs = walkWorkflows({
    tree, config, defaultBranch: input.defaultBranch, workflows: documents.workflows, action: documents.action, cut,
    refuse: (one) => { if (!invalid.some((other) => sameInvalid(one, other))) invalid.push(one); },
    deadlock: (one) => void deadlocks.push(one),
    recognise: (act) => {
      const found = recognise(catalogue, act, tree);
      if (found.length === 0 && looksMutating(catalogue, act)) notUnderstood.set(`${act.span.file}:${act.span.start}`, act);
      return found;
    },
    effect: (act) => effectOf(catalogue, act, tree),
  });
  const uses = joinSecrets(usesOf(runs));
  const synonyms = new Map(config.targets.flatMap(({ match, sameAs }) => (sameAs === null ? [] : [[match, sameAs] as const])));
  const grouped = groupTargets(uses, (id) => synonyms.get(id) ?? id);
  const targets = withFamilies(grouped.map((target) => auditTarget(target, bypassesOf(target, runs), config, today)));
  return {
    tree, config, today, strict: input.strict, runs, entrants: entrantsOf(runs), targets, uses, unresolved: unresolvedOf(runs),
    problems: uniqueProblems([...input.problems, ...documents.problems]), invalid, deadlocks,
    limits: uniqueLimits(limits), notUnderstood: [...notUnderstood.values()], seen: seenNotWritten(tree, runs),
    locate, witness: (meeting) => witnessOf(meeting, locate),
  };
}

function sameInvalid(a: InvalidGroup, b: InvalidGroup): boolean {
  return a.span.file === b.span.file && a.span.start === b.span.start;
}

function uniqueProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter((one, index) => problems.findIndex((other) => other.message === one.message
    && other.span.file === one.span.file && other.span.start === one.span.start) === index);
}

function uniqueLimits(limits: readonly Limit[]): readonly Limit[] {
  return [...new Map(limits.map((limit) => [JSON.stringify(limit), limit])).values()];
}

