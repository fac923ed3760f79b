import type { Command } from "commander";
import { formatNames } from "../reporters/index.ts";
import { type AuditFlags, failLevels } from "./audit/flags.ts";
import { fixChoices } from "../fixes/choices.ts";
import { choiceOption } from "./choice.ts";
import { addGitHubFlags } from "./online/flags.ts";

const EXAMPLES = `
Examples:
  signalbox audit                              the repository that you are in
  signalbox audit --base origin/main           only what this branch brings in
  signalbox audit --online                     with what GitHub knows: called workflows, reviewers, variables
  signalbox audit github:acme/platform@main    a repository on GitHub, without a clone
  signalbox audit --org acme                   all repositories of an organisation, and what they share
  signalbox audit --format sarif --output signalbox.sarif --fail-on never
  signalbox audit --write-baseline --baseline .signalbox-baseline.json

Exit code: 0 nothing at or above --fail-on, 1 findings, 2 the audit could not be done.`;

/** Adds `signalbox audit`: flags only, the command itself is loaded when it runs. */
export function register(program: Command): void {
  const command = program
    .command("audit")
    .description("find every step that changes something shared, and the two runs that can meet in it")
    .argument("[path]", "a folder of the repository, or github:OWNER/REPO[@REF]", ".")
    .addOption(choiceOption("--format <name>", "how to print the report", formatNames).default("text"))
    .addOption(choiceOption("--fail-on <level>", "exit 1 from this severity on", failLevels).default("warning"))
    .option("--strict", "treat a missing timeout, an unknown recovery path and overtaking runs as warnings")
    .option("--notes", "show notes too, not only their number")
    .addOption(
      choiceOption("--fixes <how>", "prove the fixes of the first findings, of all, or of none", fixChoices).default(
        "some",
      ),
    )
    .option("--output <file>", "write the report to a file")
    .option("--base <rev>", "report only what came in since this git revision")
    .option("--baseline <file>", "hide the findings that this file lists")
    .option("--write-baseline", "list today's findings in the file of --baseline")
    .option("--config <file>", "read this config instead of the nearest signalbox.yml")
    .option("--no-config", "read no config")
    .option("--allow-empty", "a folder with nothing to audit is no failure")
    .option("--online", "ask GitHub what no file says: called workflows and actions, environments, variables")
    .option("--org <name>", "every repository of an organisation on GitHub, and the targets that several of them write")
    .option("--with-forks", "with --org: audit forks too")
    .option("--color", "colour, even where the output is no terminal")
    .option("--no-color", "no colour")
    .option("--verbose", "say what was read and how long it took")
    .addHelpText("after", EXAMPLES);
  addGitHubFlags(command).action(async (path: string, flags: AuditFlags) => {
    if (flags.org !== undefined) {
      const { organizationCommand } = await import("./audit/organization.ts");
      process.exitCode = await organizationCommand(flags.org, path, flags);
      return;
    }
    const { auditCommand } = await import("./audit/run.ts");
    process.exitCode = await auditCommand(path, flags);
  });
}
