import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { createServer } from "node:net";
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
  options: SpawnOptions = {},
): ServerProcess {
  let child: ChildProcess | null = null;
  process.once("exit", () => child?.kill("SIGKILL"));
  return {
    async start() {
      child = spawn(command, args(), { ...options, stdio: "ignore" });
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
      if (attempt > 1200) throw error; // a minute: starting takes long on a busy machine
      await sleep(50);
    }
  }
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
