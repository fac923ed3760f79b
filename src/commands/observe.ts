import type { Command } from "commander";
import { choiceOption } from "./choice.ts";
import { observeFormats, type ObserveFlags } from "./observe/flags.ts";
import { addGitHubFlags } from "./online/flags.ts";

const EXAMPLES = `
Examples:
  signalbox observe acme/platform              what happened in the last 30 days, held against the model
  signalbox observe acme/platform --days 90 --format markdown
  signalbox observe acme/platform --target "terraform-state:*"

Exit code: 0 nothing met that must not, 1 an overlap that the policy forbids or the model calls impossible, 2 it could
not be read.`;

/** Adds `signalbox observe`: flags only, the command itself is loaded when it runs. */
export function register(program: Command): void {
  const command = program
    .command("observe")
    .description("read a repository's run history: what really was in a target at once, what was dropped, who waited")
    .argument("<repository>", "OWNER/REPO on GitHub")
    .option("--days <n>", "how far back", "30")
    .option("--target <pattern>", "only targets that match (`*` stands for anything)")
    .addOption(choiceOption("--format <name>", `one of ${observeFormats.join(", ")}`, observeFormats).default("text"))
    .option("--output <file>", "write the report to a file")
    .option("--config <file>", "read this config instead of the repository's signalbox.yml")
    .option("--no-config", "read no config")
    .option("--verbose", "say what it cost");
  addGitHubFlags(command)
    .addHelpText("after", EXAMPLES)
    .action(async (repository: string, flags: ObserveFlags) => {
      const { observeCommand } = await import("./observe/run.ts");
      process.exitCode = await observeCommand(repository, flags);
    });
}
