import { isActive } from "../config/active.ts";
import { noAnswers } from "../config/empty.ts";
import { matchesId } from "../config/match.ts";
import type { Config, Day, TargetConfig } from "../model/config.ts";
import type { Policy } from "../model/policy.ts";
import type { Tree } from "../model/tree.ts";
import { declareAnswers, mergeAnswers, stepUp } from "../policy/answers.ts";
import { decidePolicy } from "../policy/decide.ts";
import { invariantsOf } from "../policy/invariants.ts";
import { isProduction } from "../policy/production.ts";
import { compare, configuredOf } from "../policy/verdict.ts";
import { configuredLimit, waitsCover } from "../runs/configured.ts";
import { encounters } from "../runs/meet.ts";
import { inTarget } from "../runs/pinned.ts";
import { presencesOf } from "../runs/presence.ts";
import { replays } from "../simulate/replay.ts";
import type { TargetUses } from "../runs/targets.ts";
import { idOf } from "../runs/uses.ts";
import { literalOf } from "../values/text.ts";
import type { AuditedTarget, BypassUse } from "./model.ts";
import { missingRunbook } from "./runbooks.ts";
import { withWaysBack } from "./ways-back.ts";

/** What the audit of one target needs of the repository around it. */
export interface Around {
  readonly config: Config;
  readonly today: Day;
  readonly tree: Tree;
  /** None of its writers ever runs. */
  readonly isRefused?: boolean;
}

/** Everything about one target that rules and reports look at. */
export function auditTarget(uses: TargetUses, bypasses: readonly BypassUse[], around: Around): AuditedTarget {
  const { config, today, tree } = around;
  const declared = declaredFor(uses, config, today);
  const environment = environmentOf(uses);
  const production = isProduction(environment, uses.id, config.environments);
  const recognitions = uses.members.map(({ use }) => use.recognition);
  const asked = mergeAnswers(recognitions.map(({ answers }) => answers));
  const merged = { ...asked, recovery: withWaysBack(asked.recovery, uses) };
  const stepped = production && recognitions.some(({ productionStepUp }) => productionStepUp) ? stepUp(merged) : merged;
  const answers = declareAnswers(stepped, declared);
  const policy = overridden(decidePolicy(answers), declared);
  const { presences, found, unproven } = around.isRefused ? NOBODY : meetingsIn(uses);
  const occupancy = configuredLimit(presences, uses.pinned, found);
  const configured = configuredOf(occupancy.limit, occupancy.controls, policy.decision === "throttle");
  const verdict = compare(policy, configured, answers.capacity.source === "declared");
  const covered = waitsCover(found);
  const shown = covered && found.meetings.every(({ wait }) => wait?.visible === true);
  const recoveryPath = recoveryPathOf(declared);
  const invariants = invariantsOf({
    verdict,
    answers,
    recoveryPath: missingRunbook(recoveryPath, tree) === null ? recoveryPath : null,
    today,
    lockBypassed: bypasses.some(({ byHand }) => !byHand),
    waitsInside: covered && !shown,
    waitsInGroup: presences.some(({ groups }) => groups.length > 0) || shown,
  });
  return {
    id: uses.id,
    kind: uses.kind,
    uses,
    presences,
    environment,
    production,
    answers,
    policy,
    configured,
    verdict,
    invariants,
    encounters: found,
    unproven,
    waitsCover: covered,
    bypasses,
    declared,
    recoveryPath,
    family: null,
  };
}

function recoveryPathOf(declared: readonly TargetConfig[]): AuditedTarget["recoveryPath"] {
  return declared.reduce<AuditedTarget["recoveryPath"]>((known, entry) => entry.recoveryPath ?? known, null);
}

const NOBODY: ReturnType<typeof meetingsIn> = {
  presences: [],
  found: { meetings: [], apart: [], alike: 0 },
  unproven: [],
};

/** Who can be in the target, and who meets whom there. */
function meetingsIn(uses: TargetUses) {
  const presences = uses.members
    .flatMap(({ use, id }) => presencesOf(use, id))
    .flatMap((presence) => inTarget(presence, uses.pinned));
  const all = encounters(presences);
  // No verdict and no finding rests on a meeting that the simulator does not reproduce; the report's `limits` tell.
  const proven = new Set(all.meetings.filter(replays));
  const found = { ...all, meetings: [...proven] };
  return { presences, found, unproven: all.meetings.filter((meeting) => !proven.has(meeting)) };
}

/** Entries for the target under any name that `same-as` gives it; past their date, policy and answers count for nothing. */
function declaredFor({ id, members }: TargetUses, config: Config, today: Day): readonly TargetConfig[] {
  const aliases = config.targets.filter(({ sameAs }) => sameAs !== null);
  const own = aliases.length === 0 ? [] : members.map(({ use }) => idOf(use.recognition.kind, use.id));
  const others = own.filter((name) => aliases.some(({ match }) => matchesId(match, name)));
  const names = [...new Set([id, ...others])];
  return config.targets
    .filter(({ match }) => names.some((name) => matchesId(match, name)))
    .map((entry) => (isActive(entry, today) ? entry : { ...entry, policy: null, answers: noAnswers }));
}

function environmentOf(uses: TargetUses): string | null {
  const names = new Set(uses.members.map(({ use }) => (use.unit.environment ? literalOf(use.unit.environment) : null)));
  const [only] = names;
  return names.size === 1 ? (only ?? null) : null;
}

/** A policy that the config sets, with a reason, replaces the table's. */
function overridden(policy: Policy, declared: readonly TargetConfig[]): Policy {
  return declared.reduce<Policy>((known, entry) => {
    if (!entry.policy) return known;
    const reason = entry.because ? `: ${entry.because}` : "";
    return { ...entry.policy, path: [...known.path, `declared in the config${reason}`] };
  }, policy);
}
