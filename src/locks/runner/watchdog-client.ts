import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { CommandProcesses } from "../watchdog/kill.ts";
import { formatMessage } from "../watchdog/messages.ts";

export interface Watchdog {
  readonly pid: number;
  /** Resolves once the watchdog knows the command; only then may the command start. Rejects when it died before. */
  watch(command: CommandProcesses): Promise<void>;
  setDeadline(milliseconds: number): void;
  /** The command's group is empty: stand down. */
  done(): void;
  /** Resolves when the watchdog has gone without having been told to. */
  readonly died: Promise<void>;
}

/** Beside the program, or one folder up when this code was split into a chunk of its own. */
function watchdogFile(): string {
  for (const place of ["./watchdog.js", "../watchdog.js"]) {
    const file = fileURLToPath(new URL(place, import.meta.url));
    if (existsSync(file)) return file;
  }
  throw new Error("watchdog.js is missing beside the program: install signalbox again.");
}

/** Starts a watchdog ahead of need, since that takes as long as opening a store; a long wait does not keep it. */
export interface WatchdogKennel {
  get(): Watchdog;
  dismiss(): void;
}

export function createKennel(): WatchdogKennel {
  let ready: Watchdog | null = startWatchdog();
  return {
    get() {
      const watchdog = ready ?? startWatchdog();
      ready = null;
      return watchdog;
    },
    dismiss() {
      ready?.done();
      ready = null;
    },
  };
}

/** Starts the watchdog in a session of its own, before the command exists. */
function startWatchdog(): Watchdog {
  const child = spawn(process.execPath, [watchdogFile()], {
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
    // Nothing of the run's environment: a watchdog that carried the marker would kill itself.
    env: {},
    cwd: "/",
  });
  let dismissed = false;
  const died = new Promise<void>((resolve) => {
    const gone = (): void => {
      if (!dismissed) resolve();
    };
    child.once("exit", gone);
    child.once("error", gone);
  });
  child.stdin.on("error", () => undefined);
  const send = (text: string): void => void child.stdin.write(text);
  const known = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line === "known") resolve();
    });
    void died.then(() => reject(new Error("the watchdog could not be started")));
  });
  known.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    died,
    watch(command) {
      send(formatMessage({ kind: "command", ...command }));
      return known;
    },
    setDeadline: (milliseconds) => send(formatMessage({ kind: "deadline", milliseconds })),
    done() {
      dismissed = true;
      child.stdin.end(formatMessage({ kind: "done" }));
      child.unref();
    },
  };
}
