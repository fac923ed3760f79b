import { Command } from "commander";
import { register as fence } from "../../../src/commands/fence.ts";
import { register as queue } from "../../../src/commands/queue.ts";
import { register as run } from "../../../src/commands/run.ts";

const program = new Command("signalbox").exitOverride().enablePositionalOptions();
run(program);
queue(program);
fence(program);
program.parseAsync().catch((error: { exitCode?: number; code?: string }) => {
  process.exitCode = error.exitCode === 0 ? 0 : 2;
  if (error.code === undefined) process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
});
