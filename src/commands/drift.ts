import type { Command } from "commander";
import { choiceOption } from "./choice.ts";
import { driftFormats, type DriftFlags } from "./drift/flags.ts";

const EXAMPLES = `
Examples:
  signalbox drift --record                     at the end of a review: write signalbox.lock.json, and commit it
  signalbox drift                              before the next one: what moved since
  signalbox drift --format markdown            the minutes, ready to paste
  signalbox drift --since 2026-08-01           nothing was recorded: compare with the history of that day

Exit code: 0 nothing to decide, 1 something needs a decision, 2 the comparison could not be done.`;

/** Adds `signalbox drift`: flags only, the command itself is loaded when it runs. */
export function register(program: Command): void {
  program
    .command("drift")
    .description("what moved since the last review: targets, answers, policies, verdicts, dates that ran out")
    .argument("[path]", "a folder of the repository", ".")
    .option("--record", "write today's state to the lock file")
    .option("--since <date>", "compare with the repository as it was at the end of this day (YYYY-MM-DD, in UTC)")
    .option("--lock <file>", "the lock file, relative to the audited root", "signalbox.lock.json")
    .addOption(choiceOption("--format <name>", `one of ${driftFormats.join(", ")}`, driftFormats).default("text"))
    .option("--output <file>", "write the comparison to a file")
    .option("--config <file>", "read this config instead of the nearest signalbox.yml")
    .option("--no-config", "read no config")
    .addHelpText("after", EXAMPLES)
    .action(async (path: string, flags: DriftFlags) => {
      const { driftCommand } = await import("./drift/run.ts");
      process.exitCode = await driftCommand(path, flags);
    });
}
