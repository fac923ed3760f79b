import { machineOf, type Call } from "../../catalogue/call.ts";
import type { Tree } from "../../model/tree.ts";
import { evaluate, type HclScope } from "../../syntax/hcl/evaluate.ts";
import { localsOf } from "../../syntax/hcl/locals.ts";
import type { HclBlock, HclExpression, HclFile } from "../../syntax/hcl/tree.ts";
import { knownString, unknownValue, type HclValue } from "../../syntax/hcl/value.ts";
import { fileOnRunner } from "../terraform/files.ts";
import { attributeOf } from "../terraform/module.ts";
import { folderOf, inRepository } from "../terraform/paths.ts";
import { callTerragrunt } from "./functions.ts";
import { absolute, type Place, type Reader } from "./reader.ts";

/** One file of configuration, read for a unit. Paths are absolute on the runner. */
export interface Config extends Place {
  readonly path: string;
  readonly hcl: HclFile;
  readonly includes: ReadonlyMap<string, Config>;
  readonly scope: HclScope;
}

/** Files inside files beyond this are left out. */
const DEEPEST = 12;

/** The unit's configuration in a file; null where there is none. */
export function readUnit(path: string, call: Call, tree: Tree): Config | null {
  return readConfig(path, folderOf(path), false, readerFor(call, tree, []));
}

function readerFor(call: Call, tree: Tree, open: readonly string[]): Reader {
  return {
    call,
    tree,
    open,
    other: (path) => {
      const config = readConfig(path, folderOf(path), false, readerFor(call, tree, open));
      return config && exposed(config);
    },
  };
}

/**
 * Reads a configuration file. `unitDir` is the unit for which it is read, `included` whether another file includes it.
 * Null where there is none, or where it includes itself. https://terragrunt.gruntwork.io/docs/reference/hcl/
 */
function readConfig(path: string, unitDir: string, included: boolean, reader: Reader): Config | null {
  if (reader.open.includes(path) || reader.open.length > DEEPEST) return null;
  const file = fileOnRunner(path, machineOf(reader.call), reader.tree);
  if (!file || file === "unknown") return null;
  const inner = readerFor(reader.call, reader.tree, [...reader.open, path]);
  const includes = new Map<string, Config>();
  const draft: Draft = { path, hcl: file.hcl, unitDir, parentDir: included ? folderOf(path) : null, includes };
  // What an include is called is worked out before anything is known of what it holds.
  const first = scopeOf(draft, inner);
  for (const block of file.hcl.body.blocks.filter((one) => one.type === "include")) {
    const wanted = attributeOf(block.body, "path");
    const target = wanted ? knownString(evaluate(wanted.value, first)) : null;
    const config = target === null ? null : readConfig(absolute(target, unitDir), unitDir, true, inner);
    if (config) includes.set(block.labels[0]?.text ?? "", config);
  }
  const [parent] = includes.values();
  const whole: Draft = { ...draft, parentDir: draft.parentDir ?? parent?.parentDir ?? null };
  return { ...whole, scope: scopeOf(whole, inner) };
}

type Draft = Omit<Config, "scope">;

function scopeOf(config: Draft, reader: Reader): HclScope {
  const locals = localsOf((name) => localExpression(config, name));
  const place = inRepository(config.unitDir) ?? config.unitDir;
  const scope: HclScope = {
    place,
    call: (name, args) => callTerragrunt(name, args, config, reader),
    lookup: (root, name) => {
      if (root === "local") return locals.value(name, scope);
      if (root !== "include") return null;
      // `include.locals` of an include without a label, `include.root.locals` of one with it.
      const labelled = config.includes.get(name);
      if (labelled) return exposed(labelled);
      const [only] = config.includes.values();
      const value = only ? exposed(only) : null;
      return value?.kind === "object" ? (value.entries.get(name) ?? null) : null;
    },
  };
  return scope;
}

function localExpression(config: Draft, name: string): HclExpression | undefined {
  const blocks = config.hcl.body.blocks.filter((block) => block.type === "locals");
  return blocks.flatMap((block) => block.body.attributes).findLast((attribute) => attribute.name === name)?.value;
}

/** What another file sees of a configuration: its locals and inputs. */
export function exposed(config: Config): HclValue {
  const locals = config.hcl.body.blocks
    .filter((block) => block.type === "locals")
    .flatMap((block) => block.body.attributes)
    .map((local): readonly [string, HclValue] => [
      local.name,
      config.scope.lookup("local", local.name) ?? unknownValue(local.name),
    ]);
  const inputs = attributeOf(config.hcl.body, "inputs");
  const entries: (readonly [string, HclValue])[] = [["locals", { kind: "object", entries: new Map(locals) }]];
  if (inputs) entries.push(["inputs", evaluate(inputs.value, config.scope)]);
  return { kind: "object", entries: new Map(entries) };
}

/** A block of a unit: its own, else that of a file which it includes. */
export function findBlock(
  config: Config,
  type: string,
  label?: string,
): { readonly block: HclBlock; readonly scope: HclScope } | null {
  const own = config.hcl.body.blocks.findLast(
    (block) => block.type === type && (label === undefined || block.labels[0]?.text === label),
  );
  if (own) return { block: own, scope: config.scope };
  for (const include of config.includes.values()) {
    const inherited = findBlock(include, type, label);
    if (inherited) return inherited;
  }
  return null;
}

/** All blocks of a type, included files' first, so that a unit's own come last. */
export function allBlocks(
  config: Config,
  type: string,
): readonly { readonly block: HclBlock; readonly scope: HclScope }[] {
  return [
    ...[...config.includes.values()].flatMap((include) => allBlocks(include, type)),
    ...config.hcl.body.blocks.filter((block) => block.type === type).map((block) => ({ block, scope: config.scope })),
  ];
}
