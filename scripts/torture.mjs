// The faults T1 to T26 on every store, again and again with other seeds: `npm run torture -- --seeds 50`.
//   --seeds N      rounds, each with a seed of its own (50)      --minutes M   no new round after so long
//   --stores A,B   sqlite, postgres, redis, etcd (all)           --first N     the first seed (1)
//   --rounds N     rounds side by side (3): they mostly wait     --tests N     tests side by side in each (6)
//   --pace N       how many times longer leases are than in the  --output FILE the counts as JSON (torture.json)
//                  test suite (3): more on a busy machine
// A round runs every fault on every store, and of a fault with several forms (signals, policies, sizes) the one whose
// turn it is. A violated invariant ends it with 1. A test that a stall of the machine spoiled is run again, and counted.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "50" },
    first: { type: "string", default: "1" },
    minutes: { type: "string", default: "Infinity" },
    rounds: { type: "string", default: "3" },
    pace: { type: "string", default: "3" },
    tests: { type: "string", default: "6" },
    stores: { type: "string", default: "sqlite,postgres,redis,etcd" },
    output: { type: "string", default: "torture.json" },
  },
});

const root = fileURLToPath(new URL("..", import.meta.url));
const stores = values.stores.split(",");
const scratch = mkdtempSync(join(tmpdir(), "signalbox-torture-"));
const build = `torture-${process.pid}`;
const started = Date.now();
const minutesSoFar = () => Math.round((Date.now() - started) / 6000) / 10;
const result = {
  started: new Date(started).toISOString(),
  pace: Number(values.pace),
  minutes: 0,
  seeds: [],
  repeated: [],
  counts: {},
  failures: [],
};

const running = new Set();
process.once("SIGTERM", () => {
  for (const pid of running) process.kill(-pid, "SIGKILL");
  process.exit(143);
});

/** The tests of one round, as vitest reports them; none when it died. */
function round(seed) {
  const output = join(scratch, `${seed}.json`);
  const files = stores.map((store) => `test/locks/${store}-`);
  const how = [
    "run",
    "--config",
    "vitest.torture.config.ts",
    "--maxWorkers=1",
    "--reporter=json",
    `--outputFile=${output}`,
  ];
  const env = {
    ...process.env,
    SIGNALBOX_TORTURE: "1",
    SIGNALBOX_TORTURE_TESTS: values.tests,
    SIGNALBOX_TEST_SEED: String(seed),
    SIGNALBOX_TEST_BUILD: build,
    SIGNALBOX_TEST_PACE: values.pace,
  };
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, ...how, ...files], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  running.add(child.pid);
  let stderr = "";
  child.stderr.on("data", (text) => (stderr += text));
  return new Promise((resolve) => {
    child.once("close", () => {
      running.delete(child.pid);
      for (const line of stderr.split("\n").filter((text) => text.includes("; once more after"))) {
        result.repeated.push({ seed, text: line });
        console.log(`seed ${seed}: ${line}`);
      }
      const report = existsSync(output) ? JSON.parse(readFileSync(output, "utf8")) : { testResults: [] };
      resolve(report.testResults);
    });
  });
}

/** The faults that a test's name begins with, or is about. */
function faultsOf({ fullName }) {
  return [...new Set(fullName.match(/\bT\d{1,2}\b/g) ?? ["other"])];
}

function note(store, seed, test) {
  if (test.status !== "passed" && test.status !== "failed") return;
  for (const fault of faultsOf(test)) {
    const count = ((result.counts[fault] ??= {})[store] ??= { passed: 0, failed: 0, seeds: [] });
    count[test.status] += 1;
    if (!count.seeds.includes(seed)) count.seeds.push(seed);
  }
  if (test.status === "failed")
    fail(store, seed, test.fullName, (test.failureMessages[0] ?? "").split("\n").slice(0, 3).join(" "));
}

function fail(store, seed, test, message) {
  result.failures.push({ store, seed, test, message });
  console.log(`FAILED ${store}, seed ${seed}: ${test}: ${message}`);
}

function noteRound(seed, files) {
  if (files.length === 0) fail(stores[0], seed, "the round", "vitest died");
  for (const { name, message, assertionResults } of files) {
    const store = basename(name).split("-")[0];
    if (message !== "" && assertionResults.length === 0) fail(store, seed, basename(name), message);
    for (const test of assertionResults) note(store, seed, test);
  }
  result.seeds.push(seed);
  result.minutes = minutesSoFar();
  writeFileSync(values.output, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`seed ${seed} is through after ${result.minutes} minutes, ${result.failures.length} failures so far`);
}

let next = Number(values.first);
const end = next + Number(values.seeds);

async function rounds() {
  while (next < end && minutesSoFar() < Number(values.minutes)) {
    const seed = next++;
    noteRound(seed, await round(seed));
  }
}

await Promise.all(Array.from({ length: Number(values.rounds) }, rounds));
rmSync(scratch, { recursive: true, force: true });
rmSync(join(root, "node_modules/.cache/signalbox-locks", build), { recursive: true, force: true });
process.exitCode = result.failures.length > 0 ? 1 : 0;
