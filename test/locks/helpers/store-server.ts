import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** A server program of our own on a free port, which the tests that asked for it start, kill and start again. */
export interface StoreServer {
  readonly name: string;
  readonly port: number;
  readonly folder: string;
  /** The store's URL; `space` keeps tests apart that share the server. */
  url(space?: string): string;
  start(): Promise<void>;
  stop(signal: NodeJS.Signals): Promise<void>;
  /** Sends a signal without waiting for an end: STOP and CONT. */
  signal(signal: NodeJS.Signals): void;
  remove(): Promise<void>;
}

/** Why a program is not here, or "". */
export function programMissing(command: string, debianPackage: string): string {
  const found = spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;
  return found ? "" : `no ${command} (apt-get install ${debianPackage})`;
}

export interface ServerProcess {
  start(): Promise<void>;
  stop(signal: NodeJS.Signals): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

export function serverProcess(
  command: string,
  args: () => readonly string[],
  ready: () => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): ServerProcess {
  let child: ChildProcess | null = null;
  process.once("exit", () => child?.kill("SIGKILL"));
  return {
    async start() {
      child = spawn(command, args(), { stdio: "ignore", env: { ...process.env, ...env } });
      await untilReady(ready);
    },
    async stop(signal) {
      if (child === null) return;
      const ended = new Promise((resolve) => child?.once("exit", resolve));
      child.kill(signal);
      await ended;
      child = null;
    },
    signal: (signal) => void child?.kill(signal),
  };
}

export async function untilReady(ready: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await ready();
      return;
    } catch (error) {
      if (attempt > 300) throw error;
      await sleep(50);
    }
  }
}
