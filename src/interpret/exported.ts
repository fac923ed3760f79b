import { mention, type Text } from "../values/text.ts";

/** The fact that an action of which nobody knows what it does has run: it may have exported any variable. */
export const MAY_HAVE_EXPORTED = "job:may-have-exported";

/**
 * What a variable holds that nothing here has set, once such an action has run (`load-secrets`, `decrypt-secrets`): a
 * value that nobody knows, perhaps none. Null where it is surely not set. Names in lower case are a
 * script's own.
 */
export function perhapsExported(facts: ReadonlyMap<string, Text>, name: string): Text | null {
  if (!facts.has(MAY_HAVE_EXPORTED) || !/^[A-Z][A-Z0-9_]+$/.test(name)) return null;
  return mention({ key: `env.${name}`, label: `env.${name}`, kind: "output", given: [] });
}
