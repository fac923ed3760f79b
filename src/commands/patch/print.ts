import { adviceFor } from "../../fixes/advice.ts";
import { composeEdits } from "../../fixes/compose.ts";
import { unifiedDiff, type Change } from "../../fixes/diff.ts";
import type { Plan, PlannedFix } from "../../fixes/plan.ts";
import type { Audit } from "../../audit/model.ts";
import type { Finding } from "../../model/finding.ts";
import type { Edit } from "../../model/report.ts";
import type { Tree } from "../../model/tree.ts";
import { jsonText } from "../../reporters/view/json-text.ts";

/** The diff of a whole plan. */
export function diffOfPlan(tree: Tree, { files }: Plan): string {
  return unifiedDiff(changes(tree, files));
}

/** The diff of one fix, on top of the ones before it. */
export function diffOfFix(tree: Tree, fix: PlannedFix, before: PlannedFix | undefined): string {
  return unifiedDiff(changes(tree, fix.files, before?.files));
}

/** Texts before and after; `before`: what earlier fixes have made of the files. */
export function changes(
  tree: Tree,
  files: ReadonlyMap<string, string>,
  before?: ReadonlyMap<string, string>,
): ReadonlyMap<string, Change> {
  return new Map(
    [...files].map(([path, after]) => {
      const read = tree.read(path);
      return [path, { before: before?.get(path) ?? (read?.ok ? read.file.text : null), after }];
    }),
  );
}

/**
 * A plan as JSON for editors. Each edit counts in the file as it is now: all edits together, from the end of a file
 * backwards, give what `--write` writes. An edit that two fixes share stands in both.
 */
export function planAsJson(tree: Tree, audit: Audit, plan: Plan, left: readonly Finding[]): string {
  const composed = composeEdits(plan.fixes.map(({ fix }) => fix.edits));
  const fixes = plan.fixes.map(({ finding, fix }, index) => ({
    ...named(finding),
    confidence: finding.confidence,
    title: fix.title,
    safety: fix.safety,
    edits: composed.filter(({ of }) => of.has(index)).map((edit) => withRange(tree, edit)),
    ...(finding.witness ? { witness: finding.witness } : {}),
  }));
  const rest = left.map((finding) => ({ ...named(finding), advice: adviceFor(audit, finding) }));
  return jsonText({ schemaVersion: 1, fixes, left: rest });
}

function named({
  rule,
  severity,
  target,
  message,
}: Finding): Pick<Finding, "rule" | "severity" | "target" | "message"> {
  return { rule, severity, target, message };
}

/** Lines and columns from 1, as in the report; offsets from 0. */
function withRange(tree: Tree, { file, start, end, text }: Edit): Edit & { readonly range: unknown } {
  const read = tree.read(file);
  const before = read?.ok ? read.file.text : "";
  return { file, start, end, text, range: { start: placeOf(before, start), end: placeOf(before, end) } };
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
