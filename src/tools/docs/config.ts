import { code, table } from "./table.ts";

/** The parts of the config's JSON Schema that the page is made of. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly description?: string;
  readonly "x-use"?: string;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly then?: SchemaNode;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
}

interface Row {
  readonly path: string;
  readonly node: SchemaNode;
  readonly required: boolean;
}

/** The reference of `signalbox.yml`: every key that its schema (`policies/schema/config.schema.json`) takes. */
export function configReference(schema: SchemaNode): string {
  const sections = Object.keys(schema.properties ?? {}).map((key) => {
    const rows = rowsOf(schema, { path: key, node: schema.properties?.[key] ?? {}, required: false });
    return `### ${key}\n\n${table(["key", "value", "meaning"], rows.map(cells))}`;
  });
  return sections.join("\n\n");
}

function rowsOf(schema: SchemaNode, row: Row): readonly Row[] {
  const node = resolved(schema, row.node);
  const own: Row = { ...row, node };
  const entries = typeof node.additionalProperties === "object" ? node.additionalProperties : null;
  const below = [
    ...fieldsOf(node, row.path),
    ...fieldsOf(node.then, row.path),
    ...fieldsOf(node.items && resolved(schema, node.items), `${row.path}[]`),
    ...(entries ? [{ path: `${row.path}.NAME`, node: entries, required: false }] : []),
  ];
  return [own, ...below.flatMap((child) => rowsOf(schema, child))];
}

function fieldsOf(node: SchemaNode | undefined, path: string): readonly Row[] {
  return Object.entries(node?.properties ?? {}).map(([name, child]) => ({
    path: `${path}.${name}`,
    node: child,
    required: node?.required?.includes(name) ?? false,
  }));
}

function resolved(schema: SchemaNode, node: SchemaNode): SchemaNode {
  const name = node.$ref?.replace("#/$defs/", "");
  return name === undefined ? node : (schema.$defs?.[name] ?? {});
}

function cells({ path, node, required }: Row): readonly string[] {
  const meaning = node.description ?? "";
  const missing = required && !meaning.includes("Required");
  return [code(path), valueOf(node), missing ? `${meaning} Required.`.trim() : meaning];
}

function valueOf(node: SchemaNode): string {
  if (!node.enum) return node["x-use"] ?? "";
  // Only the rules are that many, and they have a page of their own.
  if (node.enum.length > 8) return `one of the ${node.enum.length} [rules](rules.md)`;
  return node.enum.map((one) => code(String(one))).join(", ");
}
