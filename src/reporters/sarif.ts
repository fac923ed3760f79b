import type { Report } from "../model/report.ts";
import type { SarifNotification } from "./sarif/log.ts";
import { sarifText } from "./sarif/message.ts";
import { ROOT, location, wholeLine } from "./sarif/places.ts";
import { sarifResult } from "./sarif/results.ts";
import { sarifRules } from "./sarif/rules.ts";
import { oneLine } from "./view/clean.ts";
import { jsonText } from "./view/json-text.ts";
import type { ReporterOptions } from "./view/options.ts";
import { byWeight } from "./view/order.ts";
import { rebase } from "./view/rebase.ts";

/** Code scanning keeps the 5,000 worst results of a run, and refuses more than 25,000:
 * https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit */
const MAX_RESULTS = 5_000;

/**
 * The report as a SARIF 2.1.0 log, with one run, for code scanning and other viewers.
 * Worst findings first; what is left out over the platform's limits is said in a notification.
 */
export function sarif(given: Report, options: ReporterOptions): string {
  const { report, sources } = rebase(given, options);
  const rules = sarifRules(report, options.rules ?? new Map());
  const index = new Map(rules.map((rule, at) => [rule.id, at]));
  const findings = byWeight(report.findings);
  const results = findings
    .slice(0, MAX_RESULTS)
    .map((finding) => sarifResult(finding, index.get(finding.rule) ?? -1, report, sources));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: report.tool.name, semanticVersion: report.tool.version, rules } },
        invocations: [
          { executionSuccessful: true, toolExecutionNotifications: notifications(report, findings.length) },
        ],
        originalUriBaseIds: { [ROOT]: { description: { text: "The root of the audited repository." } } },
        columnKind: "utf16CodeUnits",
        results,
        properties: { summary: report.summary },
      },
    ],
  };
  return jsonText(log);
}

/** Where the audit could not see everything: bounds that were hit, commands that are not known, results left out. */
function notifications(report: Report, findings: number): SarifNotification[] {
  const left = Math.max(0, findings - MAX_RESULTS);
  const cut = `${left} of ${findings} results are left out: code scanning keeps ${MAX_RESULTS}. JSON has all.`;
  return [
    ...(left > 0 ? [{ level: "warning" as const, message: { text: cut } }] : []),
    ...report.limits.map((limit) => ({
      level: "note" as const,
      message: { text: sarifText(limit.what) },
      ...(limit.file === null ? {} : { locations: [location(wholeLine(limit.file, limit.line ?? 1))] }),
    })),
    ...report.notUnderstood.slice(0, 100).map((command) => ({
      level: "note" as const,
      message: { text: sarifText(`Not understood, so not audited: ${oneLine(command.command)}`) },
      locations: [location(wholeLine(command.file, command.line))],
    })),
  ];
}
