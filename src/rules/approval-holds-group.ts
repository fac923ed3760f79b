import { confidenceIn } from "./confidence.ts";
import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { declaredAs } from "../policy/production.ts";
import { literalOf } from "../values/text.ts";
import type { JobUnit } from "../runs/units.ts";
import { uniqueSpans } from "./places.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "approval-holds-group",
  severity: "note",
  summary: "A run that waits for an approval holds its group meanwhile.",
  docs: {
    what: "A job with an `environment:` stands inside a concurrency group: its own, its caller's or its run's. If the environment requires reviewers, the job holds the group while it waits for them. A warning where the config names reviewers, or GitHub does (`--online`): a wait timer counts too, and an environment without either is no finding then.",
    why: "Approvals may take up to 30 days: all later runs wait behind it, and under the default queue replace each other.",
    bad: "jobs:\n  deploy:\n    environment: production\n    concurrency: deploy-production",
    good: "jobs:\n  approve:\n    environment: production\n    steps: [{ run: 'true' }]\n  deploy:\n    needs: approve\n    concurrency: deploy-production",
    fix: "Left to people: ask for the approval in a job of its own, before the group is taken.",
  },
};

/** One finding for each job that waits for its environment inside a group, where a job that writes is in that group too. */
export function check(audit: Audit): readonly Finding[] {
  const seen = new Set<string>();
  const waiting = new Map(
    audit.runs.map((run) => [run, run.units.filter(({ environment, reached }) => environment && reached.length > 0)]),
  );
  return audit.uses.flatMap(({ unit: writer, cube, act }) =>
    (waiting.get(writer.run) ?? []).flatMap((unit): readonly Finding[] => {
      const key = `${unit.file}#${unit.job}`;
      const group = unit === writer ? unit.groups[0] : unit.groups.find((one) => writer.groups.includes(one));
      if (!unit.environment || !group || seen.has(key)) return [];
      const environment = literalOf(unit.environment);
      const gate = gateOf(audit, environment);
      if (gate === "open") return [];
      seen.add(key);
      return [
        {
          rule: meta.id,
          severity: gate ? "warning" : meta.severity,
          confidence: gate ? confidenceIn({ runs: [unit.run], cubes: [cube], acts: [act.act] }) : "low",
          target: null,
          message: messageOf(unit, environment, gate),
          spans: uniqueSpans([unit.span, group.span]),
          identity: [unit.file, unit.job],
        },
      ];
    }),
  );
}

/** What a job waits for at its environment: words for it, "open" where nothing holds it up, null where nobody knows. */
function gateOf({ config, online }: Audit, environment: string | null): string | "open" | null {
  const declared = (environment === null ? undefined : declaredAs(environment, config.environments))?.reviewers ?? null;
  if (declared !== null) return declared.length === 0 ? "open" : `which ${declared.join(", ")} must approve`;
  if (!online?.environments || environment === null) return null;
  const found = online.environments.find(({ name }) => name.toLowerCase() === environment.toLowerCase());
  const approval = found && found.reviewers.length > 0 ? [`which ${found.reviewers.join(" or ")} must approve`] : [];
  const timer = found && found.waitMinutes > 0 ? [`which waits ${found.waitMinutes} minutes`] : [];
  return [...approval, ...timer].join(" and ") || "open";
}

function messageOf(unit: JobUnit, environment: string | null, gate: string | null): string {
  const name = environment === null ? "its environment" : `environment ${environment}`;
  const who = gate === null ? `${name}; if that requires an approval` : `${name}, ${gate}`;
  return `Job ${unit.job} holds its group while it waits for ${who}${gate ? ":" : ","} later runs wait behind it or replace each other.`;
}
