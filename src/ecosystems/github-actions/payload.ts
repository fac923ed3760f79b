import { mention } from "../../values/text.ts";
import {
  booleanOf,
  openObject,
  type ObjectValue,
  type StringValue,
  type UnknownValue,
  type Value,
} from "../../values/value.ts";
import type { VariableKind } from "../../values/variable.ts";

/** Properties of webhook payloads that are booleans (docs "Webhook events and payloads"). */
const BOOLEANS: ReadonlySet<string> = new Set([
  "archived",
  "created",
  "deleted",
  "disabled",
  "distinct",
  "draft",
  "fork",
  "forced",
  "has_downloads",
  "has_issues",
  "has_pages",
  "has_projects",
  "has_wiki",
  "is_template",
  "locked",
  "maintainer_can_modify",
  "mergeable",
  "merged",
  "prerelease",
  "private",
  "rebaseable",
  "site_admin",
  "production_environment",
  "transient_environment",
]);

/** Properties that are strings wherever a payload has them, which people search for words. */
const STRINGS: ReadonlySet<string> = new Set([
  "body",
  "display_title",
  "email",
  "head_branch",
  "login",
  "message",
  "name",
  "title",
  "username",
]);

/** A part of a payload that nobody knows: a string where it is used as one, an object where a property is read. */
export function openPayload(path: string, kind: VariableKind = "chosen"): UnknownValue | StringValue {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const variable = { key: path, label: path, kind } as const;
  if (BOOLEANS.has(name)) return booleanOf({ ...variable, domain: ["true", "false"] });
  if (STRINGS.has(name)) return { kind: "string", text: mention(variable) };
  const children = openObject(path, (property) => openPayload(`${path}.${property}`, kind));
  return { kind: "unknown", text: mention(variable), from: null, get: children.get };
}

/** An object of a payload of which some properties are known and the others may be anything. */
export function payloadObject(
  path: string,
  known: Readonly<Record<string, Value>>,
  kind: VariableKind = "chosen",
): ObjectValue {
  const byName = new Map(Object.entries(known));
  return openObject(path, (property) => byName.get(property.toLowerCase()) ?? openPayload(`${path}.${property}`, kind));
}

/** `github.event`: known properties, properties that the event has but nobody knows, and nothing else. */
export function eventObject(known: Readonly<Record<string, Value>>, others: readonly string[]): ObjectValue {
  const byName = new Map(Object.entries(known));
  const open = new Set([...others, "sender"]);
  return openObject("github.event", (property) => {
    const name = property.toLowerCase();
    const found = byName.get(name);
    if (found) return found;
    if (name === "organization" || name === "enterprise") return openPayload(`github.event.${name}`, "constant");
    return open.has(name) ? openPayload(`github.event.${name}`) : null;
  });
}
