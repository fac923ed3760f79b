import type { Evidence } from "../../model/answers.ts";
import type { Tree } from "../../model/tree.ts";
import { evaluate, type HclScope } from "../../syntax/hcl/evaluate.ts";
import { parseHcl } from "../../syntax/hcl/parse.ts";
import { slimSource } from "../../syntax/hcl/slim.ts";
import type { HclBlock, HclBody, HclExpression } from "../../syntax/hcl/tree.ts";
import { knownString } from "../../syntax/hcl/value.ts";
import { treeNames } from "./files.ts";
import { attributeOf, localsIn, variablesIn, type Module } from "./module.ts";
import { onRunner } from "./paths.ts";
import { moduleScope } from "./scope.ts";

/** Buckets and accounts that some module declares with versions, by `s3:name`, `gcs:name`, `azurerm:name`. */
export type VersionedStores = ReadonlyMap<string, Evidence>;

const known = new WeakMap<Tree, VersionedStores>();

/** Blocks that say whether a store keeps versions, and those that its name may be made of. */
const WANTED = new RegExp(
  "^(?:variable|locals|module)\\b|" +
    '^resource\\s+"(?:aws_s3_bucket(?:_versioning)?|google_storage_bucket|azurerm_storage_account)"',
);

/** Reads what the modules say of versions, once for a tree; nothing else of them is parsed. */
export function versionedStores(tree: Tree): VersionedStores {
  const before = known.get(tree);
  if (before) return before;
  const stores = new Map<string, Evidence>();
  for (const [folder, names] of treeNames(tree)) {
    const sources = names
      .filter((name) => /\.(?:tf|tofu)$/.test(name))
      .map((name) => (folder === "" ? name : `${folder}/${name}`))
      .map((path) => ({ path, text: textOf(path, tree) }));
    if (!sources.some(({ text }) => text.includes("versioning"))) continue;
    const blocks = sources.flatMap(({ path, text }) => parseHcl(path, slimSource(text, isWanted)).body.blocks);
    for (const [name, evidence] of storesOf(moduleOf(onRunner(folder), blocks))) stores.set(name, evidence);
  }
  known.set(tree, stores);
  return stores;
}

function isWanted(block: string): boolean {
  return WANTED.test(block) && (!block.startsWith("module") || block.includes("versioning"));
}

function textOf(path: string, tree: Tree): string {
  const read = tree.read(path);
  return read?.ok ? read.file.text : "";
}

function moduleOf(folder: string, blocks: readonly HclBlock[]): Module {
  const nothing = { files: [], backend: null, required: [], problems: [], unknownFiles: [] };
  return { ...nothing, folder, blocks, variables: variablesIn(blocks), locals: localsIn(blocks) };
}

function storesOf(module: Module): readonly (readonly [string, Evidence])[] {
  const scope = moduleScope(module, new Map(), []);
  return module.blocks.flatMap((block): readonly (readonly [string, Evidence])[] => {
    const [type, label] = block.labels.map((one) => one.text);
    if (block.type === "resource") return fromResource(block, type ?? "", module, scope);
    if (block.type !== "module" || !type || label) return [];
    const name = stringOf(block.body, "bucket", scope) ?? stringOf(block.body, "name", scope);
    const source = stringOf(block.body, "source", scope) ?? "";
    const on = /s3|bucket|storage|state/i.test(source) && isOn(block.body, "versioning", scope);
    const store = /gcs|cloud-storage|google/i.test(source) ? "gcs" : "s3";
    return on && name ? [[`${store}:${name}`, { span: block.head, note: `versions of ${name} are kept` }]] : [];
  });
}

/** Versions make a lost state recoverable. https://developer.hashicorp.com/terraform/language/backend/s3 */
function fromResource(
  block: HclBlock,
  type: string,
  module: Module,
  scope: HclScope,
): readonly (readonly [string, Evidence])[] {
  const found = (store: string, name: string | null, on: boolean): readonly (readonly [string, Evidence])[] =>
    on && name ? [[`${store}:${name}`, { span: block.head, note: `versions of ${name} are kept` }]] : [];
  switch (type) {
    case "aws_s3_bucket":
      return found("s3", stringOf(block.body, "bucket", scope), isOn(block.body, "versioning", scope));
    case "aws_s3_bucket_versioning":
      return found("s3", bucketOf(block.body, module, scope), isOn(block.body, "versioning_configuration", scope));
    case "google_storage_bucket":
      return found("gcs", stringOf(block.body, "name", scope), isOn(block.body, "versioning", scope));
    case "azurerm_storage_account":
      return found("azurerm", stringOf(block.body, "name", scope), isOn(block.body, "blob_properties", scope));
    default:
      return [];
  }
}

function stringOf(body: HclBody, name: string, scope: HclScope): string | null {
  const value = attributeOf(body, name)?.value;
  return value ? knownString(evaluate(value, scope)) : null;
}

/** The bucket's name, also through `aws_s3_bucket.state.id`. */
function bucketOf(body: HclBody, module: Module, scope: HclScope): string | null {
  const value = attributeOf(body, "bucket")?.value;
  if (!value) return null;
  const direct = knownString(evaluate(value, scope));
  if (direct !== null) return direct;
  const label = referencedLabel(value, "aws_s3_bucket");
  const bucket = module.blocks.find(
    (block) => block.labels[0]?.text === "aws_s3_bucket" && block.labels[1]?.text === label,
  );
  return bucket && label ? stringOf(bucket.body, "bucket", scope) : null;
}

function referencedLabel(value: HclExpression, type: string): string | null {
  if (value.kind !== "reference" || value.root !== type) return null;
  const [step] = value.steps;
  return step?.kind === "attribute" ? step.name : null;
}

const SWITCHES = ["enabled", "status", "versioning_enabled"];

/** `versioning { enabled = true }`, `versioning = { status = "Enabled" }`, `versioning = true`. */
function isOn(body: HclBody, name: string, scope: HclScope): boolean {
  const inner = body.blocks.find((block) => block.type === name)?.body;
  if (inner) return SWITCHES.some((key) => saysYes(stringOf(inner, key, scope)));
  const value = attributeOf(body, name)?.value;
  if (!value) return false;
  const evaluated = evaluate(value, scope);
  if (evaluated.kind !== "object") return saysYes(knownString(evaluated));
  return SWITCHES.some((key) => saysYes(knownString(evaluated.entries.get(key))));
}

function saysYes(value: string | null): boolean {
  return value === "true" || value?.toLowerCase() === "enabled";
}
