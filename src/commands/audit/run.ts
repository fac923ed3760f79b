import { appendFileSync } from "node:fs";
import { basename, relative, sep } from "node:path";
import { audit, type AuditOptions } from "../../audit/index.ts";
import { type Checkout, openCheckout } from "../../io/checkout.ts";
import { today } from "../../io/clock.ts";
import { loadConfig } from "../../io/config-file.ts";
import { say, writeResult } from "../../io/output.ts";
import { outputColumns, wantsColor, withProgress } from "../../io/terminal.ts";
import { UserError } from "../../io/user-error.ts";
import { packageVersion } from "../../io/version.ts";
import type { Report } from "../../model/report.ts";
import { type Format, loadReporter } from "../../reporters/index.ts";
import type { TextOptions } from "../../reporters/text/options.ts";
import { loadRules } from "../../rules/index.ts";
import type { AuditFlags } from "./flags.ts";
import { exitCodeOf } from "./outcome.ts";

/** The files that a report quotes, and what it was compared with. */
type Quoted = Pick<TextOptions, "sources" | "change">;

type Outcome = { readonly report: Report } & Quoted;

async function auditOptions(checkout: Checkout, flags: AuditFlags): Promise<AuditOptions> {
  const { given, top, root, defaultBranch } = checkout;
  const config = await loadConfig({ option: flags.config, given, top, root });
  return { config, today: today(), strict: flags.strict === true, defaultBranch, version: packageVersion() };
}

async function auditCheckout(checkout: Checkout, options: AuditOptions): Promise<Outcome> {
  const { tree, done } = withProgress(checkout.tree);
  try {
    return await audit(tree, options);
  } finally {
    done();
  }
}

/** Leaves in a report what `--base` and `--baseline` ask for; what a baseline lists is known on both sides. */
async function gate(outcome: Outcome, checkout: Checkout, flags: AuditFlags, options: AuditOptions): Promise<Outcome> {
  const hideKnown = await baselineOf(outcome.report, checkout, flags);
  const report = hideKnown(outcome.report);
  const { base } = flags;
  if (base === undefined) return { ...outcome, report };
  const { compareWithBase } = await import("./base.ts");
  return { ...outcome, ...(await compareWithBase(report, checkout, { ...flags, base, hideKnown }, options)) };
}

async function baselineOf(report: Report, { root }: Checkout, flags: AuditFlags): Promise<(report: Report) => Report> {
  if (flags.baseline === undefined) return (same) => same;
  const { openBaseline, writeBaseline } = await import("./baseline.ts");
  if (flags.writeBaseline) writeBaseline(report, flags.baseline);
  return openBaseline(flags.baseline, root);
}

/** Where the audited folder lies in its repository, as `infra/`; empty at its root. */
function prefixOf({ top, root }: Checkout): string {
  const path = relative(top, root).split(sep).join("/");
  return path === "" ? "" : `${path}/`;
}

/** What formats say about rules beside their findings; the audit has loaded the rules already. */
async function ruleHelp(format: Format): Promise<Pick<TextOptions, "rules">> {
  if (format === "text" || format === "json") return {};
  return { rules: new Map((await loadRules()).map(({ meta }) => [meta.id, meta])) };
}

function textOptions(quoted: Quoted, checkout: Checkout, flags: AuditFlags): TextOptions {
  const isFile = flags.output !== undefined;
  return {
    ...quoted,
    subject: process.env["GITHUB_REPOSITORY"] ?? basename(checkout.root),
    prefix: prefixOf(checkout),
    color: wantsColor(isFile ? (flags.color ?? false) : flags.color),
    width: isFile ? 100 : outputColumns(),
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

/** What is not decided by one flag alone. */
function checkFlags(path: string, checkout: Checkout, flags: AuditFlags): void {
  if (flags.writeBaseline && flags.baseline === undefined) {
    throw new UserError("--write-baseline needs the file to write: --baseline FILE.");
  }
  if (checkout.isAuditable || flags.allowEmpty) return;
  throw new UserError(`no workflow, Terraform, Helm or Ansible file under ${path}. Pass the repository's root.`);
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
  checkFlags(path, checkout, flags);
  const options = await auditOptions(checkout, flags);
  const { report, ...quoted } = await gate(await auditCheckout(checkout, options), checkout, flags, options);
  const reporterOptions = { ...textOptions(quoted, checkout, flags), ...(await ruleHelp(flags.format)) };
  const print = await loadReporter(flags.format);
  await writeResult(print(report, reporterOptions), flags.output);
  await writeSummary(report, reporterOptions, flags);
  if (flags.verbose) {
    const time = Math.round(performance.now() - started);
    const config = `config: ${options.config.file ?? "none"}`;
    for (const line of [...checkout.notices, config, `${checkout.tree.paths.length} files in ${time} ms`]) say(line);
  }
  return exitCodeOf(report, flags.failOn);
}
