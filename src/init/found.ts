import type { Report } from "../model/report.ts";
import { namesProduction } from "../policy/production.ts";

/** What a starter config talks about, gathered from an audit and the names of files. */
export interface Found {
  /** Environments that writers run in and whose names do not mean production already, sorted. */
  readonly environments: readonly string[];
  /** Secrets that tell targets apart, sorted. */
  readonly secrets: readonly string[];
  /** Fleets whose capacity is only assumed. */
  readonly fleets: readonly { readonly id: string; readonly assumed: number | null }[];
  /** Kinds with targets for which no tested way back is known, with how many of each. */
  readonly withoutRunbook: readonly { readonly kind: string; readonly count: number }[];
  /** Documents that look like runbooks. */
  readonly runbooks: readonly string[];
}

const RUNBOOK = /(?:^|\/)[^/]*(?:runbook|restore|recover|rollback|disaster|playbook)[^/]*\.(?:md|adoc|rst|txt)$/i;

function countByKind(kinds: readonly string[]): Found["withoutRunbook"] {
  return [...new Set(kinds)].sort().map((kind) => ({ kind, count: kinds.filter((each) => each === kind).length }));
}

const SECRET = /\{secrets\.([A-Za-z_]\w*)[^{}]*\}/g;

/**
 * What there is to say about a repository, from its report, its paths and the environments that its jobs run in: of a
 * target which jobs of several environments write, the report names none.
 */
export function whatWasFound(report: Report, paths: readonly string[], jobs: readonly string[] = []): Found {
  const { targets } = report;
  const environments = [...jobs, ...targets.map(({ environment }) => environment).filter((name) => name !== null)];
  const secrets = targets.flatMap(({ id }) => [...id.matchAll(SECRET)].map((match) => match[1] ?? ""));
  const fleets = targets.filter(
    ({ kind, answers }) => kind === "ansible-fleet" && answers.capacity.source === "assumed",
  );
  const unknown = targets.filter(({ invariants }) => invariants["recovery-known"] !== "holds");
  return {
    environments: [...new Set(environments)].filter((name) => !namesProduction(name)).sort(),
    secrets: [...new Set(secrets)].sort(),
    fleets: fleets.map(({ id, answers }) => ({ id, assumed: answers.capacity.value })),
    withoutRunbook: countByKind(unknown.map(({ kind }) => kind)),
    runbooks: paths.filter((path) => RUNBOOK.test(path)),
  };
}
