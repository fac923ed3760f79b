import { appendFileSync } from "node:fs";
import type { AuditOptions, AuditResult } from "../../audit/index.ts";
import { quotedTexts } from "../../audit/quoted.ts";
import { today } from "../../io/clock.ts";
import { say, writeResult } from "../../io/output.ts";
import { recorded, type Looks } from "../../io/recorded.ts";
import { redact } from "../../io/redact.ts";
import { outputColumns, wantsColor, withProgress } from "../../io/terminal.ts";
import { UserError } from "../../io/user-error.ts";
import { packageVersion } from "../../io/version.ts";
import type { Report } from "../../model/report.ts";
import { type Format, loadReporter } from "../../reporters/index.ts";
import type { TextOptions } from "../../reporters/text/options.ts";
import { isRemoteName } from "../../remote/name.ts";
import { loadRules } from "../../rules/index.ts";
import type { AuditFlags } from "./flags.ts";
import { keepsNothing, keptReports, type KeptReports } from "./kept.ts";
import { exitCodeOf } from "./outcome.ts";
import { openFolder, type Subject } from "./subject.ts";

/** The files that a report quotes, and what it was compared with. */
type Quoted = Pick<TextOptions, "sources" | "change">;

type Outcome = AuditResult &
  Quoted & {
    /** Files that the audit read. */
    readonly read: ReadonlySet<string>;
    /** Everything that was asked of the files, by now. */
    readonly looks: () => Looks;
  };

function auditOptions({ config, defaultBranch, online }: Subject, flags: AuditFlags): AuditOptions {
  return { config, today: today(), strict: flags.strict === true, defaultBranch, online, version: packageVersion() };
}

async function auditSubject({ source }: Subject, options: AuditOptions): Promise<Outcome> {
  let finish = (): void => undefined;
  const { auditSource } = await import("../../remote/audit-source.ts");
  let watched = recorded(source.tree());
  try {
    const result = await auditSource(source, options, (tree) => {
      finish();
      const progress = withProgress(tree);
      finish = progress.done;
      watched = recorded(progress.tree);
      return watched.tree;
    });
    return { ...result, read: watched.read, looks: watched.looks };
  } finally {
    finish();
  }
}

/** Leaves in a report what `--base` and `--baseline` ask for; what a baseline lists is known on both sides. */
async function gate(outcome: Outcome, subject: Subject, flags: AuditFlags, options: AuditOptions): Promise<Outcome> {
  const hideKnown = await baselineOf(outcome.report, subject, flags);
  const report = hideKnown(outcome.report);
  const { base } = flags;
  if (base === undefined) return { ...outcome, report };
  const { compareWithBase } = await import("./base.ts");
  const before = await subject.base(base);
  const compared = await compareWithBase({ ...outcome, report }, before, { ...flags, base, hideKnown }, options);
  return { ...outcome, ...compared };
}

/** What is printed: of an earlier audit where nothing has changed since, else of a new one. */
async function reportOf(
  subject: Subject,
  options: AuditOptions,
  flags: AuditFlags,
): Promise<Quoted & { readonly report: Report; readonly isKept?: true }> {
  const kept = reportsFor(subject, options, flags);
  const known = kept.find();
  if (known !== null) return { report: known, sources: quotedTexts(known, subject.source.tree()), isKept: true };
  const outcome = await gate(await auditSubject(subject, options), subject, flags, options);
  const { report, sources } = await remedied(outcome, flags);
  kept.keep(outcome.looks, report);
  return { report, sources, ...(outcome.change ? { change: outcome.change } : {}) };
}

/** Reports that rest on more than the files of a folder are worked out each time. */
function reportsFor({ source }: Subject, options: AuditOptions, flags: AuditFlags): KeptReports {
  const { base, baseline, online } = flags;
  if (source.isWhole !== true || base !== undefined || baseline !== undefined || online) return keepsNothing;
  return keptReports(source.tree(), options, flags.fixes, flags);
}

/** With the fix of each finding; what proves fixes is loaded where there is something to prove. */
async function remedied(outcome: Outcome, { fixes }: AuditFlags): Promise<Pick<Outcome, "report" | "sources">> {
  if (fixes === "none" || outcome.report.findings.length === 0) return outcome;
  const { withRemedies } = await import("../../fixes/remedies.ts");
  return withRemedies(outcome.report, outcome, fixes);
}

async function baselineOf(report: Report, { root }: Subject, flags: AuditFlags): Promise<(report: Report) => Report> {
  if (flags.baseline === undefined) return (same) => same;
  const { openBaseline, writeBaseline } = await import("./baseline.ts");
  if (flags.writeBaseline) writeBaseline(report, flags.baseline);
  return openBaseline(flags.baseline, root);
}

/** What formats say about rules beside their findings; the audit has loaded the rules already. */
async function ruleHelp(format: Format): Promise<Pick<TextOptions, "rules">> {
  if (format === "text" || format === "json") return {};
  return { rules: new Map((await loadRules()).map(({ meta }) => [meta.id, meta])) };
}

function textOptions(quoted: Quoted, { name, prefix }: Subject, flags: AuditFlags): TextOptions {
  const isFile = flags.output !== undefined;
  return {
    ...quoted,
    subject: name,
    prefix,
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
  appendFileSync(file, redact(githubSummary(report, options)));
}

/** What is not decided by one flag alone. */
function checkFlags(path: string, { isAuditable }: Subject, flags: AuditFlags): void {
  if (flags.writeBaseline && flags.baseline === undefined) {
    throw new UserError("--write-baseline needs the file to write: --baseline FILE.");
  }
  if (isAuditable || flags.allowEmpty) return;
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
  const subject = await open(path, flags);
  checkFlags(path, subject, flags);
  const options = auditOptions(subject, flags);
  const { report, sources, change, isKept } = await reportOf(subject, options, flags);
  const reporterOptions = {
    ...textOptions({ sources, ...(change ? { change } : {}) }, subject, flags),
    ...(await ruleHelp(flags.format)),
  };
  const print = await loadReporter(flags.format);
  await writeResult(print(report, reporterOptions), flags.output);
  await writeSummary(report, reporterOptions, flags);
  if (flags.verbose) {
    const time = Math.round(performance.now() - started);
    const config = `config: ${options.config.file ?? "none"}`;
    const files = `${subject.source.tree().paths.length} files in ${time} ms`;
    const again = isKept ? ["nothing has changed since this audit was last done; --no-cache does it again"] : [];
    for (const line of [...subject.notices(), config, files, ...again]) say(line);
  }
  return exitCodeOf(report, flags.failOn);
}

/** A folder, or what only GitHub has; the client for that is loaded when it is asked for. */
async function open(path: string, flags: AuditFlags): Promise<Subject> {
  if (!flags.online && !isRemoteName(path)) return openFolder(path, flags);
  const { openOnline } = await import("./online.ts");
  return openOnline(path, flags);
}
