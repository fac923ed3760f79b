import type { Finding } from "../model/finding.ts";
import type { Judgement } from "../model/observation.ts";
import { meet } from "../runs/meet.ts";
import type { Presence } from "../runs/presence.ts";
import type { Overlap } from "./overlaps.ts";
import type { Stay } from "./types.ts";

/** What the model says of an overlap. */
export interface Judged {
  readonly judgement: Judgement;
  readonly because: string;
  readonly witness: string | null;
}

const RACES: ReadonlySet<string> = new Set([
  "concurrent-writers",
  "over-capacity",
  "invisible-queue",
  "lock-contention",
]);

function jobOf({ use }: Presence): string {
  return `${use.unit.run.file}\n${use.unit.path.map(({ file, job }) => `${file}#${job}`).join("/")}`;
}

function isPair(pair: { readonly a: Presence; readonly b: Presence }, one: Stay, other: Stay): boolean {
  const names = (stay: Stay): readonly string[] => stay.presences.map(jobOf);
  const [a, b] = [jobOf(pair.a), jobOf(pair.b)];
  return (names(one).includes(a) && names(other).includes(b)) || (names(one).includes(b) && names(other).includes(a));
}

/** Whether they meet, where the model does not list each pair. */
function meetsUnlisted({ target, presences }: Stay, other: Stay): boolean {
  if (target.encounters.alike === 0) return false;
  return presences.some((one) => other.presences.some((two) => meet(one, two)));
}

function policyOf({ policy: { decision, limit } }: Stay["target"]): string {
  return limit === null ? decision : `${decision}, ${limit}`;
}

/**
 * Holds an overlap against the model. `changed`: the workflows were others when the runs happened, so that today's
 * model says nothing about them.
 */
export function judge({ a, b }: Overlap, findings: readonly Finding[], changed: (stay: Stay) => boolean): Judged {
  const { target } = a;
  if (!a.certain || !b.certain)
    return {
      judgement: "uncertain",
      because: "the history does not say all that the target's id depends on",
      witness: null,
    };
  if (target.encounters.meetings.some((pair) => isPair(pair, a, b)) || meetsUnlisted(a, b)) {
    const finding = findings.find((one) => one.target === target.id && RACES.has(one.rule));
    if (finding)
      return {
        judgement: "confirmed",
        because: `${finding.rule} (${finding.severity})`,
        witness: finding.witness?.().id ?? null,
      };
    return {
      judgement: "allowed",
      because: `the policy is ${policyOf(target)}`,
      witness: null,
    };
  }
  if (changed(a) || changed(b))
    return { judgement: "changed", because: "the workflow's file was another when these runs happened", witness: null };
  const apart = target.encounters.apart.find((pair) => isPair(pair, a, b));
  const precision = a.bySteps && b.bySteps ? "" : "; the whole job was taken for its writing steps";
  return {
    judgement: "fault",
    because: `the model says: ${apart?.by ?? "no two of these runs meet"}${precision}`,
    witness: null,
  };
}
