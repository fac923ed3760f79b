import type { Command } from "commander";
import type { FenceFlags } from "../locks/fence/command.ts";

/** `signalbox fence check`: the target's own side of a lock, which refuses what an older token wants to write. */
export function register(program: Command): void {
  const fence = program.command("fence").summary("refuse an older token at the target's side");
  fence
    .command("check")
    .summary("let a token through, unless a newer one was here")
    .description("Compares a token with the highest that was seen, in one atomic step with the write that it guards.")
    .argument("[command...]", "with --file: a command that runs before anybody else is let in, after --")
    .option("-t, --target <id>", "whose token it is (default: SIGNALBOX_TARGET)")
    .option("--fence <token>", "the token (default: SIGNALBOX_FENCE)")
    .option("--slot <n>", "its slot, for targets with several permits (default: SIGNALBOX_SLOT)")
    .option("--file <path>", "a file on the target's host that keeps the highest tokens")
    .option("--sql <url>", "postgres://… or sqlite:PATH: a table in the database that is written")
    .option("--table <name>", "its name, with --sql", "signalbox_fence")
    .option("--script <file>", "SQL that runs in the check's transaction, with --sql; - is standard input")
    .option("--s3 <url>", "s3://BUCKET/KEY: an object that is written on condition")
    .option("--from <file>", "what the object is to hold, with --s3; - is standard input")
    .option("--endpoint <url>", "another service than Amazon's, with --s3 (default: AWS_ENDPOINT_URL_S3)")
    .option("--timeout <duration>", "how long to wait for the place where tokens are kept", "30s")
    .option("--store <url>", "the locks' store, in which a refusal is counted (default: SIGNALBOX_STORE)")
    .action(async (command: string[], flags: FenceFlags) => {
      const { fenceFromFlags } = await import("../locks/fence/command.ts");
      process.exitCode = await fenceFromFlags(flags, command, process.env);
    });
}
