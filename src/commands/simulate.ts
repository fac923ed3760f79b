import type { Command } from "commander";
import { choiceOption } from "./choice.ts";
import type { SimulateFlags } from "./simulate/flags.ts";

const EXAMPLES = `
Examples:
  signalbox simulate --witness w-3f2a91c0                        a collision that \`audit\` found
  signalbox simulate --witness w-3f2a91c0 --report report.json   the same, from a report
  signalbox simulate --event push:main@0 --event dispatch:fix@1:environment=prod
  signalbox simulate --events release-day.yml --format json

An event is EVENT[.ACTIVITY][:REF][@TIME][:NAME=VALUE,…]: release.published:v2, pr:17@5. A file has \`events\`,
a list of { event, activity, ref, at, inputs, workflow }, and \`durations\` and \`approvals\`, ticks by the name of a job.`;

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Adds `signalbox simulate`. */
export function register(program: Command): void {
  program
    .command("simulate")
    .description("plays runs by the platform's rules: who runs, waits, is dropped, cancelled or stuck")
    .argument("[path]", "a folder of the repository", ".")
    .option("--witness <id>", "the two runs of a collision that the audit found")
    .option("--report <file>", "take the witness from this JSON report instead of auditing")
    .option("--event <event>", "an event such as push:main@0; may be given several times", collect)
    .option("--events <file>", "a YAML file of events")
    .addOption(choiceOption("--format <format>", "how to print", ["text", "json"]).default("text"))
    .option("-o, --output <file>", "write here instead of standard output")
    .option("--config <file>", "read this config instead of the nearest signalbox.yml")
    .option("--no-config", "read no config")
    .addHelpText("after", EXAMPLES)
    .action(async (path: string, flags: SimulateFlags) => {
      const { simulateCommand } = await import("./simulate/run.ts");
      process.exitCode = await simulateCommand(path, flags);
    });
}
