import { narrowed, type Call } from "../../catalogue/call.ts";
import { flagValue, readWords, type Grammar } from "../../catalogue/command-line.ts";
import type { Resolution, Role } from "../../catalogue/resolution.ts";
import type { Tree } from "../../model/tree.ts";
import { literal, literalOf } from "../../values/text.ts";
import { readTfCalls } from "./call.ts";
import { inOwnCheckout } from "./checkout.ts";
import { hclOf } from "./files.ts";
import { below, folderOf, inRepository, knownPaths, onRunner } from "./paths.ts";
import { resolveCall } from "./resolve.ts";

/** https://terramate.io/docs/cli/reference/cmdline/run */
const GRAMMAR: Grammar = {
  valueFlags: new Set([
    "-C",
    "--chdir",
    "-B",
    "--git-change-base",
    "--tags",
    "--no-tags",
    "--target",
    "--parallel",
    "-j",
  ]),
  booleanFlags: new Set(),
  othersTakeValues: false,
  singleDash: false,
  helpFlags: new Set(["--help", "-h"]),
};

/** The states of `terramate run -- terraform apply`: those of every stack at or below the folder. */
export function resolveTerramate(given: Call, role: Role, tree: Tree): readonly Resolution[] {
  const call = inOwnCheckout(given);
  const dashes = call.words.findIndex((word) => literalOf(word) === "--");
  const own = dashes < 0 ? call.words : call.words.slice(0, dashes);
  const command = call.words.slice(dashes < 0 ? call.words.findIndex((word) => isTool(literalOf(word))) : dashes + 1);
  const [program, ...words] = command;
  const tool = literalOf(program ?? []);
  if (!isTool(tool)) return [];
  const chdir = flagValue(readWords(own, GRAMMAR), ["-C", "--chdir"]);
  const folders = knownPaths(chdir ? below(call.cwd, chdir) : call.cwd, call.cube, () => []);
  if (!folders) return [{ cube: call.cube, id: null, why: "the folder that terramate works in cannot be told", role }];
  return folders.flatMap(({ cube, path }) =>
    stacksBelow(path, tree).flatMap((stack) => {
      const here: Call = { ...narrowed(call, cube), program: tool, words, cwd: literal(onRunner(stack)) };
      return readTfCalls(here).flatMap((tf) => resolveCall(tf, tree));
    }),
  );
}

function isTool(word: string | null): word is "terraform" | "tofu" {
  return word === "terraform" || word === "tofu";
}

/** Folders with a `stack` block. */
function stacksBelow(folder: string, tree: Tree): readonly string[] {
  const base = inRepository(folder);
  if (base === null) return [];
  const files = tree.paths.filter((path) => path.endsWith(".tm.hcl") || path.endsWith(".tm"));
  const stacks = files.filter((path) => hclOf(tree, path)?.body.blocks.some((block) => block.type === "stack"));
  return [...new Set(stacks.map(folderOf))].filter(
    (path) => base === "" || path === base || path.startsWith(`${base}/`),
  );
}
