import { createInterface } from "node:readline/promises";
import { unifiedDiff } from "../../fixes/diff.ts";
import type { Ask } from "../../fixes/plan.ts";
import { UserError } from "../../io/user-error.ts";
import type { Tree } from "../../model/tree.ts";
import { visible } from "../../reporters/view/clean.ts";

/**
 * Asks on the terminal before each fix, with the finding, its witness and the diff.
 *
 * @throws UserError where there is no terminal to ask on
 */
export function askFor(tree: Tree): Ask {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new UserError("--interactive needs a terminal. Use --rule, --target or --file to choose.");
  return async (finding, fix, files, before) => {
    const texts = new Map([...files].map(([path, after]) => {
      const read = tree.read(path);
      return [path, { before: before.get(path) ?? (read?.ok ? read.file.text : ""), after }] as const;
    }));
    const runs = (finding.witness?.runs ?? []).map((run) => `  ${run.event} ${run.ref} (${run.file}) holds ${run.groups.map(({ name }) => name).join(", ") || "no group"}`);
    process.stderr.write(`\n${visible(finding.message)}\n${runs.map(visible).join("\n")}\n${fix.title} (${fix.safety}):\n${unifiedDiff(texts).split("\n").map(visible).join("\n")}\n`);
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return /^y(es)?$/iu.test((await lines.question("Take it? [y/N] ")).trim());
    } finally {
      lines.close();
    }
  };
}
