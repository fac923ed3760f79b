import { auditor } from "../../audit/index.ts";
import { matchesId } from "../../config/match.ts";
import { unifiedDiff } from "../../fixes/diff.ts";
import { planFixes, type Plan, type PlannedFix, type Wanted } from "../../fixes/plan.ts";
import { proverFor } from "../../fixes/prover.ts";
import { openCheckout, type Checkout } from "../../io/checkout.ts";
import { today } from "../../io/clock.ts";
import { loadConfig } from "../../io/config-file.ts";
import { say, writeResult } from "../../io/output.ts";
import { UserError } from "../../io/user-error.ts";
import { packageVersion } from "../../io/version.ts";
import type { Finding } from "../../model/finding.ts";
import type { Tree } from "../../model/tree.ts";
import { RULES } from "../../rules/index.ts";
import { nearest } from "../../config/nearest.ts";
import { writeFiles, writePatches } from "./write.ts";
import { askFor } from "./ask.ts";

export interface PatchFlags {
  readonly write?: true;
  readonly unsafe?: true;
  readonly rule?: readonly string[];
  readonly target?: readonly string[];
  readonly file?: readonly string[];
  readonly interactive?: true;
  readonly output?: string;
  readonly format: "diff" | "json";
  readonly config?: string | false;
}

/**
 * `signalbox patch`: prints, or writes, the fixes that prove themselves.
 *
 * @returns the exit code: 0 everything that was asked for is fixed, 1 findings at or above warning remain
 * @throws UserError when it cannot be done (exit code 2)
 */
export async function patchCommand(path: string, flags: PatchFlags): Promise<number> {
  checkFlags(flags);
  const checkout = await openCheckout(path);
  if (!checkout.isAuditable) throw new UserError(`no workflow, Terraform, Helm or Ansible file under ${path}. Pass the repository's root.`);
  const { given, top, root, tree, defaultBranch } = checkout;
  const config = await loadConfig({ option: flags.config, given, top, root });
  const engine = await auditor(tree, { config, today: today(), strict: false, defaultBranch, version: packageVersion() });
  const start = engine.audit(tree);
  const wanted: Wanted = { unsafe: flags.unsafe === true, includes: (finding) => includes(finding, flags) };
  const plan = await planFixes(start, wanted, proverFor(engine, tree), flags.interactive ? askFor(tree) : undefined);
  await deliver(plan, checkout, flags);
  const left = plan.left.filter(({ severity }) => severity !== "note");
  summarise(plan, left);
  return left.length > 0 ? 1 : 0;
}

function checkFlags(flags: PatchFlags): void {
  for (const rule of flags.rule ?? []) {
    if (Object.hasOwn(RULES, rule)) continue;
    const near = nearest(rule, Object.keys(RULES));
    throw new UserError(`--rule ${rule} is no rule.${near ? ` Did you mean ${near}?` : ""}`);
  }
  if (flags.write && flags.output !== undefined) throw new UserError("--write edits in place and --output writes patches: use one of them.");
}

function includes(finding: Finding, { rule, target, file }: PatchFlags): boolean {
  if (finding.severity === "note" && !rule?.includes(finding.rule)) return false;
  return (!rule || rule.includes(finding.rule))
    && (!target || (finding.target !== null && target.some((pattern) => matchesId(pattern, finding.target ?? ""))))
    && (!file || finding.spans.some((span) => file.includes(span.file)));
}

async function deliver(plan: Plan, { tree, root }: Checkout, flags: PatchFlags): Promise<void> {
  if (flags.write) return writeFiles(root, tree, plan.files);
  if (flags.output !== undefined) return writePatches(flags.output, plan.fixes.map((fix, index) => [fix, diffOf(tree, fix, plan.fixes[index - 1])]));
  if (flags.format === "json") {
    const fixes = plan.fixes.map(({ finding, fix }) => ({ rule: finding.rule, target: finding.target, message: finding.message, ...fix }));
    return writeResult(`${JSON.stringify({ fixes }, null, 2)}\n`, undefined);
  }
  await writeResult(unifiedDiff(textsOf(tree, plan.files)), undefined);
}

function textsOf(tree: Tree, files: ReadonlyMap<string, string>, before?: ReadonlyMap<string, string>): Parameters<typeof unifiedDiff>[0] {
  return new Map([...files].map(([path, after]) => {
    const read = tree.read(path);
    return [path, { before: before?.get(path) ?? (read?.ok ? read.file.text : ""), after }];
  }));
}

function diffOf(tree: Tree, fix: PlannedFix, before: PlannedFix | undefined): string {
  return unifiedDiff(textsOf(tree, fix.files, before?.files));
}

function summarise(plan: Plan, left: readonly Finding[]): void {
  for (const { finding, fix } of plan.fixes) say(`${finding.rule}${finding.target ? ` on ${finding.target}` : ""}: ${fix.title} (${fix.safety})`);
  if (left.length > 0) say(`${left.length} finding${left.length === 1 ? "" : "s"} left to people: ${[...new Set(left.map(({ rule }) => rule))].join(", ")}`);
  if (plan.fixes.length === 0 && left.length === 0) say("nothing to fix");
}
