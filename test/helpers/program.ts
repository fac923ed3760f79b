import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../bin/signalbox.js", import.meta.url));

/** What a run of the real program left behind. */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** The caller's environment without anything that changes what the program prints. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "TMPDIR", "LANG"].map((name) => [name, process.env[name]]);
  const nobody = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  // In CI nothing is kept: no test finds what another left behind.
  return { ...Object.fromEntries(kept), ...nobody, CI: "true", SIGNALBOX_TODAY: "2026-11-29" };
}

/** Runs `bin/signalbox.js` as a user would, and waits until it is done. */
export function signalbox(args: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const env = { ...cleanEnvironment(), ...options.env };
    const child = spawn(process.execPath, [BIN, ...args], { cwd: options.cwd, env });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input ?? "");
  });
}
