import { literalOf } from "../values/text.ts";
import type { Audit } from "./model.ts";

/** The environments that jobs run in, each once, sorted; those that only a run decides are left out. */
export function jobEnvironments({ runs }: Pick<Audit, "runs">): readonly string[] {
  const names = runs.flatMap(({ units }) =>
    units.flatMap(({ environment }) => (environment === null ? [] : [literalOf(environment)])),
  );
  return [...new Set(names)].filter((name): name is string => name !== null && name !== "").sort();
}
