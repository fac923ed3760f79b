import type { Command } from "commander";

/** Adds `signalbox kinds`. */
export function register(program: Command): void {
  program
    .command("kinds")
    .description("list the kinds of target that it knows, those of .signalbox/targets included")
    .argument("[path]", "a folder of the repository", ".")
    .action(async (path: string) => {
      const { kindsCommand } = await import("./kinds/run.ts");
      process.exitCode = await kindsCommand(path);
    });
}
