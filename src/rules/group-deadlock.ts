import { confidenceIn } from "./confidence.ts";
import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { fileName } from "./places.ts";
import type { RuleMeta } from "./types.ts";
import { placeOf } from "../model/place.ts";

export const meta: RuleMeta = {
  id: "group-deadlock",
  severity: "error",
  summary: "A job needs a group that its own run or caller holds: it can never start.",
  docs: {
    what: "The run, a calling job or a caller higher up holds the group that this job or called workflow asks for. GitHub detects that and cancels it. In a called workflow `github.workflow` is the caller's name, so equal texts in two files give equal groups.",
    why: "The job never runs, perhaps only for some events, and the run looks cancelled.",
    bad: "# release.yml\nconcurrency: ship-production\njobs:\n  ship:\n    uses: ./.github/workflows/chart.yml   # whose job asks for ship-production again",
    good: "# chart.yml: leave the group to the callers, or name it differently",
    fix: "Safe: the inner group gets a name of its own, or goes where the outer one covers the same runs.",
  },
};

/** One finding for each inner declaration; the outer one is related. The rest is audited as if it were absent. */
export function check(audit: Audit): readonly Finding[] {
  const seen = new Set<string>();
  return audit.deadlocks.flatMap((deadlock): readonly Finding[] => {
    const key = placeOf(deadlock.inner);
    if (seen.has(key)) return [];
    seen.add(key);
    const what = deadlock.job !== null ? `job ${deadlock.job}` : "the called workflow";
    return [
      {
        rule: meta.id,
        severity: meta.severity,
        confidence: deadlock.soft ? "medium" : confidenceIn({ runs: [], cubes: [deadlock.cube] }),
        target: null,
        message: `On ${deadlock.label} (${fileName(deadlock.file)}) ${what} asks for "${deadlock.name}", which its own run already holds: it waits for itself, and GitHub cancels it as a deadlock.`,
        spans: [deadlock.inner, deadlock.outer],
        identity: [deadlock.inner.file, deadlock.job ?? "", deadlock.outer.file],
      },
    ];
  });
}
