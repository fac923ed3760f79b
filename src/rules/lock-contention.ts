import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { mayShare } from "../runs/entrants.ts";
import { lockReaders, type Reader } from "../runs/readers.ts";
import { solve } from "../runs/solve.ts";
import { placesOf } from "./places.ts";
import type { RuleMeta } from "./types.ts";

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
    const key = `${reader.act.act.span.file}:${reader.act.act.span.start}`;
    const target = seen.has(key)
      ? undefined
      : audit.targets.find((one) => one.kind === reader.recognition.kind && meets(reader, one));
    if (!target) return [];
    seen.add(key);
    return [
      {
        rule: meta.id,
        severity: meta.severity,
        confidence: "high",
        target: target.id,
        message: `\`${reader.recognition.display}\` takes the lock of ${target.id} while it reads; a writer that comes then is refused instead of waiting.`,
        spans: placesOf(reader.act.act),
        identity: [target.id, reader.unit.file, reader.unit.job, reader.recognition.display],
      },
    ];
  });
}

function meets(reader: Reader, target: AuditedTarget): boolean {
  return (
    target.answers.lock.value === "rejects" &&
    mayShare(reader.id, target.uses.text) &&
    target.presences.some(
      (presence) =>
        presence.use.unit !== reader.unit &&
        solve({
          a: reader.cube,
          b: presence.cube,
          sameRun: false,
          equal: [{ a: reader.id, b: presence.id }],
          differ: reader.groups.flatMap((one) => presence.groups.map((other) => ({ a: one.name, b: other.name }))),
        }) !== null,
    )
  );
}
