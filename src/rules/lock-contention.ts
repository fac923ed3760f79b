import type { Presence } from "../runs/presence.ts";
import { confidenceIn } from "./confidence.ts";
import type { Confidence } from "../model/report.ts";
import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { mayShare } from "../runs/entrants.ts";
import { lockReaders, type Reader } from "../runs/readers.ts";
import { solve } from "../runs/solve.ts";
import { placesOf } from "./places.ts";
import type { RuleMeta } from "./types.ts";
import { placeOf } from "../model/place.ts";

export const meta: RuleMeta = {
  id: "lock-contention",
  severity: "note",
  summary: "A plan can be in the lock when an apply comes, which then fails.",
  docs: {
    what: "A command that only reads takes the target's lock (`terraform plan` without `-lock=false`), and no group keeps it and a writer apart.",
    why: "The lock refuses the writer at once: an apply fails because somebody was looking.",
    bad: "on: pull_request\njobs:\n  plan:\n    steps:\n      - run: terraform plan",
    good: "      - run: terraform plan -lock=false",
    fix: "Safe: `-lock=false` on the plan, which only reads.",
  },
};

/** One note for each reading step; not for a plan in the writer's own job. */
export function check(audit: Audit): readonly Finding[] {
  const seen = new Set<string>();
  return lockReaders(audit.runs).flatMap((reader): readonly Finding[] => {
    const key = placeOf(reader.act.act.span);
    if (seen.has(key)) return [];
    const contention = firstContention(reader, audit.targets);
    if (!contention) return [];
    const { target, confidence } = contention;
    seen.add(key);
    return [
      {
        rule: meta.id,
        severity: meta.severity,
        confidence,
        target: target.id,
        message: `\`${reader.recognition.display}\` takes the lock of ${target.id} while it reads; a writer that comes then is refused instead of waiting.`,
        spans: placesOf(reader.act.act),
        identity: [target.id, reader.unit.file, reader.unit.job, reader.recognition.display],
      },
    ];
  });
}

interface Contention {
  readonly target: AuditedTarget;
  readonly confidence: Confidence;
}

function firstContention(reader: Reader, targets: readonly AuditedTarget[]): Contention | null {
  for (const target of targets) {
    const confidence = target.kind === reader.recognition.kind ? meets(reader, target) : null;
    if (confidence) return { target, confidence };
  }
  return null;
}

/** How sure it is that a writer of the target finds its lock taken by the reader; null where none does. */
function meets(reader: Reader, target: AuditedTarget): Confidence | null {
  if (target.answers.lock.value !== "rejects" || !mayShare(reader.id, target.uses.text)) return null;
  let first: Confidence | null = null;
  for (const presence of target.presences) {
    const confidence = presence.use.unit === reader.unit ? null : meeting(reader, presence);
    if (confidence === "high") return confidence;
    first ??= confidence;
  }
  return first;
}

function meeting(reader: Reader, presence: Presence): Confidence | null {
  const differ = reader.groups.flatMap((one) => presence.groups.map((other) => ({ a: one.name, b: other.name })));
  const equal = [{ a: reader.id, b: presence.id }];
  const solution = solve({ a: reader.cube, b: presence.cube, sameRun: false, equal, differ });
  if (!solution) return null;
  return confidenceIn({
    runs: [reader.unit.run, presence.use.unit.run],
    cubes: [reader.cube, presence.cube],
    acts: [reader.act.act, presence.use.act.act],
    solution,
    apart: differ,
  });
}
