import { confidenceOfWriters, writersOf } from "./confidence.ts";
import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { ordered } from "../runs/order.ts";
import type { Presence } from "../runs/presence.ts";
import type { GroupUse } from "../runs/units.ts";
import { literalOf } from "../values/text.ts";
import { uniqueSpans, writerIdentity, writerPlaces } from "./places.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "over-restricted",
  severity: "note",
  summary: "Work that could run side by side waits for itself.",
  docs: {
    what: "A target that allows concurrency is serialised, or independent targets (not written by one job, nor by jobs that need each other) wait for each other in one group.",
    why: "Nothing is unsafe; deploys of one thing wait for another, and under the default queue they replace each other.",
    bad: "concurrency: deploy          # for all of network, database and web",
    good: "concurrency: deploy-${{ matrix.stack }}",
    fix: "Unsafe, since it lets runs overlap that never did: a group per target, or a written reason in signalbox.yml.",
  },
};

/** Notes for targets that allow more than they get, and for groups that tie independent targets together. */
export function check(audit: Audit): readonly Finding[] {
  return [...audit.targets.filter(tooTight).map(allowed), ...sharedGroups(audit.targets)];
}

function tooTight(target: AuditedTarget): boolean {
  return (
    target.policy.decision === "allow" &&
    target.verdict === "tighter" &&
    target.policy.path.every((step) => !step.startsWith("declared"))
  );
}

function allowed(target: AuditedTarget): Finding {
  return {
    rule: meta.id,
    severity: meta.severity,
    confidence: confidenceOfWriters(writersOf(target)),
    target: target.id,
    message: `${target.id} bears any number of writers at once, and ${target.configured.controls.map((name) => `"${name}"`).join(", ")} lets in ${target.configured.limit}.`,
    spans: uniqueSpans([
      ...writerPlaces(target.presences),
      ...target.presences.flatMap(({ groups }) => groups.map(({ declaration }) => declaration.span)),
    ]),
    identity: [target.id, ...new Set(target.presences.map(writerIdentity))],
  };
}

interface Membership {
  readonly target: AuditedTarget;
  readonly presence: Presence;
  readonly group: GroupUse;
}

/** Constant groups in which targets stand that have nothing to do with each other. */
function sharedGroups(targets: readonly AuditedTarget[]): readonly Finding[] {
  const byName = new Map<string, Membership[]>();
  for (const target of targets) {
    if (target.policy.decision === "allow") continue;
    for (const presence of target.presences) {
      for (const group of presence.groups) {
        const name = literalOf(group.name)?.toLowerCase();
        if (name === undefined) continue;
        const members = byName.get(name);
        if (members) members.push({ target, presence, group });
        else byName.set(name, [{ target, presence, group }]);
      }
    }
  }
  return [...byName].flatMap(([name, members]) => noteFor(name, members));
}

function noteFor(name: string, members: readonly Membership[]): readonly Finding[] {
  const ids = [...new Set(members.map(({ target }) => target.id))];
  if (ids.length < 2) return [];
  const jobs = new Map(ids.map((id) => [id, new Set<string>()]));
  for (const { target, presence } of members) jobs.get(target.id)?.add(presence.use.unit.id);
  const independent = members.find((one) => members.some((other) => apart(one, other, jobs)));
  if (!independent) return [];
  return [
    {
      rule: meta.id,
      severity: meta.severity,
      confidence: "medium",
      target: independent.target.id,
      message: `"${name}" makes ${ids.slice(0, 4).join(", ")}${ids.length > 4 ? ` and ${ids.length - 4} more` : ""} wait for each other, which have nothing in common.`,
      spans: uniqueSpans(members.map(({ group }) => group.declaration.span)),
      identity: [name, ...new Set(members.map(({ presence }) => writerIdentity(presence)))],
    },
  ];
}

/** Different targets, no job writes both, and their jobs neither belong to one run in `needs` order nor to one job. */
function apart(one: Membership, other: Membership, jobs: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (one.target.id === other.target.id) return false;
  const theirs = jobs.get(other.target.id);
  if ([...(jobs.get(one.target.id) ?? [])].some((id) => theirs?.has(id))) return false;
  const [x, y] = [one.presence.use.unit, other.presence.use.unit];
  return x.run.id !== y.run.id || !ordered(x, y);
}
