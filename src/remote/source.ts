import { audit, type AuditOptions, type AuditResult } from "../audit/index.ts";
import type { Tree } from "../model/tree.ts";

/** Where an audit reads from when not everything is at hand: it asks, what is missing is fetched, it asks again. */
export interface Source {
  /** The tree as far as it is known. Another one after each `complete`. */
  readonly tree: () => Tree;
  /** Fetches what was asked for and was not there; false: nothing was. */
  readonly complete: () => Promise<boolean>;
  /** What could not be read, a line each. */
  readonly partial: () => readonly string[];
  /** All files are at hand, so that reading one more costs nothing. */
  readonly isWhole?: true;
}

/** Each round reads one step further: a workflow, the action it uses, the script that calls. */
const MOST_ROUNDS = 12;

/** A source whose files are all at hand. */
export function wholeSource(tree: Tree): Source {
  return { tree: () => tree, complete: () => Promise.resolve(false), partial: () => [], isWhole: true };
}

/** Audits a source until nothing is missing any more; what could not be read stands among the report's limits. */
export async function auditSource(source: Source, options: AuditOptions, watch: (tree: Tree) => Tree = (tree) => tree): Promise<AuditResult> {
  for (let round = 1; ; round += 1) {
    const result = await audit(watch(source.tree()), options);
    if (round < MOST_ROUNDS && (await source.complete())) continue;
    const partial = source.partial().map((what) => ({ file: null, line: null, what: `partial: ${what}` }));
    const report = { ...result.report, limits: [...partial, ...result.report.limits] };
    return { ...result, report };
  }
}
