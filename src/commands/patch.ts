import type { Command } from "commander";
import { choiceOption } from "./choice.ts";
import type { PatchFlags } from "./patch/flags.ts";

const EXAMPLES = `
Examples:
  signalbox patch | git apply                  every fix that was proven
  signalbox patch --write                      the same, in place
  signalbox patch --rule cancel-mid-write      only these
  signalbox patch --output patches             one file for each finding
  signalbox patch --document --write           reasons to fill in, for what is meant as it is

Exit code: 0 everything that was asked for is fixed, 1 findings remain, 2 it could not be done.`;

/** Adds `signalbox patch`: flags only, the command itself is loaded when it runs. */
export function register(program: Command): void {
  program
    .command("patch")
    .description("the edits that fix what was found, each proven by auditing the patched tree")
    .argument("[path]", "a folder of the repository", ".")
    .option("--write", "edit the files in place")
    .option("--unsafe", "also what changes more than when a job runs")
    .option("--document", "for what a written reason settles, an entry in signalbox.yml whose reason you fill in")
    .option("--rule <id...>", "only findings of these rules")
    .option("--target <id...>", "only findings on these targets (`*` stands for anything)")
    .option("--file <path...>", "only findings in these files")
    .option("--interactive", "ask before each fix")
    .option("--output <dir>", "write one patch file for each finding into this folder")
    .addOption(choiceOption("--format <name>", "diff, or the edits as ranges", ["diff", "json"]).default("diff"))
    .option("--config <file>", "read this config instead of the nearest signalbox.yml")
    .option("--no-config", "read no config")
    .addHelpText("after", EXAMPLES)
    .action(async (path: string, flags: PatchFlags) => {
      const { patchCommand } = await import("./patch/run.ts");
      process.exitCode = await patchCommand(path, flags);
    });
}
