import { evaluate } from "../../syntax/hcl/evaluate.ts";
import { knownString } from "../../syntax/hcl/value.ts";
import { folderOf } from "../terraform/paths.ts";
import { attributeOf } from "../terraform/module.ts";
import { allBlocks, type Config } from "./config.ts";
import { absolute } from "./reader.ts";

/** Where a unit's code is: a folder of the repository, or somewhere else. */
export type Source =
  | { readonly kind: "here"; readonly folder: string }
  | { readonly kind: "elsewhere"; readonly name: string };

/** The folder of the code that a unit runs: `../../modules//vpc`, or its own where it names none. */
export function sourceFolder(unit: Config): Source {
  const named = allBlocks(unit, "terraform").flatMap(({ block, scope }) => {
    const source = attributeOf(block.body, "source");
    return source ? [{ value: knownString(evaluate(source.value, scope)) }] : [];
  });
  const last = named[named.length - 1];
  if (!last) return { kind: "here", folder: folderOf(unit.path) };
  if (last.value === null) return { kind: "elsewhere", name: "a computed source" };
  if (!/^\.{0,2}\//.test(last.value)) return { kind: "elsewhere", name: last.value };
  return {
    kind: "here",
    folder: absolute(last.value.replace(/(?<!:)\/\//, "/").replace(/\?.*$/, ""), folderOf(unit.path)),
  };
}
