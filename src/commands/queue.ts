import type { Command } from "commander";
import type { ReconcileFlags } from "../locks/queue/reconcile-command.ts";
import type { QueueFlags } from "../locks/queue/command.ts";

const STORE = "sqlite:PATH, postgres://…, redis://… or etcd://… (default: SIGNALBOX_STORE, else a file of this user)";

/** `signalbox queue`: who holds, who waits, since when; and what operators do by hand. */
export function register(program: Command): void {
  const queue = program
    .command("queue")
    .summary("who holds a target, who waits, since when")
    .description(
      "Shows holders and waiters in grant order. Operators cancel, release, break, pause or drain, with a reason.",
    )
    .option("-t, --target <id>", "only this target; needed for what operators do")
    .option("--store <url>", STORE)
    .option("--format <format>", "table, json or prometheus", "table")
    .option("--watch [duration]", "show it again and again")
    .option("--admit <id>", "a gate for triggers: 0 when fewer than --below are under way, else 1")
    .option("--below <n>", "how many may be waiting, delayed and running, with --admit")
    .option("--dead", "arrivals that were refused and kept, with the command to run again by hand")
    .option("--drops <n>", "how many of the latest drops to show", "10")
    .option("--cancel <run>", "take a waiter out of the line")
    .option("--release <run>", "free a holder's slot at once: you vouch that its command has ended")
    .option("--break <run>", "take a holder's slot: its command is stopped, and a quarantine follows")
    .option("--pause", "grant nothing more")
    .option("--drain", "admit nobody more; who waits is served")
    .option("--resume", "end a pause or drain")
    .option("--reason <text>", "why: recorded, and needed for what operators do")
    .option("--by <name>", "who: recorded (default: this user)")
    .action(async (flags: QueueFlags) => {
      const { queueFromFlags } = await import("../locks/queue/command.ts");
      process.exitCode = await queueFromFlags(flags, process.env);
    });
  registerReconcile(queue);
}

function registerReconcile(queue: Command): void {
  queue
    .command("reconcile")
    .summary("holders and waiters whose CI run is gone")
    .description(
      "Compares whoever has a place in the store with the CI run that it names. Reports, and changes nothing.",
    )
    .option("-t, --target <id>", "only this target")
    .option("--store <url>", STORE)
    .option("--format <format>", "table or json", "table")
    .action(async (_flags: ReconcileFlags, command: Command) => {
      const { reconcileFromFlags } = await import("../locks/queue/reconcile-command.ts");
      // Both commands have --target, --store and --format, and they mean the same before and after the word.
      const given = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === "cli");
      const { target, store, format } = {
        ...queue.opts<ReconcileFlags>(),
        ...Object.fromEntries(given),
      } as ReconcileFlags;
      const flags = { format, ...(target === undefined ? {} : { target }), ...(store === undefined ? {} : { store }) };
      process.exitCode = await reconcileFromFlags(flags, process.env);
    });
}
