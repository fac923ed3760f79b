import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import type { EnqueueCall, Reply } from "../../../src/locks/calls.ts";

export interface StormReply {
  readonly run: string;
  readonly reply: Reply;
  readonly milliseconds: number;
}

const PROCESSES = 5;

let program: Promise<string> | null = null;

async function bundle(): Promise<string> {
  const folder = join(import.meta.dirname, "../../../node_modules/.cache/signalbox-locks");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `storm-${process.pid}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, "storm-main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    external: ["better-sqlite3", "pg", "ioredis", "@opentelemetry/*"],
  });
  return outfile;
}

/**
 * Sends arrivals from several processes whose connections are open already: starting a process for each would spread
 * them in time and hide the race.
 */
export async function storm(url: string, target: string, calls: readonly EnqueueCall[]): Promise<StormReply[]> {
  program ??= bundle();
  const file = await program;
  const shares = Array.from({ length: PROCESSES }, (_, n) => calls.filter((_call, index) => index % PROCESSES === n));
  const workers = shares
    .filter((share) => share.length > 0)
    .map((share) => {
      const child = spawn(process.execPath, [file, JSON.stringify({ url, target, calls: share })], {
        stdio: ["pipe", "pipe", "inherit"],
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      return { child, lines };
    });
  await Promise.all(workers.map(({ lines }) => lines.next()));
  for (const { child } of workers) child.stdin.write("go\n");
  const answers = await Promise.all(workers.map(({ lines }) => lines.next()));
  return answers.flatMap(({ value }) => JSON.parse(String(value)) as StormReply[]);
}
