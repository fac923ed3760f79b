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
const soundBundle = join(scratch, "sound.mjs");
const bundle = join(scratch, "worker.mjs");
let survived = 0;
try {
  await bundleChecker(root, soundBundle);
  for (const mutation of MUTATIONS.filter(({ rule }) => only === undefined || rule.includes(only))) {
    await bundleChecker(root, bundle, mutation);
    const { found, checked } = await firstKill();
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

/** The first seed on which the changed model fails and the model as it is does not. */
async function firstKill() {
  const end = SEED + Math.ceil(MOST_RUNS / EACH);
  let checked = 0;
  for (let from = SEED; from < end; ) {
    const first = await firstFailure(bundle, from, end);
    checked += first.checked;
    if (!first.found) break;
    const { seed } = first.found;
    if (!(await firstFailure(soundBundle, seed, seed + 1)).found) return { found: first.found, checked };
    from = seed + 1;
  }
  return { found: null, checked };
}

async function firstFailure(of, from, end) {
  let found = null;
  let checked = 0;
  await runTasks({
    bundle: of,
    workers: Math.min(WORKERS, end - from),
    tasks: Array.from({ length: end - from }, (_, index) => ({ seed: from + index, runs: EACH, shrink: false })),
    onAnswer: ({ found: one, checked: some }) => {
      checked += some;
      if (one && (!found || one.seed < found.seed)) found = one;
    },
    enough: () => found !== null,
  });
  return { found, checked };
}
