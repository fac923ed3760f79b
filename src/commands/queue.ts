import type { Command } from "commander";
import type { QueueFlags } from "../locks/queue/command.ts";

/** `signalbox queue`: who holds, who waits, since when; and what operators do by hand. */
export function register(program: Command): void {
  program
    .command("queue")
    .summary("who holds a target, who waits, since when")
    .description("Shows holders and waiters in grant order. Operators cancel, release, break, pause or drain, with a reason.")
    .option("-t, --target <id>", "only this target; needed for what operators do")
    .option("--store <url>", "sqlite:PATH, postgres://…, redis://… or etcd://… (default: SIGNALBOX_STORE, else a file of this user)")
    .option("--format <format>", "table, json or prometheus", "table")
    .option("--watch [duration]", "show it again and again")
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
}
