import { parse as parseToml } from "smol-toml";
import { parseAllDocuments } from "yaml";
import type { SourceFile } from "../model/span.ts";

/**
 * The values of a JSON (comments allowed), YAML or TOML file, by its ending; `[]` for what cannot be read as such. Only
 * for configuration files whose values name a target; nothing in them is ever executed.
 */
export function dataOf(file: SourceFile): readonly unknown[] {
  try {
    if (/\.toml$/.test(file.path)) return [parseToml(file.text)];
    if (/\.(?:jsonc?|firebaserc)$|(?:^|\/)\.[a-z]+rc$/.test(file.path)) return [JSON.parse(withoutComments(file.text))];
    return yamlValues(file.text);
  } catch {
    return [];
  }
}

function yamlValues(text: string): readonly unknown[] {
  // `maxAliasCount` bounds what aliases may expand to; a bomb is an error here, hence no value.
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent", prettyErrors: false });
  const list = "empty" in documents ? [] : documents;
  return list
    .filter((document) => document.errors.length === 0)
    .map((document): unknown => document.toJS({ maxAliasCount: 100 }));
}

/** JSON with comments and trailing commas (wrangler, tsconfig) as plain JSON; strings are left alone. */
function withoutComments(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_all, string: string | undefined) => string ?? "")
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_all, string: string | undefined) => string ?? "");
}

/** The value under a path of keys (`projects.default`), null where there is none. */
export function valueAt(data: unknown, path: string): unknown {
  let current: unknown = data;
  for (const key of path === "" ? [] : path.split(".")) {
    if (Array.isArray(current)) current = (current as readonly unknown[])[Number(key)];
    else if (isRecord(current) && Object.hasOwn(current, key)) current = current[key];
    else return null;
  }
  return current ?? null;
}

/** A text or number under a path of keys; null for anything else. */
export function textAt(data: unknown, path: string): string | null {
  const value = valueAt(data, path);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The elements of a list of mappings; `[]` for anything else. */
export function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
