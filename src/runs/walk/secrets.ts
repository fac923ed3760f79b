import { secretsValue } from "../../interpret/job/surroundings.ts";
import { canonical, type Text } from "../../values/text.ts";
import type { Value } from "../../values/value.ts";
import type { WalkInput } from "./types.ts";
import { knownVariables } from "./variables.ts";

type NamedInput = Pick<WalkInput, "config" | "online" | "named">;

/** Secrets of a job with this environment, one value for all jobs that have it. */
export function secretsOf(input: NamedInput, environment: Text | null): Value {
  return named("secrets", input, environment);
}

/** Configuration variables of a job with this environment. */
export function varsOf(input: NamedInput, environment: Text | null): Value {
  return named("vars", input, environment);
}

function named(kind: "secrets" | "vars", input: NamedInput, environment: Text | null): Value {
  const key = `${kind}@${environment === null ? "" : canonical(environment)}`;
  const known = input.named.get(key);
  if (known) return known;
  const unknown = secretsValue(kind, environment, (name) => isRepository(input, name));
  const value = kind === "vars" ? knownVariables(input.online, environment, unknown) : unknown;
  input.named.set(key, value);
  return value;
}

function isRepository(input: NamedInput, name: string): boolean {
  return input.config.secrets.some(
    (secret) => secret.name.toUpperCase() === name.toUpperCase() && secret.scope === "repository",
  );
}
