// Writes docs/fault-matrix.md from the counts of a torture: `node scripts/fault-matrix.mjs torture.json [again.json …]`. Further
// files are of rounds that were done again after something was mended.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";

const result = JSON.parse(readFileSync(process.argv[2] ?? "torture.json", "utf8"));
const STORES = { sqlite: "SQLite", postgres: "PostgreSQL", redis: "Redis", etcd: "etcd" };

/** What is done, what must hold, and why a store is not in it. */
const FAULTS = {
  T1: ["the runner is killed", "its group is gone at once, the next token is higher"],
  T2: ["the runner is frozen past its lease", "its group is dead by the deadline; thawed it gives nothing back"],
  T3: ["runner, watchdog and command are frozen", "with a check at the target no late write arrives"],
  T4: ["wall clocks of the runners are an hour off", "nothing is granted early or late"],
  T5: [
    "the store's clock is set",
    "the holder is refused and stopped, tokens rise",
    { sqlite: "its clock cannot be set" },
  ],
  T6: [
    "the server is restarted, three ways, and without a log",
    "the lease is intact or the command stopped",
    { sqlite: "no server" },
  ],
  T7: [
    "a failover loses writes",
    "the old holder stops, no token comes again",
    { sqlite: "no replica", postgres: "its own test of a promoted standby", etcd: "a majority loses nothing" },
  ],
  T8: ["a partition, each way, short and long", "short: survived; long: dead before the lease ends"],
  T9: ["answers come after the lease", "counted from when they were asked for"],
  T10: ["connections are cut after the commit", "no second waiter, no second permit", { sqlite: "no connection" }],
  T11: ["200 waiters, one and five slots", "served in order, a constant number of calls for each grant"],
  T12: ["99, 100, 101 and 200 at once at a bound of 100", "exactly so many get in"],
  T13: ["every policy at the bound", "the victim is told why, with a code of its own"],
  T14: [
    "a process id comes again",
    "nobody is taken for the old process, nobody else is signalled",
    { postgres: "it trusts no process ids", redis: "it trusts no process ids", etcd: "it trusts no process ids" },
  ],
  T15: ["signals, and Ctrl-C in a terminal", "handed on once, given back when the group is empty"],
  T16: ["nested groups, setsid, commands that ignore TERM", "they die with the group, or are reported"],
  T17: ["the runner's event loop stalls, output floods", "the watchdog decides; renewals go on"],
  T18: ["the waiter at the head dies or freezes", "it is passed over, and starts nothing later"],
  T19: ["one key fifty times, then again", "one run; the others follow, replay or are refused"],
  T20: ["callers disagree", "refused with both values"],
  T21: [
    "a pooler; the listening connection is killed",
    "right, only slower",
    { sqlite: "no pooler", redis: "no pooler", etcd: "no pooler" },
  ],
  T22: ["network file systems", "refused at open", { postgres: "no file", redis: "no file", etcd: "no file" }],
  T23: ["a full disk, no rights, a newer schema, a server that drops keys", "nothing is started"],
  T24: ["the command ends as its lease is broken", "one outcome, never both"],
  T25: [
    "the leader moves and dies, compaction, keys deleted by hand",
    "no wake-up lost; the command is stopped",
    { sqlite: "no leader", postgres: "no leader", redis: "see T7" },
  ],
  T26: [
    "the watchdog is killed; the runner before the gate; descriptors",
    "stopped; nothing started; nothing inherited",
  ],
};

function cell(fault, store) {
  const count = result.counts[fault]?.[store];
  const why = FAULTS[fault]?.[2]?.[store];
  if (count === undefined) return why ?? "not reached";
  const failed = count.failed > 0 ? `, **${count.failed} failed**` : "";
  return `${count.passed} passed${failed}`;
}

function isViolation({ message }) {
  return /\bI\d+: /.test(message);
}

const names = Object.keys(STORES);
const rows = Object.entries(FAULTS).map(([fault, [what, holds]]) => {
  return `| ${fault} | ${what} | ${holds} | ${names.map((store) => cell(fault, store)).join(" | ")} |`;
});
const total = Object.values(result.counts)
  .flatMap((stores) => Object.values(stores))
  .reduce((sum, { passed, failed }) => sum + passed + failed, 0);
const violations = result.failures.filter(isViolation);
const seedsOfCell = Object.values(result.counts)
  .flatMap((stores) => Object.values(stores))
  .map(({ seeds }) => seeds.length);
const [first, last] = [Math.min(...result.seeds), Math.max(...result.seeds)];
const failures = result.failures.map(({ store, seed, test, message }) => {
  const text = message
    .replace(/\s+at .*$/, "")
    .replace(/\/\S+\//g, "")
    .replaceAll("|", "\\|")
    .replaceAll("\n", " ")
    .slice(0, 160);
  return `- ${STORES[store]}, seed ${seed}: ${test.replaceAll("|", "\\|")}. ${text}`;
});

const again = process.argv
  .slice(3)
  .map((file) => JSON.parse(readFileSync(file, "utf8")))
  .map(({ seeds, counts, failures: failed }) => {
    const stores = [...new Set(Object.values(counts).flatMap((count) => Object.keys(count)))];
    const passed = Object.values(counts)
      .flatMap((count) => Object.values(count))
      .reduce((sum, count) => sum + count.passed, 0);
    return `- ${stores.map((store) => STORES[store]).join(", ")}, seed ${seeds.join(", ")}: ${passed} passed, ${failed.length} failed.`;
  });
const doneAgain =
  again.length === 0 ? "" : `\nDone again after the tests or the program were mended:\n\n${again.join("\n")}\n`;

writeFileSync(
  new URL("../docs/fault-matrix.md", import.meta.url),
  `# Faults and stores

What happens to runs on each store under the faults T1 to T26. \`npm run torture -- --seeds 50 --output torture.json\` makes the counts and
\`node scripts/fault-matrix.mjs torture.json\` this page: numbers here are of a run that took place, and of no other. Each count is of tests that
ran, on servers that the tests started, with the invariants checked on the merged log of what the store committed and what the commands did.

A round has a seed, which chooses the moments at which faults strike, the order and lengths of what crowds do, and, where a fault
has several forms (three signals, five policies, six sizes of crowd, ...), which of them is done in this round: they take turns.

This run: ${result.started.slice(0, 16).replace("T", " ")} UTC, ${result.minutes} minutes, ${result.seeds.length} seeds (from ${first} to ${last}), each fault on each
store with at least ${Math.min(...seedsOfCell)} of them, ${total} results: **${violations.length} violation(s) of an invariant**, ${result.failures.length - violations.length} test(s) that failed otherwise.
${result.repeated.length} repeated because the machine stood still, or an election took long; a violated invariant never is. ${cpus().length} cores, shared with
other work, and leases of ${2 * (result.pace ?? 1)} s.

| | fault | what must hold | ${names.map((name) => STORES[name]).join(" | ")} |
|---|---|---|---|---|---|---|
${rows.join("\n")}

${failures.length === 0 ? "Nothing failed." : `What failed:\n\n${failures.join("\n")}`}
${doneAgain}
A page like this is of use only when it is honest: a test that failed stays here until a later run shows it passing.

## What the stores cannot promise

- A run that is suspended together with its watchdog may write once more when it thaws. T3 passes because the target checks the token
  (\`signalbox fence check\`); without that check one late write is possible on every store.
- A watchdog that gets no processor for longer than three quarters of \`--margin\` kills late. The quarantine after an unclean end is
  there for that: nobody else is let in for grace plus margin.
- Redis without a log of writes forgets who holds what. It is warned of at open, and the next may be let in before the old holder has
  noticed, which takes at most a third of the lease.
- The clock of a Redis server and of etcd cannot be set in a test: there T5 runs the same script and the same transactions, told another time.
`,
);
