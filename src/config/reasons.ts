import type { Config, EnvironmentConfig, TargetConfig } from "../model/config.ts";
import type { Problem } from "../model/span.ts";

/** What an entry makes looser than the catalogue and the decision table would have it, in the words of the file. */
function relaxations(target: TargetConfig): readonly string[] {
  const { policy, answers } = target;
  const { shape, lock, recovery, blastRadius, capacity } = answers;
  const all = [
    policy !== null && policy.decision !== "prevent" ? `policy: ${policy.decision}` : null,
    capacity !== null ? `capacity: ${capacity}` : null,
    shape !== null && shape.value !== "single" ? `shape: ${shape.value}` : null,
    lock?.value === "waits" || lock?.value === "rejects" ? `lock: ${lock.value}` : null,
    recovery !== null && recovery !== "high" ? `recovery: ${recovery}` : null,
    blastRadius !== null && blastRadius !== "large" ? `blast-radius: ${blastRadius}` : null,
  ];
  return all.filter((each) => each !== null);
}

function targetProblem(target: TargetConfig): Problem | null {
  const relaxed = relaxations(target);
  if (relaxed.length === 0 || target.because !== null) return null;
  return {
    span: target.span,
    message:
      `${target.match} is relaxed (${relaxed.join(", ")}) without a reason. ` +
      "Add `because:` with who decided it and what it rests on.",
  };
}

function limitProblem(target: TargetConfig): Problem | null {
  if (target.policy?.decision !== "throttle" || target.policy.limit !== null) return null;
  return { span: target.span, message: `${target.match} has \`policy: throttle\` but no number. Add \`limit:\`.` };
}

function environmentProblem(environment: EnvironmentConfig): Problem | null {
  if (environment.production !== false || environment.because !== null) return null;
  return {
    span: environment.span,
    message: `environment ${environment.name} is said not to be production without a reason. Add \`because:\`.`,
  };
}

/** A number that nothing would use: its author meant something else. */
function idleNumberProblem({ match, policy, limit, measured, answers, span }: TargetConfig): Problem | null {
  if (limit !== null && policy?.decision !== "throttle") {
    return {
      span,
      message: `${match} has \`limit: ${limit}\` without \`policy: throttle\`. Add the policy, or take the limit out.`,
    };
  }
  if (measured === null || answers.capacity !== null) return null;
  return {
    span,
    message: `${match} has \`measured: ${measured}\` without a \`capacity\`. Add it, or take the date out.`,
  };
}

/** Entries that loosen something and do not say why (design section 9). */
export function missingReasons(config: Config): readonly Problem[] {
  return [
    ...config.environments.map(environmentProblem),
    ...config.targets.flatMap((target) => [targetProblem(target), limitProblem(target), idleNumberProblem(target)]),
  ].filter((problem) => problem !== null);
}
