import { evaluateCondition, SUCCESS } from "../../interpret/expression/index.ts";
import type { OnlineFacts } from "../../model/online.ts";
import type { Cube } from "../../values/cube.ts";
import { literalOf, type Text } from "../../values/text.ts";
import type { Value } from "../../values/value.ts";

/** Runs of a cube that an environment lets in, or does not. */
export interface Gate {
  readonly cube: Cube;
  readonly admits: boolean;
}

/** A pattern as an expression over `github.ref`: what lies behind its first wildcard is taken to match. */
function conditionOf(pattern: string): string {
  const fixed = /^[^*?[]*/u.exec(pattern)?.[0] ?? "";
  const quoted = `'${fixed.replaceAll("'", "''")}'`;
  return fixed === pattern ? `github.ref == ${quoted}` : `startsWith(github.ref, ${quoted})`;
}

/**
 * Splits runs by whether the job's environment takes deployments from their ref. A job that it refuses fails before it
 * starts, so that what it would write is out of reach from there.
 */
export function deployable(
  environment: Text | null,
  cube: Cube,
  contexts: ReadonlyMap<string, Value>,
  online: OnlineFacts | null,
): readonly Gate[] {
  const name = environment === null ? null : literalOf(environment)?.toLowerCase();
  const refs = online?.environments?.find((one) => one.name.toLowerCase() === name)?.refs ?? null;
  if (refs === null) return [{ cube, admits: true }];
  const condition = refs.length === 0 ? "false" : refs.map(conditionOf).join(" || ");
  return evaluateCondition(condition, { contexts, status: SUCCESS }, cube).map((outcome) => ({
    cube: outcome.cube,
    admits: outcome.holds,
  }));
}
