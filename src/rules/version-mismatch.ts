import { confidenceIn } from "./confidence.ts";
import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { placesOf, uniqueSpans } from "./places.ts";
import type { RuleMeta } from "./types.ts";
import { placeOf } from "../model/place.ts";

export const meta: RuleMeta = {
  id: "version-mismatch",
  severity: "warning",
  summary: "A workflow pins a tool version that the root it applies refuses.",
  docs: {
    what: "`required_version` of the root excludes the version that the workflow installs, or that version has no backend of the kind that the root uses (`oci` before 1.12, `swift` from 1.3 on), so this path ends at `init`.",
    why: "It is often the rollback that was left behind, and it is found out on the day it is needed.",
    bad: '- uses: hashicorp/setup-terraform@v3\n  with: { terraform_version: 1.5.7 }   # required_version = ">= 1.9.0"',
    good: "- uses: hashicorp/setup-terraform@v3\n  with: { terraform_version: 1.9.8 }",
    fix: "Left to people: which of the two versions is meant.",
  },
};

/** One finding for each step that is certainly refused. */
export function check(audit: Audit): readonly Finding[] {
  const seen = new Set<string>();
  return audit.runs.flatMap((run) =>
    run.units.flatMap(({ acts, file, job }) =>
      acts.flatMap(({ act, recognitions }) =>
        recognitions.flatMap((recognition): readonly Finding[] => {
          const { refused } = recognition;
          const key = placeOf(act.span);
          if (!refused || recognition.role !== "write" || seen.has(key)) return [];
          seen.add(key);
          return [
            {
              rule: meta.id,
              severity: meta.severity,
              confidence: confidenceIn({ runs: [run], cubes: [recognition.cube], acts: [act] }),
              target: null,
              message: `${refused.what}: \`${recognition.display}\` can never run on this path.`,
              spans: uniqueSpans([...placesOf(act), refused.span]),
              identity: [file, job, recognition.display],
            },
          ];
        }),
      ),
    ),
  );
}
