import type { ReportTarget } from "../model/report.ts";
import { invariantsOf } from "../policy/invariants.ts";
import { decidePolicy } from "../policy/decide.ts";
import type { Audit } from "./model.ts";
import { reportAnswers, writerOf } from "./report.ts";

/** Writers whose target cannot be worked out, each listed with the verdict `unknown`; they are treated as `prevent`. */
export function unresolvedTargets(audit: Audit): readonly ReportTarget[] {
  const out = new Map<string, ReportTarget>();
  for (const writer of audit.unresolved) {
    const { recognition, unit } = writer;
    const id = `${recognition.kind}:? (${unit.file}#${unit.job}: ${recognition.display})`;
    if (out.has(id)) continue;
    const { answers } = recognition;
    out.set(id, {
      id,
      kind: recognition.kind,
      environment: null,
      answers: reportAnswers(audit, answers),
      policy: { ...decidePolicy(answers), decision: "prevent", limit: 1 },
      configured: { decision: "allow", limit: null, controls: [] },
      verdict: "unknown",
      invariants: invariantsOf({
        verdict: "unknown",
        answers,
        lockBypassed: false,
        waitsInside: false,
        waitsInGroup: false,
        recoveryPath: null,
        today: audit.today,
      }),
      family: null,
      ...(recognition.why === null ? {} : { why: recognition.why }),
      proof: [],
      writers: [writerOf(audit, { use: { ...writer, id: [] } })],
    });
  }
  return [...out.values()];
}
