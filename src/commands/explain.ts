import type { Command } from "commander";
import type { ExplainFlags } from "./explain/flags.ts";

const EXAMPLES = `
Examples:
  signalbox explain concurrent-writers                   a rule
  signalbox explain terraform-state                      a kind of target
  signalbox explain "helm-release:prod/web/api"          a target of this repository
  signalbox explain "terraform-state:*network*"          the same, by a pattern`;

/** Adds `signalbox explain ID|KIND|RULE`. */
export function register(program: Command): void {
  program
    .command("explain")
    .description("one target with evidence, decision, writers and proof; or a kind; or a rule")
    .argument("<what>", "a target's id or a pattern with *, a kind, or a rule")
    .argument("[path]", "a folder of the repository", ".")
    .option("--config <file>", "read this config instead of the nearest signalbox.yml")
    .option("--no-config", "read no config")
    .option("--color", "colour, even where the output is no terminal")
    .option("--no-color", "no colour")
    .addHelpText("after", EXAMPLES)
    .action(async (what: string, path: string, flags: ExplainFlags) => {
      const { explainCommand } = await import("./explain/run.ts");
      process.exitCode = await explainCommand(what, path, flags);
    });
}
