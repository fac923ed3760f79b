import schema from "../../policies/schema/config.schema.json" with { type: "json" };

/** As much of a JSON Schema as the messages need. `x-use` says what would be right, where no list of values does. */
export interface SchemaNode {
  readonly title?: string;
  readonly "x-use"?: string;
  readonly enum?: readonly (string | number)[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
}

const root: SchemaNode & { readonly $defs: Readonly<Record<string, SchemaNode>> } = schema;

function dereference(node: SchemaNode): SchemaNode {
  const name = node.$ref?.replace("#/$defs/", "");
  return name === undefined ? node : (root.$defs[name] ?? node);
}

function child(node: SchemaNode, key: string): SchemaNode | null {
  const branch = node.properties === undefined && node.then !== undefined ? node.then : node;
  const named = Object.hasOwn(branch.properties ?? {}, key) ? branch.properties?.[key] : undefined;
  const other = typeof branch.additionalProperties === "object" ? branch.additionalProperties : branch.items;
  const next = named ?? other;
  return next === undefined ? null : dereference(next);
}

/** The part of the config's schema that a path leads to (`["targets", "0", "capacity"]`), or null. */
export function schemaAt(path: readonly string[]): SchemaNode | null {
  let node: SchemaNode | null = root;
  for (const key of path) node = node === null ? null : child(node, key);
  return node;
}

/** The keys that a mapping may have there. */
export function keysAt(path: readonly string[]): readonly string[] {
  const node = schemaAt(path);
  return Object.keys(node?.properties ?? node?.then?.properties ?? {});
}

/** The values that a definition lists. */
function listed(definition: string): readonly string[] {
  return (root.$defs[definition]?.enum ?? []).map(String);
}

/** Ids of all rules, as the schema offers them to an editor. */
export const ruleIds: readonly string[] = listed("rule");
