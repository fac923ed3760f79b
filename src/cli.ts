import { Command, CommanderError } from "commander";
import { register as registerAudit } from "./commands/audit.ts";
import { ignoreClosedPipes, say } from "./io/output.ts";
import { UserError } from "./io/user-error.ts";
import { packageVersion } from "./io/version.ts";

const DESCRIPTION = "Proves that two deploys cannot meet in one target, or shows the two runs that can.";

/** Errors of commander as one line: `unknown option '--formt' (Did you mean --format?)`. */
function oneLineError(text: string): string {
  return text.replace(/^error: /, "").trim().replaceAll(/\s*\n\s*/g, " ");
}

/** The program with all its commands; flags only, each command is loaded when it runs. */
export function buildProgram(): Command {
  const program = new Command("signalbox")
    .description(DESCRIPTION)
    .version(packageVersion())
    .exitOverride()
    .configureOutput({ outputError: (text) => say(oneLineError(text)) });
  for (const register of [registerAudit]) register(program);
  // Each command has its own copy of these two, taken when it is made, so they are set again for all.
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  return program;
}

function fail(error: unknown): void {
  process.exitCode = 2;
  if (error instanceof UserError) {
    for (const line of error.message.split("\n")) say(line);
    return;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  say(`this is a fault of signalbox itself: ${detail}`);
}

/** Runs the program; sets `process.exitCode` and never exits by itself, so that piped output is not cut off. */
export async function main(argv: readonly string[]): Promise<void> {
  ignoreClosedPipes();
  try {
    await buildProgram().parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) return fail(error);
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}
