import type { ErrorObject } from "ajv";
import { isNode, type Node } from "yaml";
import type { Problem, Span } from "../model/span.ts";
import { itemsOf, pairOf, resolved, spanOf, type YamlFile } from "./document.ts";
import { eitherOf, nearest } from "./nearest.ts";
import { keysAt, type SchemaNode, schemaAt } from "./schema.ts";

/** The keys that lead to a value, as the validator writes them in `instancePath` (JSON Pointer, RFC 6901). */
function pathOf(error: ErrorObject): readonly string[] {
  return error.instancePath
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function nodeAt(yaml: YamlFile, path: readonly string[]): Node | null {
  let node = resolved(yaml, yaml.document.contents);
  for (const key of path) {
    node = resolved(yaml, pairOf(yaml, node, key)?.value) ?? itemsOf(yaml, node)[Number(key)] ?? null;
  }
  return node;
}

/** The key and its value, or the value alone where it is an item of a list. */
function placeOf(yaml: YamlFile, path: readonly string[]): Span {
  const value = nodeAt(yaml, path);
  const key = pairOf(yaml, nodeAt(yaml, path.slice(0, -1)), path.at(-1) ?? "")?.key;
  if (!isNode(key)) return spanOf(yaml, value);
  const start = spanOf(yaml, key);
  return value === null ? start : { ...start, end: Math.max(start.end, spanOf(yaml, value).end) };
}

const MAX_SHOWN = 48;

function shown(value: unknown): string {
  if (value === null) return "";
  // `version: "1"` is wrong only because of its quotes.
  if (typeof value === "string" && /^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : "[…]";
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0 ? "{}" : "{ … }";
  const text = String(value).replaceAll(/\s+/g, " ");
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : value;
}

function useOf(node: SchemaNode | null): string {
  return node?.["x-use"] ?? eitherOf((node?.enum ?? []).map(String));
}

function wrongValue(yaml: YamlFile, path: readonly string[]): string {
  const key = path.at(-1) ?? "";
  const schema = schemaAt(path);
  const value = path.reduce(memberOf, yaml.value);
  if (path.length === 0)
    return (
      `this file holds ${Array.isArray(value) ? "a list" : `\`${shown(value)}\``}. ` +
      `Write a mapping with the keys ${eitherOf(keysAt([]))}.`
    );
  const found = /^\d+$/.test(key) ? shown(value) : `${key}: ${shown(value)}`.trimEnd();
  const words = (schema?.enum ?? schema?.else?.enum ?? []).map(String);
  const near = typeof value === "string" && !words.includes(value) ? nearest(value, words) : null;
  const advice = near === null ? `Use ${useOf(schema)}.` : `Did you mean ${near}?`;
  return `\`${found}\` is not ${schema?.title ?? "allowed here"}. ${advice}`;
}

function unknownKey(path: readonly string[], key: string): string {
  const keys = keysAt(path);
  const near = nearest(key, keys);
  const owner = schemaAt(path)?.title ?? "this file";
  const advice = near === null ? `It has ${keys.join(", ")}.` : `Did you mean ${near}?`;
  return `\`${shown(key)}\` is not a key of ${owner}. ${advice}`;
}

function missingKey(path: readonly string[], key: string): string {
  const use = useOf(schemaAt([...path, key]));
  return `${schemaAt(path)?.title ?? "this entry"} has no \`${key}\`. Add \`${key}:\` with ${use}.`;
}

function problemOf(yaml: YamlFile, error: ErrorObject): Problem | null {
  const path = pathOf(error);
  if (error.keyword === "if") return null;
  if (error.keyword === "additionalProperties") {
    const key = String(error.params["additionalProperty"]);
    const place = pairOf(yaml, nodeAt(yaml, path), key)?.key;
    return { span: spanOf(yaml, isNode(place) ? place : null), message: unknownKey(path, key) };
  }
  if (error.keyword === "required") {
    const key = String(error.params["missingProperty"]);
    return { span: spanOf(yaml, nodeAt(yaml, path)), message: missingKey(path, key) };
  }
  return { span: placeOf(yaml, path), message: wrongValue(yaml, path) };
}

/** Whether a key is missing only because it is mistyped, which is told at the key itself. */
function isMistyped(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const missing = error.params["missingProperty"];
  return (
    error.keyword === "required" &&
    errors.some(
      ({ keyword, instancePath, params }) =>
        keyword === "additionalProperties" &&
        instancePath === error.instancePath &&
        nearest(String(params["additionalProperty"]), keysAt(pathOf(error))) === missing,
    )
  );
}

/** What the validator found, as sentences with places, one for each place. */
export function schemaProblems(yaml: YamlFile, errors: readonly ErrorObject[]): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of errors.filter((one) => !isMistyped(one, errors))) {
    const problem = problemOf(yaml, error);
    if (problem !== null) problems.set(`${problem.span.start} ${problem.message}`, problem);
  }
  return [...problems.values()];
}
