import { auditor } from "../../audit/index.ts";
import type { Audit } from "../../audit/model.ts";
import { adviceFor } from "../../fixes/advice.ts";
import { planFixes, type Plan } from "../../fixes/plan.ts";
import { proverFor, shown } from "../../fixes/prover.ts";
import { openCheckout, type Checkout } from "../../io/checkout.ts";
import { today } from "../../io/clock.ts";
import { loadConfig } from "../../io/config-file.ts";
import { say, writeResult } from "../../io/output.ts";
import { UserError } from "../../io/user-error.ts";
import { packageVersion } from "../../io/version.ts";
import type { Finding } from "../../model/finding.ts";
import { askFor, terminal } from "./ask.ts";
import { checkFlags, countsAsLeft, wantedBy, type PatchFlags } from "./flags.ts";
import { diffOfFix, diffOfPlan, planAsJson } from "./print.ts";
import { writeFiles, writePatches } from "./write.ts";

/**
 * `signalbox patch`: prints, or writes, the fixes that prove themselves.
 *
 * @returns the exit code: 0 everything that was asked for is fixed, 1 findings at or above warning remain
 * @throws UserError when it cannot be done (exit code 2)
 */
export async function patchCommand(path: string, flags: PatchFlags): Promise<number> {
  checkFlags(flags);
  const checkout = await openCheckout(path);
  if (!checkout.isAuditable)
    throw new UserError(`no workflow, Terraform, Helm or Ansible file under ${path}. Pass the repository's root.`);
  const { given, top, root, tree, defaultBranch } = checkout;
  const config = await loadConfig({ option: flags.config, given, top, root });
  const engine = await auditor(tree, {
    config,
    today: today(),
    strict: false,
    defaultBranch,
    version: packageVersion(),
  });
  const start = shown(engine.audit(tree));
  const asked = flags.interactive ? askFor(tree, terminal()) : null;
  const plan = await planFixes(start, wantedBy(flags), proverFor(engine, tree), asked?.ask).finally(() =>
    asked?.close(),
  );
  const left = plan.left.filter((finding) => countsAsLeft(finding, flags));
  await deliver(plan, left, start.audit, checkout, flags);
  summarise(plan, left, start.audit);
  return left.length > 0 ? 1 : 0;
}

async function deliver(
  plan: Plan,
  left: readonly Finding[],
  audit: Audit,
  { tree, root }: Checkout,
  flags: PatchFlags,
): Promise<void> {
  if (flags.write) writeFiles(root, tree, plan.files);
  if (flags.output !== undefined)
    return writePatches(
      flags.output,
      plan.fixes.map((fix, index) => [fix, diffOfFix(tree, fix, plan.fixes[index - 1])]),
    );
  if (flags.format === "json") return writeResult(planAsJson(tree, audit, plan, left), undefined);
  if (!flags.write) await writeResult(diffOfPlan(tree, plan), undefined);
}

function summarise(plan: Plan, left: readonly Finding[], audit: Audit): void {
  for (const { finding, fix } of plan.fixes) {
    const doubt = finding.confidence === "high" ? "" : `, the finding has confidence ${finding.confidence}`;
    say(`${nameOf(finding)}: ${fix.title} (${fix.safety}${doubt})`);
  }
  if (left.length > 0) say(`${left.length} finding${left.length === 1 ? "" : "s"} left to people:`);
  for (const finding of left) say(`  ${nameOf(finding)}: ${adviceFor(audit, finding)}`);
  if (plan.fixes.length === 0 && left.length === 0) say("nothing to fix");
}

function nameOf({ rule, target, spans }: Finding): string {
  const [place] = spans;
  if (target !== null) return `${rule} on ${target}`;
  return place ? `${rule} in ${place.file}` : rule;
}
