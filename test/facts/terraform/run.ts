import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The version that is installed (`1.11.4`), null where there is no terraform. */
export function terraformVersion(): string | null {
  try {
    const env = { ...process.env, TF_CLI_CONFIG_FILE: "" };
    const output = execFileSync("terraform", ["version"], {
      encoding: "utf8",
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return /Terraform v(\S+)/.exec(output)?.[1] ?? null;
  } catch {
    return null;
  }
}

export interface Ended {
  readonly ok: boolean;
  /** Both streams, colours off. */
  readonly output: string;
}

/** A folder of its own with these files, as a second runner would check it out. */
export interface Runner {
  readonly folder: string;
  terraform(args: readonly string[], input?: string): Promise<Ended>;
  /** Resolves when a file appears in the folder. */
  sees(file: string): Promise<void>;
  remove(): void;
}

/** A runner with these files; `env` reaches every command. Nothing of the machine's own settings does. */
export function runnerWith(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Runner {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-terraform-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const own = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    TF_IN_AUTOMATION: "1",
    CHECKPOINT_DISABLE: "1",
    TF_INPUT: "0",
  };
  return {
    folder,
    terraform: (args, input) =>
      new Promise((resolve) => {
        const options = {
          cwd: folder,
          env: { ...own, ...env },
          encoding: "utf8",
          maxBuffer: 1e8,
          timeout: 90_000,
        } as const;
        // A client that a stand-in confuses may ask for ever: it shall not take the machine with it.
        const script = ["-c", 'ulimit -v 8000000; exec terraform "$@"', "terraform", ...args];
        const child = execFile("/bin/sh", script, { ...options, killSignal: "SIGKILL" }, (error, stdout, stderr) => {
          const plain = (stdout + stderr).replaceAll(/\u001b\[[0-9;]*m/g, "");
          resolve({ ok: error === null, output: plain.replaceAll(/^[│╷╵]\s?/gm, "") });
        });
        child.stdin?.end(input ?? "");
      }),
    async sees(file) {
      for (let attempt = 0; attempt < 600; attempt += 1) {
        if (existsSync(join(folder, file))) return;
        await sleep(50);
      }
      throw new Error(`${file} did not appear in ${folder}`);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
