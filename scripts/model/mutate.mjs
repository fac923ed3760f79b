// Changes one rule of the model after the other and shows that the brute-force check notices: `npm run mutate:model`.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundleChecker } from "./bundle.mjs";
import { MUTATIONS } from "./mutations.mjs";
import { runTasks } from "./pool.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** So many repositories have to notice it. */
const MOST_RUNS = Number(process.env.MODEL_RUNS ?? 2_000);
const SEED = Number(process.env.MODEL_SEED ?? 51);
const WORKERS = Number(process.env.MODEL_WORKERS ?? 2);
const EACH = 25;
const [only] = process.argv.slice(2);

const scratch = mkdtempSync(join(root, "node_modules", ".model-mutations-"));
const bundle = join(scratch, "worker.mjs");
let survived = 0;
try {
  const sound = await disagreement(undefined);
  if (sound.found) throw new Error(`The check fails without any mutation, at seed ${sound.found.seed}.`);
  for (const mutation of MUTATIONS.filter(({ rule }) => only === undefined || rule.includes(only))) {
    const { found, checked } = await disagreement(mutation);
    survived += found ? 0 : 1;
    const how = found
      ? `killed after ${checked} repositories (seed ${found.seed}): ${found.differences[0]}`
      : `SURVIVED ${checked} repositories`;
    console.log(`${mutation.rule}\n  ${mutation.file}: ${how}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`${survived} survived.`);
process.exitCode = survived > 0 ? 1 : 0;

/** The first seed on which the check of a changed model fails; of the model as it is, a few seeds are enough. */
async function disagreement(mutation) {
  await bundleChecker(root, bundle, mutation);
  let found = null;
  let checked = 0;
  const runs = mutation ? MOST_RUNS : Math.min(MOST_RUNS, 4 * EACH);
  const tasks = Array.from({ length: Math.ceil(runs / EACH) }, (_, index) => ({
    seed: SEED + index,
    runs: EACH,
    shrink: false,
  }));
  await runTasks({
    bundle,
    workers: WORKERS,
    tasks,
    onAnswer: ({ task, found: one }) => {
      checked += task.runs;
      found ??= one;
    },
    enough: () => found !== null,
  });
  return { found, checked };
}
