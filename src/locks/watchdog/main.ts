import { createInterface } from "node:readline";
import { createLeaseClock } from "../runner/lease-clock.ts";
import { killAll } from "./kill.ts";
import type { CommandProcesses } from "./kill.ts";
import { parseMessage } from "./messages.ts";

/**
 * The dead man's switch: a process of its own, in a session of its own, that kills the command's group when the runner
 * is gone (end of the pipe) or frozen (a deadline that nobody moved). It outlives every signal but KILL.
 */
const KILL_PATIENCE_MS = 10_000;
const clock = createLeaseClock(false);

let command: CommandProcesses | null = null;
let killAt = Infinity;
let timer: NodeJS.Timeout | undefined;
let killing = false;

async function kill(): Promise<void> {
  if (killing) return;
  killing = true;
  if (command !== null) await killAll(command, KILL_PATIENCE_MS, true);
  process.exit(0);
}

function check(): void {
  const left = killAt - clock();
  if (left <= 0) void kill();
  else if (left < Infinity) timer = setTimeout(check, left);
}

function setDeadline(milliseconds: number): void {
  killAt = clock() + milliseconds;
  clearTimeout(timer);
  check();
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = parseMessage(line);
  if (message?.kind === "command") {
    command = message;
    process.stdout.write("known\n");
  } else if (message?.kind === "deadline") setDeadline(message.milliseconds);
  else if (message?.kind === "done") process.exit(0);
});
lines.on("close", () => void kill());
process.stdin.on("error", () => void kill());
process.stdout.on("error", () => undefined);
process.stdout.write("ready\n");
