import { aliasesOf } from "../config/aliases.ts";
import { effectOf, knowsAction, looksMutating, reachesInto, recognise, type Catalogue } from "../catalogue/index.ts";
import type { Config, Day } from "../model/config.ts";
import type { OnlineFacts } from "../model/online.ts";
import type { Limit } from "../model/report.ts";
import type { Problem, Span } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";
import type { Walked } from "../runs/walk/types.ts";
import { rootProblems } from "../ecosystems/terraform/roots.ts";
import type { RunClass } from "../runs/units.ts";
import { ansibleProblems } from "../ecosystems/ansible/index.ts";
import { distinctNames } from "../runs/distinct-names.ts";
import { entrantsOf } from "../runs/entrants.ts";
import { joinSecrets } from "../runs/secrets.ts";
import { groupTargets } from "../runs/targets.ts";
import { idOf, refusedOf, unresolvedOf, usesOf, type Use } from "../runs/uses.ts";
import { walkWorkflows } from "../runs/walk/index.ts";
import { witnessOf } from "../runs/witness.ts";
import { bypassesOf } from "./bypasses.ts";
import { readDocuments, type Documents } from "./documents.ts";
import { withFamilies } from "./families.ts";
import { locator } from "./locate.ts";
import { seenNotWritten, touchedPaths } from "./seen.ts";
import type { Audit, AuditedTarget } from "./model.ts";
import { keptTargets } from "./kept.ts";
import { auditTarget } from "./targets.ts";
import { placeOf } from "../model/place.ts";

export interface PipelineInput {
  readonly tree: Tree;
  readonly config: Config;
  readonly today: Day;
  readonly strict: boolean;
  readonly defaultBranch: string;
  /** What GitHub says about the repository; null or absent: nobody asked. */
  readonly online?: OnlineFacts | null;
  readonly catalogue: Catalogue;
  /** Problems of the catalogue's own files in the tree. */
  readonly problems: readonly Problem[];
  /** An earlier audit of this tree, but for these files: workflows that none of them concerns are not walked again. */
  readonly known?: {
    readonly walked: ReadonlyMap<string, Walked>;
    readonly changed: ReadonlySet<string>;
    readonly targets?: readonly AuditedTarget[];
  };
}

/** From a tree to every fact that the rules look at. Pure; grammars must have been loaded. */
export function runPipeline(input: PipelineInput): Audit {
  const { tree, config, today } = input;
  const documents = readDocuments(tree, (action) => knowsAction(input.catalogue, action));
  const locate = locator(tree);
  const walked = walkAll(input, documents);
  const all = [...walked.values()];
  const runs = all.flatMap((one) => one.runs);
  const uses = distinctNames(joinSecrets(usesOf(runs)));
  const targets = auditTargets(input, uses, runs);
  return {
    tree,
    config,
    today,
    strict: input.strict,
    online: input.online ?? null,
    runs,
    entrants: entrantsOf(runs),
    targets,
    refused: refusedTargets(input, targets, runs),
    uses,
    unresolved: unresolvedOf(runs),
    problems: problemsOf(input, documents, runs),
    invalid: onePerPlace(all.flatMap(({ invalid }) => invalid)),
    deadlocks: all.flatMap(({ deadlocks }) => deadlocks),
    limits: unique(
      [...all.flatMap(({ cuts }) => cuts), ...targets.flatMap(unprovenCuts), ...targets.flatMap(unlistedCuts)].map(
        ({ span, what }): Limit => ({ file: span.file, line: locate(span).line, what }),
      ),
      (limit) => JSON.stringify(limit),
    ),
    notUnderstood: onePerPlace(all.flatMap((one) => one.notUnderstood)),
    seen: seenNotWritten(tree, runs),
    walked,
    locate,
    witness: (meeting) => witnessOf(meeting, locate),
  };
}

function walkAll(input: PipelineInput, documents: Documents): ReadonlyMap<string, Walked> {
  const { tree, config, catalogue } = input;
  return walkWorkflows({
    tree,
    config,
    defaultBranch: input.defaultBranch,
    workflows: documents.workflows,
    called: documents.called,
    action: documents.action,
    online: input.online ?? null,
    recognise: (act) => {
      const found = recognise(catalogue, act, tree);
      return found.length === 0 && looksMutating(catalogue, act) ? null : found;
    },
    effect: (act) => effectOf(catalogue, act, tree),
    ...(input.known ? { known: input.known } : {}),
  });
}

function auditTargets(input: PipelineInput, uses: readonly Use[], runs: readonly RunClass[]): readonly AuditedTarget[] {
  const { tree, config, today, known } = input;
  const nameOf = aliasesOf(
    config.targets,
    uses.map(({ id, recognition }) => idOf(recognition.kind, id)),
  );
  const kept = keptTargets(known?.targets ?? [], known?.changed ?? new Set());
  return withFamilies(
    groupTargets(uses, nameOf, reachesInto).map((target) => {
      const bypasses = bypassesOf(target, runs);
      return kept(target, bypasses) ?? auditTarget(target, bypasses, { config, today, tree });
    }),
  );
}

/** What only writers have that can never run: one at a time at most. */
function refusedTargets(
  { tree, config, today }: PipelineInput,
  targets: readonly AuditedTarget[],
  runs: readonly RunClass[],
): readonly AuditedTarget[] {
  const refused = joinSecrets(refusedOf(runs));
  const known = new Set(targets.map(({ id }) => id));
  return groupTargets(refused, (id) => id, reachesInto)
    .filter(({ id }) => !known.has(id))
    .map((target) => auditTarget(target, [], { config, today, tree, isRefused: true }));
}

function problemsOf(input: PipelineInput, documents: Documents, runs: readonly RunClass[]): readonly Problem[] {
  let used: ReadonlySet<string> | null = null;
  const isUsed = (path: string): boolean => (used ??= touchedPaths(runs, false)).has(path);
  return uniqueProblems([
    ...input.problems,
    ...documents.problems,
    ...playbookProblems(runs, input.tree),
    ...rootProblems(input.tree, (folder) => isUsed(folder === "" ? "." : folder)),
  ]);
}

/** Playbooks and inventories that a run names and nobody can read. */
function playbookProblems(runs: readonly RunClass[], tree: Tree): readonly Problem[] {
  return runs.flatMap(({ units }) =>
    units.flatMap(({ acts }) =>
      acts
        .filter(({ recognitions }) => recognitions.some(({ kind }) => kind === "ansible-fleet"))
        .flatMap(({ act }) => ansibleProblems(act, tree)),
    ),
  );
}

/** What is said of a pair of writers that the simulator did not bring together. */
function unprovenCuts({ id, unproven }: AuditedTarget): readonly { readonly span: Span; readonly what: string }[] {
  return unproven.map(({ a, b }) => ({
    span: a.use.act.act.via[0] ?? a.use.act.act.span,
    what: `a collision of jobs ${a.use.unit.job} and ${b.use.unit.job} on ${id} was left out, since playing its two runs did not bring them together`,
  }));
}

/** What is not said of each pair of writers, where there are very many. */
function unlistedCuts({
  id,
  presences,
  encounters,
}: AuditedTarget): readonly { readonly span: Span; readonly what: string }[] {
  const [first] = presences;
  if (!first || encounters.alike === 0) return [];
  const { act } = first.use.act;
  const what = `${encounters.alike} pairs of writers of ${id} are not listed one by one, since each is like one that is`;
  return [{ span: act.via[0] ?? act.span, what }];
}

/** Each once, by its name, in the order of first mention. */
function unique<T>(list: readonly T[], name: (one: T) => string): readonly T[] {
  return [...new Map([...list].reverse().map((one) => [name(one), one])).values()].reverse();
}

function onePerPlace<T extends { readonly span: Span }>(list: readonly T[]): readonly T[] {
  return unique(list, ({ span }) => placeOf(span));
}

function uniqueProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(
    (one, index) =>
      problems.findIndex(
        (other) =>
          other.message === one.message && other.span.file === one.span.file && other.span.start === one.span.start,
      ) === index,
  );
}
