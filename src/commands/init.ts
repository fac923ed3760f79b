import type { Command } from "commander";

/** Adds `signalbox init`. */
export function register(program: Command): void {
  program
    .command("init")
    .description("write a starter signalbox.yml and a workflow that gates pull requests")
    .argument("[path]", "a folder of the repository", ".")
    .action(async (path: string) => {
      const { initCommand } = await import("./init/run.ts");
      process.exitCode = await initCommand(path);
    });
}
