import { writeFileSync } from "node:fs";
import { visible } from "../reporters/view/clean.ts";
import { redact } from "./redact.ts";
import { UserError } from "./user-error.ts";

/**
 * A reader that goes away (`| head`) is no failure: what could not be written is dropped and the exit code stays what
 * the audit says. Call once, before anything is printed.
 */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
    });
  }
}

/** Writes a result to standard output, or to a file where one is named. */
export async function writeResult(result: string, file: string | undefined): Promise<void> {
  const text = redact(result);
  if (file === undefined || file === "-") {
    await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`the report could not be written to ${file}: ${reason}`);
  }
}

/** A line for people on standard error, after the program's name. Names from a repository cannot command the terminal. */
export function say(line: string): void {
  process.stderr.write(`signalbox: ${visible(redact(line))}\n`);
}
