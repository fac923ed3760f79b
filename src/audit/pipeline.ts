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
import { entrantsOf } from "../runs/entrants.ts";
import { joinSecrets } from "../runs/secrets.ts";
import { groupTargets } from "../runs/targets.ts";
import { idOf, unresolvedOf, usesOf } from "../runs/uses.ts";
import { walkWorkflows } from "../runs/walk/index.ts";
import { witnessOf } from "../runs/witness.ts";
import { bypassesOf } from "./bypasses.ts";
import { readDocuments } from "./documents.ts";
import { withFamilies } from "./families.ts";
import { locator } from "./locate.ts";
import { seenNotWritten, touchedPaths } from "./seen.ts";
import type { Audit, AuditedTarget } from "./model.ts";
import { keptTargets } from "./kept.ts";
import { auditTarget } from "./targets.ts";

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
  const { tree, config, today, catalogue } = input;
  const documents = readDocuments(tree, (action) => knowsAction(catalogue, action));
  const locate = locator(tree);
  const walked = walkWorkflows({
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
  const all = [...walked.values()];
  const runs = all.flatMap((one) => one.runs);
  const used = touchedPaths(runs, false);
  const uses = joinSecrets(usesOf(runs));
  const nameOf = aliasesOf(
    config.targets,
    uses.map(({ id, recognition }) => idOf(recognition.kind, id)),
  );
  const grouped = groupTargets(uses, nameOf, reachesInto);
  const kept = keptTargets(input.known?.targets ?? [], input.known?.changed ?? new Set());
  const targets = withFamilies(
    grouped.map((target) => {
      const bypasses = bypassesOf(target, runs);
      return kept(target, bypasses) ?? auditTarget(target, bypasses, { config, today, tree });
    }),
  );
  return {
    tree,
    config,
    today,
    strict: input.strict,
    online: input.online ?? null,
    runs,
    entrants: entrantsOf(runs),
    targets,
    uses,
    unresolved: unresolvedOf(runs),
    problems: uniqueProblems([
      ...input.problems,
      ...documents.problems,
      ...playbookProblems(runs, tree),
      ...rootProblems(tree, (folder) => used.has(folder === "" ? "." : folder)),
    ]),
    invalid: unique(
      all.flatMap(({ invalid }) => invalid),
      ({ span }) => `${span.file}:${span.start}`,
    ),
    deadlocks: all.flatMap(({ deadlocks }) => deadlocks),
    limits: unique(
      [...all.flatMap(({ cuts }) => cuts), ...targets.flatMap(unprovenCuts)].map(
        ({ span, what }): Limit => ({ file: span.file, line: locate(span).line, what }),
      ),
      (limit) => JSON.stringify(limit),
    ),
    notUnderstood: unique(
      all.flatMap((one) => one.notUnderstood),
      ({ span }) => `${span.file}:${span.start}`,
    ),
    seen: seenNotWritten(tree, runs),
    walked,
    locate,
    witness: (meeting) => witnessOf(meeting, locate),
  };
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

/** Each once, by its name, in the order of first mention. */
function unique<T>(list: readonly T[], name: (one: T) => string): readonly T[] {
  return [...new Map([...list].reverse().map((one) => [name(one), one])).values()].reverse();
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
