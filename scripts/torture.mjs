// The faults T1 to T26 on every store, again and again with other seeds: `npm run torture -- --seeds 50`.
//   --seeds N      rounds, each with a seed of its own (50)      --minutes M   no new round after so long
//   --stores A,B   sqlite, postgres, redis, etcd (all)           --first N     the first seed (1)
//   --output FILE  the counts as JSON, after each file of tests (torture.json)
// A violated invariant ends it with 1. A test that a stall of the machine spoiled is run again by itself, and counted.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "50" },
    first: { type: "string", default: "1" },
    minutes: { type: "string", default: "Infinity" },
    stores: { type: "string", default: "sqlite,postgres,redis,etcd" },
    output: { type: "string", default: "torture.json" },
  },
});

const FILES = {
  sqlite: ["sqlite-faults", "sqlite-crowds", "store-checks"],
  postgres: ["postgres-faults", "postgres-crowds", "postgres-checks", "postgres-clock"],
  redis: ["redis-faults", "redis-crowds", "redis-checks", "redis-failover", "clock-jump"],
  etcd: ["etcd-faults", "etcd-crowds", "etcd-checks", "clock-jump"],
};

const stores = values.stores.split(",");
const scratch = mkdtempSync(join(tmpdir(), "signalbox-torture-"));
const started = Date.now();
const result = { started: new Date(started).toISOString(), minutes: 0, seeds: [], stalls: 0, counts: {}, failures: [] };

/** The tests of one file with one seed, as vitest reports them. */
function run(file, seed) {
  const output = join(scratch, "report.json");
  rmSync(output, { force: true });
  const args = ["vitest", "run", "--maxWorkers=1", "--reporter=json", `--outputFile=${output}`, `test/locks/${file}.test.ts`];
  const env = { ...process.env, SIGNALBOX_TEST_SEED: String(seed) };
  const child = spawn("npx", args, { env, stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.on("data", (text) => (result.stalls += (String(text).match(/the machine stood still/g) ?? []).length));
  return new Promise((resolve) => {
    child.once("exit", () => {
      const report = existsSync(output) ? JSON.parse(readFileSync(output, "utf8")) : { testResults: [] };
      resolve(report.testResults.flatMap(({ assertionResults }) => assertionResults));
    });
  });
}

/** The faults that a test's name begins with, or is about. */
function faultsOf({ fullName }) {
  return [...new Set(fullName.match(/\bT\d{1,2}\b/g) ?? ["other"])];
}

/** One file serves two stores: each takes the tests that name it. */
function isOf(store, file, { fullName }) {
  return file !== "clock-jump" || fullName.toLowerCase().startsWith(store);
}

function note(store, seed, test) {
  for (const fault of faultsOf(test)) {
    const count = ((result.counts[fault] ??= {})[store] ??= { passed: 0, failed: 0, skipped: 0 });
    count[test.status === "passed" ? "passed" : test.status === "failed" ? "failed" : "skipped"] += 1;
  }
  if (test.status !== "failed") return;
  const message = (test.failureMessages[0] ?? "").split("\n").slice(0, 3).join(" ");
  result.failures.push({ store, seed, test: test.fullName, message });
  console.log(`FAILED ${store}, seed ${seed}: ${test.fullName}: ${message}`);
}

const end = started + Number(values.minutes) * 60_000;
const first = Number(values.first);
rounds: for (let seed = first; seed < first + Number(values.seeds); seed++) {
  for (const store of stores) {
    for (const file of FILES[store]) {
      if (Date.now() > end) break rounds;
      const tests = (await run(file, seed)).filter((test) => isOf(store, file, test));
      for (const test of tests) note(store, seed, test);
      if (!result.seeds.includes(seed)) result.seeds.push(seed);
      result.minutes = Math.round((Date.now() - started) / 6000) / 10;
      writeFileSync(values.output, `${JSON.stringify(result, null, 2)}\n`);
      console.log(`seed ${seed}, ${store}, ${file}: ${tests.length} tests, ${result.failures.length} failures so far`);
    }
  }
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = result.failures.length > 0 ? 1 : 0;
