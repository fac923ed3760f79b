// Applies each mutation of test/interpret/shell/differential/mutations.mjs to a copy of the interpreter and runs the
// differential test against it: `npm run mutate:shell [WORDS OF A RULE]`. Exits with 1 when one survives.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { MUTATIONS } from "../test/interpret/shell/differential/mutations.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TEST = "test/interpret/shell/differential.test.ts";
/** Fewer than the ordinary suite runs: most faults show in the first; what the second does not notice survives. */
const STAGES = [
  { SIGNALBOX_SCRIPTS: "300", SIGNALBOX_OPEN_SCRIPTS: "30" },
  { SIGNALBOX_SCRIPTS: "2500", SIGNALBOX_OPEN_SCRIPTS: "60" },
];
const MOST_MS = 1_800_000;

function copyOf(root) {
  const copy = mkdtempSync(join(tmpdir(), "signalbox-mutation-"));
  for (const part of ["src", "test", "policies", "package.json", "tsconfig.json", "vitest.config.ts"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Whether the differential test passes in a copy; what it said where it does not. */
function passes(copy, stage) {
  const run = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--bail=1", "--maxWorkers=1", TEST],
    {
      cwd: copy,
      env: { ...process.env, ...stage },
      encoding: "utf8",
      timeout: MOST_MS,
    },
  );
  return { passed: run.status === 0, said: `${run.stdout}${run.stderr}` };
}

/** `killed` by the test, or by nothing: `survived`. */
function tryOut({ rule, file, from, to }, copy) {
  const original = readFileSync(join(ROOT, file), "utf8");
  const times = original.split(from).length - 1;
  if (times !== 1) throw new Error(`${file}: ${JSON.stringify(from)} (${rule}) stands there ${times} times, not once`);
  writeFileSync(
    join(copy, file),
    original.replace(from, () => to),
  );
  const { passed, said } = STAGES.reduce((last, stage) => (last.passed ? passes(copy, stage) : last), { passed: true });
  writeFileSync(join(copy, file), original);
  // A copy that does not even load is no proof of anything.
  if (!passed && !/seed \d+|AssertionError/.test(said))
    throw new Error(`${rule}: the test did not run\n${said.slice(-2000)}`);
  return passed ? "survived" : "killed";
}

const copy = copyOf(ROOT);
try {
  const wanted = process.argv.slice(2).join(" ");
  const unchanged = passes(copy, STAGES[0]);
  if (!unchanged.passed) throw new Error(`without any mutation the test fails\n${unchanged.said.slice(-2000)}`);
  const results = MUTATIONS.filter(({ rule }) => rule.includes(wanted)).map((mutation) => {
    const result = tryOut(mutation, copy);
    console.log(`${result.padEnd(8)}  ${mutation.rule}`);
    return result;
  });
  const killed = results.filter((result) => result === "killed").length;
  console.log(`\n${killed} of ${results.length} killed.`);
  process.exitCode = killed === results.length ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
