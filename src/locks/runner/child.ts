import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import type { Writable } from "node:stream";
import { statOf } from "../host/processes.ts";
import type { CommandProcesses } from "../watchdog/kill.ts";

export interface CommandEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface GatedCommand {
  readonly processes: CommandProcesses;
  /** Lets the command run. Until then it is a shell that waits, and ends when this runner does. */
  open(): void;
  /** The command never runs. */
  shut(): void;
  readonly ended: Promise<CommandEnd>;
  readonly child: ChildProcess;
}

/** Reads one word from the gate and becomes the command; without the word, or at the pipe's end, it goes. */
const GATE = 'read -r go <&3 && [ "$go" = go ] || exit 125; exec 3<&-; exec "$@"';

export interface SpawnOptions {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly marker: string;
  readonly foreground: boolean;
  /** Pipe the output instead of handing on the streams themselves. */
  readonly capture: boolean;
}

/** Starts a command behind its gate, in a process group of its own unless it is to run in the foreground. */
export function spawnGated(options: SpawnOptions): GatedCommand {
  const [shell, flags] = gateShell(options.env);
  const output = options.capture ? "pipe" : "inherit";
  const child = spawn(shell, [...flags, "-c", GATE, "signalbox", ...options.command], {
    detached: !options.foreground,
    stdio: ["inherit", output, output, "pipe"],
    env: options.env,
  });
  const pid = child.pid ?? 0;
  const gate = child.stdio[3] as Writable | null;
  gate?.on("error", () => undefined);
  const ended = new Promise<CommandEnd>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  ended.catch(() => undefined);
  const start = statOf(pid)?.start ?? "";
  return {
    processes: { group: options.foreground ? 0 : pid, pid, start, marker: options.marker },
    open: () => void gate?.end("go\n"),
    shut: () => void gate?.end(),
    ended,
    child,
  };
}

/**
 * dash drops variables whose names no shell could use, such as the INPUT_… ones with a dash that GitHub sets. bash
 * hands them on; with -p it reads no start-up file and no exported function.
 */
function gateShell(env: SpawnOptions["env"]): [string, string[]] {
  const odd = Object.keys(env).some((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
  const bash = ["/bin/bash", "/usr/bin/bash"].find((file) => existsSync(file));
  return odd && bash !== undefined ? [bash, ["-p"]] : ["/bin/sh", []];
}
