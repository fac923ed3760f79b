import { audit, type AuditOptions, type AuditResult } from "../audit/index.ts";
import type { Tree } from "../model/tree.ts";
import type { Source } from "./source.ts";

/** Each round reads one step further: a workflow, the action it uses, the script that calls. */
const MOST_ROUNDS = 12;

/** Audits a source until nothing is missing any more; what could not be read stands among the report's limits. */
export async function auditSource(
  source: Source,
  options: AuditOptions,
  watch: (tree: Tree) => Tree = (tree) => tree,
): Promise<AuditResult> {
  for (let round = 1; ; round += 1) {
    const result = await audit(watch(source.tree()), options);
    if (round < MOST_ROUNDS && (await source.complete())) continue;
    const partial = source.partial().map((what) => ({ file: null, line: null, what: `partial: ${what}` }));
    const assumed = (options.online?.assumptions ?? []).map((what) => ({
      file: null,
      line: null,
      what: `on GitHub: ${what}`,
    }));
    const report = { ...result.report, limits: [...partial, ...assumed, ...result.report.limits] };
    return { ...result, report };
  }
}
