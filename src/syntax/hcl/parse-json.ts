import { isAlias, isMap, isScalar, isSeq, parseDocument, type Node, type Pair } from "yaml";
import type { Problem, Span } from "../../model/span.ts";
import { EMPTY_BODY } from "./body.ts";
import { parseHcl } from "./parse.ts";
import type { HclAttribute, HclBlock, HclBody, HclEntry, HclExpression, HclFile, HclLabel } from "./tree.ts";
import { table } from "../../values/table.ts";

/** Blocks by name, and the number of labels that each takes; everything else in JSON is an argument. */
const LABELS: Readonly<Record<string, number>> = table({
  terraform: 0,
  backend: 1,
  cloud: 0,
  workspaces: 0,
  required_providers: 0,
  locals: 0,
  variable: 1,
  output: 1,
  module: 1,
  provider: 1,
  resource: 2,
  data: 2,
  remote_state: 0,
  versioning: 0,
  versioning_configuration: 0,
  blob_properties: 0,
  endpoints: 0,
});

/** Nesting beyond this is left out. */
const DEEPEST = 100;

/**
 * Reads the JSON form of HCL (`main.tf.json`, `terraform.tfvars.json`). Never throws on input.
 * https://developer.hashicorp.com/terraform/language/syntax/json
 */
export function parseHclJson(file: string, source: string): HclFile {
  const text = source.replace(/^\uFEFF/, " ");
  const nothing = { file, body: EMPTY_BODY, comments: [], opaque: [] };
  const document = parseDocument(text, {
    schema: "json",
    strict: true,
    uniqueKeys: false,
    merge: false,
    prettyErrors: false,
  });
  const problems = document.errors.map((error): Problem => {
    const span = { file, start: error.pos[0], end: Math.min(error.pos[1], source.length) };
    return { span, message: `not JSON: ${error.message.split("\n", 1)[0] ?? ""}` };
  });
  const root = document.contents;
  if (root !== null && !isMap(root)) {
    const span = { file, start: 0, end: Math.min(1, source.length) };
    return { ...nothing, problems: [...problems, { span, message: "a JSON configuration is one object" }] };
  }
  return { ...nothing, body: root ? readBody(file, root, 0) : EMPTY_BODY, problems };
}

function spanOf(file: string, node: unknown): Span {
  const range = (node as Node | null)?.range;
  return { file, start: range?.[0] ?? 0, end: range?.[1] ?? 0 };
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : "";
}

/** A list of objects stands for a block that is written more than once. */
function objectsIn(node: unknown): readonly Node[] {
  if (isMap(node)) return [node];
  return isSeq(node) ? node.items.filter((item): item is Node => isMap(item)) : [];
}

function readBody(file: string, node: Node, depth: number): HclBody {
  if (!isMap(node) || depth > DEEPEST) return EMPTY_BODY;
  const attributes: HclAttribute[] = [];
  const blocks: HclBlock[] = [];
  for (const pair of node.items) {
    const name = keyOf(pair);
    const nameSpan = spanOf(file, pair.key);
    const labels = LABELS[name];
    if (name === "//") continue;
    if (labels !== undefined && objectsIn(pair.value).length > 0) {
      blocks.push(...readBlocks(file, { type: name, labels: [], head: nameSpan }, pair.value, labels, depth + 1));
    } else if (pair.value) {
      const value = readValue(file, pair.value as Node, depth + 1);
      attributes.push({ name, nameSpan, value, span: { ...nameSpan, end: value.span.end } });
    }
  }
  return { attributes, blocks };
}

interface Head {
  readonly type: string;
  readonly labels: readonly HclLabel[];
  readonly head: Span;
}

/** Peels one object level for each label: `{"resource": {"aws_vpc": {"main": {…}}}}`. */
function readBlocks(file: string, head: Head, node: unknown, missing: number, depth: number): readonly HclBlock[] {
  return objectsIn(node).flatMap((object): readonly HclBlock[] => {
    if (missing === 0) {
      const span = { ...head.head, end: spanOf(file, object).end };
      return [{ ...head, body: readBody(file, object, depth), span }];
    }
    if (!isMap(object)) return [];
    return object.items.flatMap((pair) => {
      const label = { text: keyOf(pair), span: spanOf(file, pair.key) };
      return readBlocks(file, { ...head, labels: [...head.labels, label] }, pair.value, missing - 1, depth);
    });
  });
}

function readValue(file: string, node: Node, depth: number): HclExpression {
  const span = spanOf(file, node);
  if (depth > DEEPEST || isAlias(node)) return { kind: "other", source: "", span };
  if (isSeq(node)) {
    return { kind: "list", items: node.items.map((item) => readValue(file, item as Node, depth + 1)), span };
  }
  if (isMap(node)) {
    const entries = node.items.map(
      (pair): HclEntry => ({
        key: { kind: "literal", value: keyOf(pair), span: spanOf(file, pair.key) },
        value: pair.value ? readValue(file, pair.value as Node, depth + 1) : { kind: "literal", value: null, span },
      }),
    );
    return { kind: "object", entries, span };
  }
  const value: unknown = isScalar(node) ? node.value : null;
  if (typeof value === "string") return readString(value, span);
  return typeof value === "number" || typeof value === "boolean"
    ? { kind: "literal", value, span }
    : { kind: "literal", value: null, span };
}

/** Strings are templates in JSON too; what stands in one has the string's place. */
function readString(value: string, span: Span): HclExpression {
  if (!value.includes("${") && !value.includes("%{")) return { kind: "literal", value, span };
  const read = parseHcl(span.file, `x = ${unescapeInterpolations(JSON.stringify(value))}\n`).body.attributes[0]?.value;
  return read ? { ...read, span } : { kind: "other", source: value, span };
}

/** Inside `${…}` quotes are quotes again: JSON escaped them for the outer string only. */
function unescapeInterpolations(quoted: string): string {
  return quoted.replaceAll(/\$\{[^}]*\}/g, (inside) => inside.replaceAll('\\"', '"'));
}
