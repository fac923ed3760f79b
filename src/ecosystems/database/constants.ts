import type { Call } from "../../catalogue/call.ts";
import { exportedIn } from "../../interpret/environment.ts";
import { isDerived, isMention, mention, variablesOf, type Text } from "../../values/text.ts";
import type { Variable } from "../../values/variable.ts";

/** The secrets and configuration variables that a text is made of. */
export function constantsOf(text: Text): readonly Variable[] {
  return variablesOf(text).filter((variable) => variable.kind === "constant");
}

/**
 * A value that only one secret or variable knows, named by it: the secret itself, also behind `base64 -d` and other
 * functions. Null where there is none, or more than one.
 */
export function namedByConstant(text: Text): Text | null {
  const [only, ...others] = constantsOf(text);
  if (!only || others.length > 0) return null;
  return mention(only);
}

/** A text in which functions of one constant are written as that constant: a decoded secret is named by the secret. */
export function nameConstants(text: Text): Text {
  return text.flatMap((part): Text => {
    if (typeof part === "string") return [part];
    if (isDerived(part)) return namedByConstant([part]) ?? [part];
    if (isMention(part) && part.variable.kind === "output") return namedByConstant([part]) ?? [part];
    return [part];
  });
}

/** The `environment:` under which a secret of the text is read; null where it is the repository's, or there is none. */
export function environmentOfSecrets(text: Text): Text | null {
  for (const variable of constantsOf(text)) {
    const [environment] = variable.given ?? [];
    if (environment && environment.length > 0) return environment;
  }
  return null;
}

/** Whether the step holds anything with which something shared could be reached: a secret, or a login before it. */
export function hasCredentials(call: Call): boolean {
  for (const [name, value] of exportedIn(call.env))
    if (!TOKENS.has(name) && constantsOf(value).some(isSecret)) return true;
  for (const [name, value] of call.act.machine.facts) if (/^login:/.test(name) && value.length > 0) return true;
  for (const file of call.act.machine.files.values())
    if (file.text && constantsOf(file.text).some(isSecret)) return true;
  return call.words.some((word) => constantsOf(word).some(isSecret));
}

/** What every job has, or what only opens the repository. */
const TOKENS: ReadonlySet<string> = new Set([
  "GITHUB_TOKEN",
  "GH_TOKEN",
  "NPM_TOKEN",
  "NODE_AUTH_TOKEN",
  "CODECOV_TOKEN",
]);

function isSecret(variable: Variable): boolean {
  return !/GITHUB_TOKEN|CODECOV|SONAR|SLACK|NPM_TOKEN/i.test(variable.label);
}
