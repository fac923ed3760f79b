import { createInterface } from "node:readline/promises";
import { unifiedDiff } from "../../fixes/diff.ts";
import type { Ask } from "../../fixes/plan.ts";
import { UserError } from "../../io/user-error.ts";
import type { Tree } from "../../model/tree.ts";
import { visible } from "../../reporters/view/clean.ts";
import { changes } from "./print.ts";

/** Where questions are asked and answered. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * The terminal that the program was started on; questions go to stderr, since stdout is the diff's.
 *
 * @throws UserError where there is none
 */
export function terminal(): Terminal {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UserError("--interactive needs a terminal. Use --rule, --target or --file to choose.");
  return { input: process.stdin, output: process.stderr };
}

/** Somebody who is asked, until `close`. */
export interface Asked {
  readonly ask: Ask;
  readonly close: () => void;
}

/** Asks before each fix, with the finding, its witness and the diff. No answer, as at the end of input, is a no. */
export function askFor(tree: Tree, { input, output }: Terminal): Asked {
  const lines = createInterface({ input, output });
  let isOver = false;
  lines.once("close", () => (isOver = true));
  const ask: Ask = async (finding, fix, files, before) => {
    if (isOver) return false;
    const runs = (finding.witness?.().runs ?? []).map(
      (run) =>
        `  ${run.event} ${run.ref} (${run.file}) holds ${run.groups.map(({ name }) => name).join(", ") || "no group"}`,
    );
    const diff = unifiedDiff(changes(tree, files, before)).split("\n");
    const doubt = finding.confidence === "high" ? "" : `, confidence ${finding.confidence}`;
    const shown = [
      "",
      `${finding.rule}: ${finding.message}`,
      ...runs,
      `${fix.title} (${fix.safety}${doubt}):`,
      ...diff,
    ];
    output.write(`${shown.map(visible).join("\n")}\n`);
    // An answer may come together with the end of input; it counts first.
    const over = new Promise<string>((resolve) => lines.once("close", () => setImmediate(() => resolve(""))));
    const answer = await Promise.race([lines.question("Take it? [y/N] "), over]);
    return /^y(es)?$/iu.test(answer.trim());
  };
  return { ask, close: () => lines.close() };
}
