import { confidenceIn } from "./confidence.ts";
import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { Presence } from "../runs/presence.ts";
import { solve } from "../runs/solve.ts";
import { placesOf, uniqueSpans } from "./places.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "out-of-order",
  severity: "note",
  summary: "An older run can reach the target after a newer one.",
  docs: {
    what: "The group is the job's, and jobs before it (`needs`) may be slow: groups are taken in the order in which jobs get there, not in the order of commits. A warning with `--strict`.",
    why: "The older run then rolls the target back, or takes the waiting place of the newer one.",
    bad: "jobs:\n  build: { … }\n  deploy:\n    needs: build\n    concurrency: deploy",
    good: "concurrency: deploy        # at workflow level, taken before any job\njobs:\n  build: { … }\n  deploy:\n    needs: build",
    fix: "Left to people: a group at workflow level keeps the order but also queues the build.",
  },
};

/** One note for each job behind others, whose group does not hold the whole run. */
export function check(audit: Audit): readonly Finding[] {
  const seen = new Set<string>();
  return audit.targets.flatMap((target) =>
    target.presences.flatMap((presence): readonly Finding[] => {
      const { unit } = presence.use;
      const key = `${unit.file}#${unit.job}`;
      const group = presence.groups.find(({ declaration }) => declaration.level !== "workflow");
      if (seen.has(key) || !group || !waitsForOthers(presence) || wholeRunsInLine(presence)) return [];
      seen.add(key);
      return [
        {
          rule: meta.id,
          severity: audit.strict ? "warning" : meta.severity,
          confidence: confidenceIn({
            runs: [unit.run],
            cubes: [presence.cube],
            acts: [presence.use.act.act],
          }),
          target: target.id,
          message: `Job ${unit.job} takes its group only after the jobs before it: an older run whose earlier jobs were slow comes last and brings ${target.id} back to its own commit.`,
          spans: uniqueSpans([...placesOf(presence.use.act.act), group.declaration.span]),
          identity: [unit.file, unit.job],
        },
      ];
    }),
  );
}

function waitsForOthers({ use }: Presence): boolean {
  return use.unit.path.some(({ after }) => after.size > 0);
}

/** Two runs of this class that reach the target always hold one workflow-level group, so they keep their order. */
function wholeRunsInLine(presence: Presence): boolean {
  const names = presence.groups.filter(({ declaration }) => declaration.level === "workflow").map(({ name }) => name);
  return names.some(
    (name) =>
      solve({
        a: presence.cube,
        b: presence.cube,
        sameRun: false,
        equal: [{ a: presence.id, b: presence.id }],
        differ: [{ a: name, b: name }],
      }) === null,
  );
}
