import type { AuditResult } from "../audit/index.ts";
import { quotedTexts } from "../audit/quoted.ts";
import { remediesFor, type Budget, type Remedy } from "./attach.ts";
import { proverFor, shown } from "./prover.ts";
import type { FixChoice } from "./choices.ts";
import type { Report, ReportFinding } from "../model/report.ts";

/**
 * What `some` stands for: so many writers are looked at again in all audits of changed trees together, or half as many as
 * there are commands, where the audit itself took long. A number, not a time: the same tree gives the same report.
 * Findings come most severe first, and those of one job often share one fix.
 */
const SOME = 6_000;
/** What any audit of a changed tree costs at least, so that there are two dozen at most. */
const LEAST = SOME / 24;
/** Of what did not change only the meetings are looked for again. */
const UNCHANGED = 1 / 16;
/** Commands that write nothing are remembered. */
const NO_WRITER = 1 / 32;

/** What may be spent on the audits of changed trees, and what each costs: by the commands of all jobs in all runs. */
function budgetFor({ runs }: AuditResult["facts"]): Budget {
  const whole = runs.map(({ file, units }) => {
    const acts = units.flatMap((unit) => unit.acts);
    const writers = acts.filter(({ recognitions }) => recognitions.length > 0).length;
    return {
      files: new Set([file, ...units.map((unit) => unit.file)]),
      acts: acts.length,
      cost: writers + (acts.length - writers) * NO_WRITER,
    };
  });
  const costs: Budget["costs"] = (files) =>
    whole.reduce((sum, one) => {
      const isChanged = [...files.keys()].some((path) => one.files.has(path) || !WORKFLOW.test(path));
      return sum + one.cost * (isChanged ? 1 : UNCHANGED);
    }, LEAST);
  return {
    costs,
    most: Math.max(SOME, whole.reduce((sum, { acts }) => sum + acts, 0) / 2),
  };
}

/** Other files may be what any step reads. */
const WORKFLOW = /^\.github\/workflows\//u;

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
    choice === "all" ? null : budgetFor(facts),
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
  const complete = { ...report, findings: remedied, limits: [...limits, ...report.limits] };
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
