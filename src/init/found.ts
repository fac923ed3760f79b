import type { Report } from "../model/report.ts";
import { namesProduction } from "../policy/production.ts";

/** What a starter config talks about, gathered from an audit and the names of files. */
export interface Found {
  /** Environments that writers run in and whose names do not mean production already, sorted. */
  readonly environments: readonly string[];
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

/** What there is to say about a repository, from its report and its paths. */
export function whatWasFound(report: Report, paths: readonly string[]): Found {
  const { targets } = report;
  const environments = targets.map(({ environment }) => environment).filter((name) => name !== null);
  const fleets = targets.filter(({ kind, answers }) => kind === "ansible-fleet" && answers.capacity.source === "assumed");
  const unknown = targets.filter(({ invariants }) => invariants["recovery-known"] !== "holds");
  return {
    environments: [...new Set(environments)].filter((name) => !namesProduction(name)).sort(),
    fleets: fleets.map(({ id, answers }) => ({ id, assumed: answers.capacity.value })),
    withoutRunbook: countByKind(unknown.map(({ kind }) => kind)),
    runbooks: paths.filter((path) => RUNBOOK.test(path)),
  };
}
