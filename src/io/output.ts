import { writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { visible } from "../reporters/view/clean.ts";
import { makeRoom } from "./progress.ts";
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

/**
 * A line for people on standard error, after the program's name. Names from a repository cannot command the terminal.
 */
export function say(line: string): void {
  makeRoom();
  process.stderr.write(`signalbox: ${visible(redact(line))}\n`);
}

/** A result that is written piece by piece, so that it never has to be held as a whole. */
export interface ResultWriter {
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

/**
 * Opens standard output, or a file where one is named, for a result in pieces.
 *
 * @throws UserError where the file cannot be written
 */
export async function openResult(file: string | undefined): Promise<ResultWriter> {
  if (file === undefined || file === "-")
    return { write: (text) => writeResult(text, undefined), end: () => Promise.resolve() };
  try {
    const handle = await open(file, "w");
    return { write: async (text) => void (await handle.write(redact(text))), end: () => handle.close() };
  } catch (error) {
    throw new UserError(
      `the report could not be written to ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
