import type { Machine } from "../../interpret/machine.ts";
import type { Problem, Span } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import type { HclAttribute, HclBlock, HclBody, HclExpression } from "../../syntax/hcl/tree.ts";
import { fileOnRunner, namesIn, type FoundFile } from "./files.ts";
import type { Tool } from "./versions.ts";

/** The block that says where the state is kept. `cloud` is the type of a `cloud` block. */
export interface Backend {
  readonly type: string;
  readonly body: HclBody;
  /** Null where a step wrote the file. */
  readonly span: Span | null;
}

/** One `required_version`. */
export interface Requirement {
  readonly text: string;
  readonly span: Span | null;
}

/** The files of one folder as Terraform merges them, as far as the state's place depends on them. */
export interface Module {
  /** Absolute on the runner. */
  readonly folder: string;
  readonly files: readonly string[];
  readonly backend: Backend | null;
  readonly required: readonly Requirement[];
  readonly variables: ReadonlyMap<string, HclExpression | null>;
  readonly locals: ReadonlyMap<string, HclExpression>;
  readonly blocks: readonly HclBlock[];
  readonly problems: readonly Problem[];
  /** Files that exist and whose content nobody knows (rewritten by `sed`, made by a generator). */
  readonly unknownFiles: readonly string[];
}

const OVERRIDE = /(?:^|_)override\.(?:tf|tofu)(?:\.json)?$/;

/**
 * Reads the module in a folder on the runner: the repository's files and those that steps wrote, overrides merged.
 * Null where there is no configuration in it. Never throws on input.
 * https://developer.hashicorp.com/terraform/language/files/override
 */
export function readModule(folder: string, tool: Tool, machine: Machine, tree: Tree): Module | null {
  const names = configurationFiles(namesIn(folder, machine, tree), tool);
  if (names.length === 0) return null;
  const ordered = [...names.filter((name) => !OVERRIDE.test(name)), ...names.filter((name) => OVERRIDE.test(name))];
  const found = ordered.map((name) => [name, fileOnRunner(`${folder}/${name}`, machine, tree)] as const);
  const files = found.flatMap(([name, file]): readonly (readonly [string, FoundFile])[] =>
    file && file !== "unknown" ? [[name, file]] : [],
  );
  const blocks = files.flatMap(([, file]) => file.hcl.body.blocks);
  return {
    folder,
    files: names,
    backend: mergedBackend(files),
    required: mergedRequirements(files),
    variables: variablesIn(blocks),
    locals: localsIn(blocks),
    blocks,
    problems: files.flatMap(([, file]) => (file.generated ? [] : file.hcl.problems)),
    unknownFiles: found.flatMap(([name, file]) => (file === "unknown" ? [name] : [])),
  };
}

/** `.tofu` files are OpenTofu's, and stand before a `.tf` file of the same name. */
function configurationFiles(names: readonly string[], tool: Tool): readonly string[] {
  const plain = names.filter((name) => /\.tf(?:\.json)?$/.test(name));
  if (tool === "terraform") return plain;
  const own = names.filter((name) => /\.tofu(?:\.json)?$/.test(name));
  const shadowed = new Set(own.map((name) => name.replace(/\.tofu(?=\.json$|$)/, ".tf")));
  return [...plain.filter((name) => !shadowed.has(name)), ...own].sort();
}

/** Variables with their defaults; null where one has none. */
export function variablesIn(blocks: readonly HclBlock[]): ReadonlyMap<string, HclExpression | null> {
  const found = blocks.filter((block) => block.type === "variable");
  return new Map(
    found.map((block) => [block.labels[0]?.text ?? "", attributeOf(block.body, "default")?.value ?? null] as const),
  );
}

/** Locals by name, a later one winning. */
export function localsIn(blocks: readonly HclBlock[]): ReadonlyMap<string, HclExpression> {
  const found = blocks.filter((block) => block.type === "locals").flatMap((block) => block.body.attributes);
  return new Map(found.map((local) => [local.name, local.value] as const));
}

/** The last assignment of a name. */
export function attributeOf(body: HclBody, name: string): HclAttribute | undefined {
  return body.attributes.findLast((attribute) => attribute.name === name);
}

/** A later block of an override file takes the place of the earlier one, `cloud` and `backend` alike. */
function mergedBackend(files: readonly (readonly [string, FoundFile])[]): Backend | null {
  const found = files.flatMap(([, file]) =>
    settingsBlocks(file)
      .filter((block) => block.type === "backend" || block.type === "cloud")
      .map(
        (block): Backend => ({
          type: block.type === "cloud" ? "cloud" : (block.labels[0]?.text ?? ""),
          body: block.body,
          span: file.generated ? null : block.head,
        }),
      ),
  );
  return found.at(-1) ?? null;
}

function settingsBlocks(file: FoundFile): readonly HclBlock[] {
  return file.hcl.body.blocks.filter((block) => block.type === "terraform").flatMap((block) => block.body.blocks);
}

/** All files' constraints hold together, but one in an override replaces them. */
function mergedRequirements(files: readonly (readonly [string, FoundFile])[]): readonly Requirement[] {
  let merged: Requirement[] = [];
  for (const [name, file] of files) {
    const here = file.hcl.body.blocks
      .filter((block) => block.type === "terraform")
      .flatMap((block): readonly Requirement[] => {
        const attribute = attributeOf(block.body, "required_version");
        if (attribute?.value.kind !== "literal" || typeof attribute.value.value !== "string") return [];
        return [{ text: attribute.value.value, span: file.generated ? null : attribute.span }];
      });
    merged = OVERRIDE.test(name) && here.length > 0 ? [...here] : [...merged, ...here];
  }
  return merged;
}
