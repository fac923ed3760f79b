import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the shell itself made of a script. */
export interface Truth {
  readonly status: number;
  readonly files: ReadonlyMap<string, string>;
}

/** Files that stand in each script's folder before it runs. */
export const START_FILES: Readonly<Record<string, string>> = {
  "f.txt": "l1 a\nl2 b\n",
  "g.txt": "",
  w0: "",
  w1: "",
  r0: "",
  r1: "",
  r2: "",
  "d/in.c": "c\n",
};

/** Runs scripts with bash, many in one process, each in a folder of its own. `value`: of `$U`. */
export async function runBash(scripts: readonly string[], value: string | null): Promise<readonly Truth[]> {
  const root = mkdtempSync(join(tmpdir(), "differential-"));
  try {
    scripts.forEach((script, index) => prepare(join(root, String(index)), script));
    const driver = `cd '${root}' || exit 1
for ((number = 0; number < ${scripts.length}; number++)); do
  ( ulimit -t 3; cd "$number" && exec 2>/dev/null && . ./.script ) < /dev/null > /dev/null
  echo $? > "$number/.status"
done`;
    writeFileSync(join(root, "driver"), driver);
    const env = {
      PATH: process.env.PATH ?? "",
      LC_ALL: "C.UTF-8",
      HOME: "/home/runner",
      ...(value === null ? {} : { U: value }),
    };
    await run(join(root, "driver"), env);
    return scripts.map((_, index) => readTruth(join(root, String(index))));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function run(driver: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that whatever a script leaves running ends with it.
    const child = spawn("bash", [driver], { env, stdio: "ignore", detached: true });
    const end = (): void => {
      try {
        if (child.pid) process.kill(-child.pid, "SIGKILL");
      } catch {
        /* nothing is left */
      }
    };
    const limit = setTimeout(end, 240_000);
    child.on("error", reject);
    child.on("exit", () => {
      clearTimeout(limit);
      end();
      resolve();
    });
  });
}

function prepare(folder: string, script: string): void {
  mkdirSync(join(folder, "d"), { recursive: true });
  for (const [name, text] of Object.entries(START_FILES)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, ".script"), script);
}

function readTruth(folder: string): Truth {
  const files = new Map<string, string>();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!name.startsWith(".") && statSync(path).isFile()) files.set(name, readFileSync(path, "utf8"));
  }
  return { status: Number(readFileSync(join(folder, ".status"), "utf8")), files };
}
