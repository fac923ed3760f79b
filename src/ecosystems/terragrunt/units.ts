import picomatch from "picomatch";
import { machineOf } from "../../catalogue/call.ts";
import type { Tree } from "../../model/tree.ts";
import { hclOf, namesIn, treeNames } from "../terraform/files.ts";
import { attributeOf } from "../terraform/module.ts";
import { inRepository, onRunner } from "../terraform/paths.ts";
import type { TgCall } from "./call.ts";

const UNIT = "terragrunt.hcl";

/** The files of the units that a command runs in this folder (absolute): its own, or all below it. */
export function unitFiles(tg: TgCall, folder: string, tree: Tree): readonly string[] {
  if (!tg.all) return namesIn(folder, machineOf(tg.call), tree).includes(UNIT) ? [`${folder}/${UNIT}`] : [];
  const base = inRepository(folder);
  if (base === null) return [];
  const all = [...treeNames(tree)]
    .filter(([path, names]) => names.includes(UNIT) && (base === "" || path === base || path.startsWith(`${base}/`)))
    .map(([path]) => path);
  const within = (path: string): string => (base === "" ? path : path.slice(base.length + 1));
  return all
    .filter((path) => isUnit(path, all, tree))
    .filter((path) => tg.only.length === 0 || matches(tg.only, within(path)))
    .filter((path) => !matches(tg.except, within(path)))
    .map((path) => `${onRunner(path)}/${UNIT}`);
}

function matches(globs: readonly string[], path: string): boolean {
  return globs.some((glob) => picomatch.isMatch(path, glob.replace(/^(?:\.\/)+/, "").replace(/\/$/, "")));
}

/**
 * Whether a `terragrunt.hcl` is a unit: not one that only holds what the units below it include, and not one that is
 * left out of runs.
 */
function isUnit(folder: string, all: readonly string[], tree: Tree): boolean {
  const body = hclOf(tree, folder === "" ? UNIT : `${folder}/${UNIT}`)?.body;
  if (!body) return false;
  const skip = attributeOf(body, "skip")?.value;
  if (skip?.kind === "literal" && skip.value === true) return false;
  const works = body.blocks.some((block) => block.type === "terraform" || block.type === "include");
  const hasCode = (treeNames(tree).get(folder) ?? []).some((name) => /\.(?:tf|tofu)$/.test(name));
  const hasUnitsBelow = all.some((other) => other !== folder && (folder === "" || other.startsWith(`${folder}/`)));
  return works || hasCode || !hasUnitsBelow;
}
