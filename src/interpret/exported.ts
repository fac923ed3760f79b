import { mention, type Text } from "../values/text.ts";

/**
 * The fact that any variable may have been exported: by an action of which nobody knows what it does, or by a script that
 * added lines to `$GITHUB_ENV` which nobody knows.
 */
export const MAY_HAVE_EXPORTED = "job:may-have-exported";

/**
 * What a variable holds that nothing here has set, once that has happened (`load-secrets`, `jq … >> $GITHUB_ENV`): a
 * value that nobody knows, perhaps none. Null where it is surely not set. Names in lower case are a
 * script's own.
 */
export function perhapsExported(facts: ReadonlyMap<string, Text>, name: string): Text | null {
  if (!facts.has(MAY_HAVE_EXPORTED) || !/^[A-Z][A-Z0-9_]+$/.test(name)) return null;
  return mention({ key: `env.${name}`, label: `env.${name}`, kind: "output", given: [] });
}
