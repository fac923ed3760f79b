// The brute-force check of the model at full length: `npm run test:model`. Exit 1 where the audit and the runs disagree.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundleChecker } from "./bundle.mjs";
import { runTasks } from "./pool.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const RUNS = Number(process.env.MODEL_RUNS ?? 20_000);
const SEED = Number(process.env.MODEL_SEED ?? 51);
const WORKERS = Number(process.env.MODEL_WORKERS ?? Math.max(2, availableParallelism()));
/** Repositories of one seed, so that a failure is run again in seconds. */
const EACH = 25;
/** Seeds that may disagree; none unless somebody says so. */
const TOLERATED = Number(process.env.MODEL_TOLERATED ?? 0);
const MOST_FAILURES = TOLERATED + 5;
/** One template that is judged wrongly differs in every value of it. */
const MOST_LINES = 12;
const shrink = process.env.MODEL_SHRINK !== "0";

function* tasks() {
  for (let done = 0, seed = SEED; done < RUNS; done += EACH, seed += 1) {
    yield { seed, runs: Math.min(EACH, RUNS - done), shrink };
  }
}

/** Lines of progress, about. */
const MOST_TELLS = 10;
const lastSeed = SEED + Math.ceil(RUNS / EACH) - 1;

const scratch = mkdtempSync(join(root, "node_modules", ".model-check-"));
const failures = [];
let checked = 0;
let cut = 0;
let told = 0;
const started = Date.now();
console.log(`Model of runs: ${RUNS} generated repositories, ${EACH} of each of the seeds ${SEED} to ${lastSeed}.`);
try {
  const bundle = join(scratch, "worker.mjs");
  await bundleChecker(root, bundle);
  await runTasks({
    bundle,
    workers: WORKERS,
    tasks: tasks(),
    onAnswer: ({ found, ...answer }) => {
      checked += answer.checked;
      cut += answer.cut;
      if (found) tell(found);
      if (checked < RUNS && checked >= ((told + 1) * RUNS) / MOST_TELLS) {
        told += 1;
        console.log(`${checked} of ${RUNS} repositories, ${seconds()} s`);
      }
    },
    enough: () => failures.length >= MOST_FAILURES,
  });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(
  `Model of runs: ${checked} generated repositories against their concrete runs (the audit cut something of ${cut}), ${failures.length} of the seeds ${SEED} to ${lastSeed} with a disagreement, ${seconds()} s.`,
);
process.exitCode = failures.length > TOLERATED ? 1 : 0;

function tell(found) {
  failures.push(found);
  console.log(`\nMODEL_SEED=${found.seed} MODEL_RUNS=${EACH} (path ${found.path}):`);
  for (const line of found.differences.slice(0, MOST_LINES)) console.log(`  ${line}`);
  for (const [file, text] of Object.entries(found.files)) console.log(`${file}\n${text}`);
}

function seconds() {
  return Math.round((Date.now() - started) / 1000);
}
