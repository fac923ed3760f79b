import type { AuditResult } from "../audit/index.ts";
import { quotedTexts } from "../audit/quoted.ts";
import { remediesFor, type Remedy } from "./attach.ts";
import { proverFor, shown } from "./prover.ts";
import type { FixChoice } from "./choices.ts";
import type { Report, ReportFinding } from "../model/report.ts";

/**
 * Audits of changed trees that `some` stands for: fewer where the runs do more, since each of them costs a part of what
 * the audit itself does. A number, not a time: the same tree gives the same report. Findings come most severe first,
 * and those of one job often share one fix.
 */
function someOf(acts: number): number {
  return Math.max(1, Math.min(24, Math.round(60_000 / Math.max(1, acts))));
}

/** Commands and actions of all jobs of all kinds of runs. */
function actsIn({ runs }: AuditResult["facts"]): number {
  return runs.reduce((sum, { units }) => sum + units.reduce((own, { acts }) => own + acts.length, 0), 0);
}

/**
 * The report with a proven fix for each finding, or with words where there is none.
 *
 * @param report what is left to show of `result`'s own report
 */
export async function withRemedies(
  report: Report,
  result: AuditResult,
  choice: Exclude<FixChoice, "none">,
): Promise<Pick<AuditResult, "report" | "sources">> {
  const { facts, findings, origins, auditor } = result;
  const prover = proverFor(auditor, facts.tree);
  const wanted = report.findings.flatMap(({ fingerprint }) => origins.get(fingerprint) ?? []);
  const { of, untried } = await remediesFor(
    shown({ audit: facts, findings }),
    wanted,
    prover,
    choice === "all" ? Infinity : someOf(actsIn(facts)),
  );
  const remedied = report.findings.map((finding) =>
    withRemedy(finding, of.get(origins.get(finding.fingerprint) ?? NOBODY)),
  );
  const limits =
    untried === 0
      ? []
      : [
          {
            file: null,
            line: null,
            what: `fixes of ${untried} finding${untried === 1 ? " were" : "s were"} not worked out, to keep the audit short: \`--fixes all\`, or \`signalbox patch\``,
          },
        ];
  const complete = { ...report, findings: remedied, limits: [...report.limits, ...limits] };
  return { report: complete, sources: quotedTexts(complete, facts.tree) };
}

/** Stands for a finding that no rule made: an idle entry of a baseline. */
const NOBODY = {
  rule: "",
  severity: "note",
  confidence: "low",
  target: null,
  message: "",
  spans: [],
  identity: [],
} as const;

/** The report's own order of keys: what comes before the fingerprint stays before it. */
function withRemedy({ fingerprint, ...finding }: ReportFinding, remedy: Remedy | undefined): ReportFinding {
  return { ...finding, ...(remedy ?? {}), fingerprint };
}
