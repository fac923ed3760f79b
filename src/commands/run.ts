import type { Command } from "commander";
import type { RunFlags } from "../locks/runner/parse-flags.ts";

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** `signalbox run --target ID -- COMMAND…`. Everything but the flags loads when it is used. */
export function register(program: Command): void {
  const run = program
    .command("run")
    .summary("hold the target's lock or a permit while a command runs")
    .description(
      "Waits in the target's queue, runs the command while it holds the lock or a permit, and gives it back.",
    )
    .argument("<command...>", "the command and its arguments, after --")
    .option("-t, --target <id>", "target id, or a name from signalbox.yml; needed, may be repeated", collect, [])
    .option(
      "--store <url>",
      "sqlite:PATH, postgres://…, redis://… or etcd://… (default: SIGNALBOX_STORE, else a file of this user)",
    )
    .option("--permits <n>", "how many may hold the target at once (default: the audit's policy, else 1)")
    .option("--max-queue <n>", "bound on waiters")
    .option("--max-outstanding <n>", "bound on waiters, delayed and running together")
    .option("--when-full <policy>", "reject, drop-oldest, keep-latest, replace-same-key, dead-letter or wait", "reject")
    .option("--replace-key <key>", "which waiter is the same, for --when-full replace-same-key")
    .option("--wait <duration>", "how long to wait in line; 0 or forever", "30m")
    .option("--priority <class>", "low, normal or high; ten minutes of waiting are worth one class", "normal")
    .option("--idempotency-key <key>", "run this work once: repeats get the stored outcome")
    .option("--keep <duration>", "how long a success is kept for repeats", "24h")
    .option("--no-attach", "refuse a repeat while the first still runs, instead of waiting for its outcome")
    .option("--on-done <how>", "exit code for work that is already done: fail (117) or ok (0)", "fail")
    .option("--on-unknown <how>", "work whose outcome nobody knows: fail (118) or rerun", "fail");
  inTheQueue(run);
  afterFailures(run);
  run
    .option("--ttl <duration>", "lease of the holder", "30s")
    .option("--grace <duration>", "time between SIGTERM and SIGKILL", "5s")
    .option("--margin <duration>", "everything is dead this long before the lease can end", "2s")
    .option("--waiter-ttl <duration>", "lease of a waiter", "15s")
    .option("--store-timeout <duration>", "how long to ask a silent store again", "30s")
    .option("--foreground", "stay in the terminal's process group, for interactive commands (a weaker stop)")
    .option("--result-file <file>", "write the outcome as JSON")
    .option("--reason <text>", "shown in the queue")
    .option("--report <file>", "an audit's JSON report, for the targets' policies")
    .option("--config <file>", "config file (default: signalbox.yml up to the repository's root)")
    .option("--no-config", "read no config file")
    .option("-q, --quiet", "say only what went wrong")
    .action(async (command: string[], flags: RunFlags) => {
      // The watchdog is a process that takes as long to start as all that is loaded here.
      const { createKennel } = await import("../locks/runner/watchdog-client.ts");
      const watchdog = createKennel();
      const { runFromFlags } = await import("../locks/runner/command.ts");
      process.exitCode = await runFromFlags(flags, command, process.env, watchdog).finally(() => watchdog.dismiss());
    });
}

/** With whom it shares the queue, and for how long it may run. */
function inTheQueue(run: Command): void {
  run
    .option("--lane <name>", "a line of its own for one integration or risk tier; lanes of a target are served in turn")
    .option(
      "--rate <rate>",
      "KEY=N/PERIOD[,burst=B]: take a token too; may be repeated, all or none are taken",
      collect,
      [],
    )
    .option("--delay <duration>", "stand in line, and start after this time at the earliest", "0")
    .option("--max-hold <duration>", "stop the command when it has run for so long (119)");
}

/** What happens when commands fail: to this one, and to the target when many do. */
function afterFailures(run: Command): void {
  run
    .option("--retry-on <codes>", "exit codes after which the command runs again: 75, 1-5,75 or any")
    .option("--retries <n>", "how often at most", "3")
    .option("--retry-delay <duration>", "limit of the first random wait; it doubles with each retry", "1s")
    .option("--retry-max <duration>", "where the doubling ends", "5m")
    .option("--retries-in-flight <n>", "retries of the target that may wait or run at once", "5")
    .option("--breaker <percent>", "reduce, then close admission when so many of the latest runs failed, such as 50%")
    .option("--breaker-least <n>", "outcomes that are needed to judge", "5")
    .option("--breaker-window <duration>", "how old an outcome may be", "10m")
    .option("--breaker-pause <duration>", "how long admission is closed before one run tries", "5m");
}
