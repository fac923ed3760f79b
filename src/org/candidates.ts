import type { Audit, AuditedTarget } from "../audit/model.ts";
import { unifiedDiff } from "../fixes/diff.ts";
import type { LockValue } from "../model/answers.ts";
import type { SharedWriter } from "../model/organization.ts";
import type { Policy } from "../model/policy.ts";
import type { WitnessRun } from "../model/report.ts";
import type { Presence } from "../runs/presence.ts";
import { soloRun } from "../runs/witness.ts";
import { literalOf } from "../values/text.ts";
import { runnerPatch } from "./runner-patch.ts";
import { scopeOf } from "./scope.ts";

/** What one repository brings to a target that others may write too: small, since all of them are kept. */
export interface Candidate {
  readonly repository: string;
  readonly id: string;
  readonly kind: string;
  readonly policy: Policy;
  readonly lock: LockValue;
  readonly mechanism: string | null;
  readonly configured: number | null;
  readonly confidence: "high" | "medium";
  readonly writers: readonly SharedWriter[];
  /** Runs of this repository in the target, one for each side of a witness. */
  readonly runs: readonly [WitnessRun, WitnessRun];
  /** Every writer holds the runner's lock of one name; that name. */
  readonly guardedBy: string | null;
}

const RUNNER = "signalbox ";

/** The target that a writer takes the runner's lock for, in a store that others reach; null for one that takes none. */
function guardOf({ use }: Presence): string | null {
  const { act } = use.act;
  if (act.kind !== "command" || !act.behind || act.behind.local) return null;
  const names = act.behind.names.map((name) => literalOf(name) ?? "");
  return names.find((name) => name.startsWith(RUNNER))?.slice(RUNNER.length) ?? null;
}

function writerOf(presence: Presence, target: AuditedTarget, audit: Audit, repository: string): SharedWriter {
  const { use } = presence;
  const at = audit.locate(use.act.act.via[0] ?? use.act.act.span);
  const files = guardOf(presence) === null ? runnerPatch(use, target.id, audit.tree) : null;
  return {
    repository,
    file: at.file,
    job: use.unit.job,
    line: at.line,
    command: use.recognition.display,
    patch: files && unifiedDiff(files),
  };
}

/** The targets of a repository that mean the same in others. */
export function candidatesOf(repository: string, audit: Audit): readonly Candidate[] {
  return audit.targets.flatMap((target): readonly Candidate[] => {
    const confidence = scopeOf(target.kind, target.id);
    const present = target.presences.filter(({ use }) => !use.unit.run.uncalled);
    const [first] = present;
    if (confidence === null || !first) return [];
    const writers = present.map((presence) => writerOf(presence, target, audit, repository));
    const guards = new Set(present.map(guardOf));
    return [
      {
        repository,
        id: target.id,
        kind: target.kind,
        policy: target.policy,
        lock: target.answers.lock.value,
        mechanism: target.answers.lock.mechanism,
        configured: target.configured.limit,
        confidence,
        writers: [...new Map(writers.map((writer) => [JSON.stringify(writer), writer])).values()],
        runs: [soloRun(first, "a", audit.locate), soloRun(first, "b", audit.locate)],
        guardedBy: guards.size === 1 ? ([...guards][0] ?? null) : null,
      },
    ];
  });
}
