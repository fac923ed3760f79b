import { spawn, spawnSync } from "node:child_process";

export interface GitResult {
  readonly ok: boolean;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const MAX_OUTPUT = 1 << 30;

/**
 * A repository's own configuration must not decide what runs on the machine that audits it: whatever could start
 * another program or reach the network is switched off. https://git-scm.com/docs/git-config
 */
const SAFE_CONFIG = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "core.sshCommand=false",
  "core.quotePath=false",
  "credential.helper=",
  "diff.external=",
  "log.showSignature=false",
  "protocol.allow=never",
  "submodule.recurse=false",
].flatMap((setting) => ["-c", setting]);

/** The caller's environment without its git variables: a hook that starts the audit must not redirect it. */
function safeEnvironment(): NodeJS.ProcessEnv {
  const isKept = (name: string): boolean => !name.startsWith("GIT_") || name.startsWith("GIT_CONFIG_");
  const kept = Object.entries(process.env).filter(([name]) => isKept(name));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_PAGER: "cat",
    LC_ALL: "C",
  };
}

function command(cwd: string, args: readonly string[]): string[] {
  return ["--no-pager", "-C", cwd, ...SAFE_CONFIG, ...args];
}

/** Runs one git command that only reads. Never throws: a missing git is a result that is not ok. */
export function git(cwd: string, args: readonly string[]): Promise<GitResult> {
  return new Promise((resolve) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const child = spawn("git", command(cwd, args), { env: safeEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", (error) => resolve({ ok: false, stdout: Buffer.alloc(0), stderr: error.message }));
    child.on("close", (code) => {
      const complaint = Buffer.concat(stderr).toString("utf8").trim();
      resolve({ ok: code === 0, stdout: Buffer.concat(stdout), stderr: complaint });
    });
  });
}

/** The same, while the caller waits, with `input` on standard input: for files that are read on demand. */
export function gitSync(cwd: string, args: readonly string[], input = ""): GitResult {
  const result = spawnSync("git", command(cwd, args), { env: safeEnvironment(), input, maxBuffer: MAX_OUTPUT });
  return {
    ok: result.status === 0,
    stdout: result.stdout ?? Buffer.alloc(0),
    stderr: result.error?.message ?? result.stderr?.toString("utf8").trim() ?? "",
  };
}
