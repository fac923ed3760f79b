import type { OnlineFacts } from "../../model/online.ts";
import { literal, literalOf, type Text } from "../../values/text.ts";
import { openObject, textValue, type Value } from "../../values/value.ts";

/**
 * `vars` with the values that GitHub told: an environment's own, else the repository's and organisation's; a name that
 * nobody has set is empty. `unknown` answers for what nobody could read, and for an environment that only the run knows.
 */
export function knownVariables(online: OnlineFacts | null, environment: Text | null, unknown: Value): Value {
  const { variables, environments } = online ?? {};
  if (!variables || !environments || unknown.kind !== "object") return unknown;
  const name = environment === null ? "" : literalOf(environment);
  return openObject("vars", (asked) => {
    const key = asked.toUpperCase();
    if (name === "") return textValue(literal(variables.get(key) ?? ""));
    const possible =
      name === null ? environments : environments.filter((one) => one.name.toLowerCase() === name.toLowerCase());
    if (possible.some((one) => one.variables === null)) return unknown.get(asked);
    const own = possible.map((one) => one.variables?.get(key)).filter((value) => value !== undefined);
    if (name === null && own.length > 0) return unknown.get(asked);
    return textValue(literal(own[0] ?? variables.get(key) ?? ""));
  });
}
