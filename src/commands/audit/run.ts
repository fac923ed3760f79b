import { appendFileSync } from "node:fs";
import { basename } from "node:path";
import { audit, type AuditResult } from "../../audit/index.ts";
import { type Checkout, openCheckout } from "../../io/checkout.ts";
import { today } from "../../io/clock.ts";
import { loadConfig } from "../../io/config-file.ts";
import { say, writeResult } from "../../io/output.ts";
import { outputColumns, wantsColor, withProgress } from "../../io/terminal.ts";
import { UserError } from "../../io/user-error.ts";
import { packageVersion } from "../../io/version.ts";
import type { Report } from "../../model/report.ts";
import { loadReporter } from "../../reporters/index.ts";
import type { TextOptions } from "../../reporters/text/options.ts";
import type { AuditFlags } from "./flags.ts";
import { exitCodeOf } from "./outcome.ts";

/** What one audit needs beside the files: found once, used for the base of a change too. */
async function auditCheckout(checkout: Checkout, flags: AuditFlags): Promise<AuditResult> {
  const { given, top, root } = checkout;
  const config = await loadConfig({ option: flags.config, given, top, root });
  if (flags.verbose) for (const line of [...checkout.notices, `config: ${config.file ?? "none"}`]) say(line);
  const { tree, done } = withProgress(checkout.tree);
  try {
    return await audit(tree, {
      config,
      today: today(),
      strict: flags.strict === true,
      defaultBranch: checkout.defaultBranch,
      version: packageVersion(),
    });
  } finally {
    done();
  }
}

function textOptions(result: AuditResult, checkout: Checkout, flags: AuditFlags): TextOptions {
  return {
    sources: result.sources,
    subject: process.env["GITHUB_REPOSITORY"] ?? basename(checkout.root),
    color: wantsColor(flags.output === undefined ? flags.color : (flags.color ?? false)),
    width: flags.output === undefined ? outputColumns() : 100,
    notes: flags.notes === true,
  };
}

/** On GitHub, annotations come with a page of their own for the run. */
async function writeSummary(report: Report, options: TextOptions, flags: AuditFlags): Promise<void> {
  const file = process.env["GITHUB_STEP_SUMMARY"] ?? "";
  if (flags.format !== "github" || file === "") return;
  const { githubSummary } = await import("../../reporters/github.ts");
  appendFileSync(file, githubSummary(report, options));
}

/**
 * `signalbox audit`: reads, audits, prints.
 *
 * @returns the exit code: 0 nothing at or above `--fail-on`, 1 findings
 * @throws UserError when the audit cannot be done (exit code 2)
 */
export async function auditCommand(path: string, flags: AuditFlags): Promise<number> {
  const started = performance.now();
  const checkout = await openCheckout(path);
  if (!checkout.isAuditable && flags.allowEmpty !== true) {
    throw new UserError(`no workflow, Terraform, Helm or Ansible file under ${path}. Pass the repository's root.`);
  }
  const result = await auditCheckout(checkout, flags);
  const options = textOptions(result, checkout, flags);
  const report = await loadReporter(flags.format);
  await writeResult(report(result.report, options), flags.output);
  await writeSummary(result.report, options, flags);
  if (flags.verbose) say(`${checkout.tree.paths.length} files in ${Math.round(performance.now() - started)} ms`);
  return exitCodeOf(result.report, flags.failOn);
}
