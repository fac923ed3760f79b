import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { History } from "../model/history.ts";
import type { Observation, SeenOverlap, SeenRun, SeenTarget, SeenWeek } from "../model/observation.ts";
import { capacityOf } from "./capacity.ts";
import { judge } from "./judge.ts";
import { median, quantiles, weekOf } from "./numbers.ts";
import { mostAtOnce, overlapsOf } from "./overlaps.ts";
import { mapHistory } from "./stays.ts";
import type { Dropped, Mapped, Stay } from "./types.ts";

/** What an observation is made of. */
export interface Observed {
  readonly repository: string;
  readonly version: string;
  readonly audit: Audit;
  readonly findings: readonly Finding[];
  readonly history: History;
  /** Whether a stay's workflow was another file then. Asked only for what would else be a fault. */
  readonly changed: (stay: Stay) => boolean;
  readonly partial: readonly string[];
}

/** A dropped run was replaced by one that came in this time before its end. */
const REPLACED_MS = 120_000;

const iso = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/u, "Z");

function seenRun({ run, job, from, to }: Stay): SeenRun {
  return { url: job.url, run: run.id, job: job.name, from: iso(from), to: iso(to) };
}

/** The report about the past, targets by what happened in them. */
export function observationOf(observed: Observed): Observation {
  const { audit, history, repository, version } = observed;
  const mapped = mapHistory(audit, history.runs);
  const targets = audit.targets
    .filter(
      ({ id }) =>
        mapped.stays.some(({ target }) => target.id === id) || mapped.dropped.some(({ target }) => target.id === id),
    )
    .map((target) => seenTarget(target, mapped, observed));
  const faults = targets.flatMap(({ overlaps }) => overlaps).filter(({ judgement }) => judgement === "fault").length;
  return {
    schemaVersion: 1,
    tool: { name: "signalbox", version },
    repository,
    from: iso(history.from),
    to: iso(history.to),
    runs: mapped.runs,
    targets: targets.sort(
      (a, b) => b.overlaps.length - a.overlaps.length || b.dropped.length - a.dropped.length || (a.id < b.id ? -1 : 1),
    ),
    faults,
    unmapped: counted(mapped.unmapped.map(({ name }) => name)),
    partial: [...observed.partial, ...history.gaps],
  };
}

function counted(names: readonly string[]): Observation["unmapped"] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([job, count]) => ({ job, count }))
    .sort((a, b) => b.count - a.count || (a.job < b.job ? -1 : 1));
}

function seenTarget(target: AuditedTarget, mapped: Mapped, observed: Observed): SeenTarget {
  const isOwn = (one: { readonly target: AuditedTarget }): boolean => one.target.id === target.id;
  const stays = mapped.stays.filter(isOwn);
  const dropped = mapped.dropped.filter(isOwn);
  const waits = mapped.waits.filter(isOwn);
  const overlaps = overlapsOf(stays).map(
    (overlap): SeenOverlap => ({
      id: overlap.a.id,
      seconds: Math.round(overlap.milliseconds / 1_000),
      runs: [seenRun(overlap.a), seenRun(overlap.b)],
      ...judge(overlap, observed.findings, observed.changed),
    }),
  );
  const secondsBehind = (what: "queue" | "approval"): readonly number[] =>
    waits.filter(({ behind }) => behind === what).map(({ seconds }) => seconds);
  return {
    id: target.id,
    kind: target.kind,
    policy: policyWord(target),
    verdict: target.verdict,
    runs: stays.length,
    mostAtOnce: mostAtOnce(stays.filter(({ certain }) => certain)),
    overlaps,
    dropped: dropped.map((one) => ({
      url: one.job?.url ?? one.run.url,
      run: one.run.id,
      at: iso(one.run.updated),
      replacedBy: replacedBy(one, observed.history),
    })),
    cancelledWhileWriting: stays.filter(({ cancelled }) => cancelled).map(seenRun),
    queue: quantiles(secondsBehind("queue")),
    approvals: quantiles(secondsBehind("approval")),
    weeks: weeksOf(stays, dropped, overlaps, waits),
    capacity: capacityOf(stays),
  };
}

function policyWord({ policy }: AuditedTarget): string {
  return policy.decision === "throttle" ? `throttle to ${policy.limit ?? "?"}` : policy.decision;
}

/** The run that most likely took its place: the last of the same workflow that came shortly before it was dropped. */
function replacedBy({ run }: Dropped, { runs }: History): string | null {
  const later = runs
    .map((past) => past.run)
    .filter(
      (other) =>
        other.file === run.file &&
        other.id !== run.id &&
        other.created >= run.created &&
        other.created <= run.updated &&
        run.updated - other.created <= REPLACED_MS,
    );
  return later.sort((a, b) => b.created - a.created)[0]?.url ?? null;
}

function weeksOf(
  stays: readonly Stay[],
  dropped: readonly Dropped[],
  overlaps: readonly SeenOverlap[],
  waits: Mapped["waits"],
): readonly SeenWeek[] {
  const weeks = [
    ...new Set([...stays.map(({ from }) => weekOf(from)), ...dropped.map(({ run }) => weekOf(run.updated))]),
  ].sort();
  return weeks.map((week) => {
    const own = stays.filter(({ from }) => weekOf(from) === week);
    const met = overlaps.filter(({ runs }) => weekOf(Date.parse(runs[1].from)) === week);
    const queue = waits.filter(
      ({ behind, job }) => behind === "queue" && job.started !== null && weekOf(job.started) === week,
    );
    return {
      week,
      runs: own.length,
      overlaps: met.length,
      overlapSeconds: met.reduce((sum, { seconds }) => sum + seconds, 0),
      dropped: dropped.filter(({ run }) => weekOf(run.updated) === week).length,
      cancelled: own.filter(({ cancelled }) => cancelled).length,
      failed: own.filter(({ failed }) => failed).length,
      queueP50: queue.length === 0 ? null : Math.round(median(queue.map(({ seconds }) => seconds))),
    };
  });
}
