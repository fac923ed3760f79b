import type { EnvironmentConfig } from "../model/config.ts";

const WORDS = new Set(["prod", "production", "live"]);
const NEGATIONS = new Set(["non", "pre", "not", "no"]);

/**
 * Whether a name means production: `prod`, `production` or `live` stands in it as a word between separators, digits may
 * follow (`prod2`), unless `non` or `pre` stands right before it (`non-prod`, `pre-production`).
 */
export function namesProduction(name: string): boolean {
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== "");
  return words.some((word, index) => WORDS.has(word.replace(/\d+$/u, "")) && !NEGATIONS.has(words[index - 1] ?? ""));
}

/** Whether a writer's environment or a target's id is production: what the config says, else what the names say. */
export function isProduction(environment: string | null, id: string, declared: readonly EnvironmentConfig[]): boolean {
  const said = environment === null ? null : (declaredAs(environment, declared)?.production ?? null);
  if (said !== null) return said;
  return (environment !== null && namesProduction(environment)) || namesProduction(id);
}

/**
 * What the config declares of an environment. Names of environments are compared without regard to case (docs
 * "Managing environments for deployment").
 */
export function declaredAs(environment: string, declared: readonly EnvironmentConfig[]): EnvironmentConfig | undefined {
  return declared.find(({ name }) => name.toLowerCase() === environment.toLowerCase());
}
