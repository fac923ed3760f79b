import { ignoreClosedPipes, say } from "./io/output.ts";
import { UserError } from "./io/user-error.ts";
import { packageVersion } from "./io/version.ts";

/** The exit code of commander's own ends: help and version are 0, everything else is wrong usage. */
function usageExitCode(error: unknown): 0 | 2 | null {
  if (!(error instanceof Error) || !("code" in error) || !String(error.code).startsWith("commander.")) return null;
  return "exitCode" in error && error.exitCode === 0 ? 0 : 2;
}

function fail(error: unknown): void {
  const usage = usageExitCode(error);
  process.exitCode = usage ?? 2;
  if (usage !== null) return;
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
    const { buildProgram } = await import("./program.ts");
    await buildProgram(packageVersion()).parseAsync([...argv], { from: "user" });
  } catch (error) {
    fail(error);
  }
}
