import { spawn } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { readKindFile } from "../../../src/catalogue/kind-document.ts";
import { readCatalogueFiles } from "../../../src/io/assets.ts";
import type { RunResult } from "../../../src/locks/runner/outcome.ts";
import { seconds } from "./pace.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Inside the checkout, so that the optional packages are found from there. */
const BUILT = join(ROOT, "node_modules/.cache/signalbox-locks");

const KEEP_CHARACTERS = 1_000_000;

/** Processes that are told the same name share one build, which is then not theirs to remove. */
const SHARED = process.env["SIGNALBOX_TEST_BUILD"];

let built: Promise<string> | null = null;

/** Builds the runner's program and its watchdog as the release does: bundles side by side. Returns the program. */
export async function buildProgram(): Promise<string> {
  return join(await buildOnce(), "program.js");
}

/** The program that sends one process's share of a storm of arrivals. */
export async function buildStorm(): Promise<string> {
  return join(await buildOnce(), "storm.js");
}

function buildOnce(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  const place = join(BUILT, SHARED ?? String(process.pid));
  if (SHARED !== undefined && existsSync(place)) return place;
  mkdirSync(BUILT, { recursive: true });
  const folder = mkdtempSync(join(BUILT, "build-"));
  await build({
    entryPoints: {
      program: join(ROOT, "test/locks/helpers/program-main.ts"),
      watchdog: join(ROOT, "src/locks/watchdog/main.ts"),
      storm: join(ROOT, "test/locks/helpers/storm-main.ts"),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    external: ["better-sqlite3", "pg", "ioredis", "@opentelemetry/*", "node:sqlite"],
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
  });
  const catalogue = readCatalogueFiles().map((file) => ({ path: file.path, value: readKindFile(file).value }));
  writeFileSync(join(folder, "catalogue.json"), JSON.stringify(catalogue));
  // The program reads its version from one folder up, where the package's own manifest is when it ships.
  writeFileSync(join(folder, "manifest"), JSON.stringify({ type: "module", version: "0.0.0-test" }));
  renameSync(join(folder, "manifest"), join(BUILT, "package.json")); // whole at every moment: others may be reading it
  if (SHARED === undefined) {
    rmSync(place, { recursive: true, force: true });
    process.once("exit", () => rmSync(place, { recursive: true, force: true }));
  }
  try {
    renameSync(folder, place);
  } catch (error) {
    if (SHARED === undefined) throw error;
    rmSync(folder, { recursive: true, force: true }); // another process was first
  }
  return place;
}

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes on standard output; the text is cut when it is long. */
  readonly bytes: number;
  readonly result: RunResult | null;
}

export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly done: Promise<Ran>;
  stderr(): string;
}

/** Options that make leases short: 2 s at pace 1, of which 0.7 s are for stopping. */
export const SHORT = [
  "--ttl",
  seconds(2),
  "--grace",
  seconds(0.5),
  "--margin",
  seconds(0.2),
  "--waiter-ttl",
  seconds(2),
  "--no-config",
];

export interface StartOptions extends Pick<SpawnOptions, "env" | "cwd" | "detached"> {
  /** Program that starts node, such as `unshare …` or `faketime …`. */
  readonly through?: readonly string[];
}

/** Starts the built program; `result` is read from a result file of its own for `run`. */
export async function start(args: readonly string[], options: StartOptions = {}): Promise<Running> {
  const program = await buildProgram();
  const folder = mkdtempSync(join(tmpdir(), "signalbox-result-"));
  const file = join(folder, "result.json");
  const [verb = "", ...rest] = args;
  const withResult = verb === "run" && !args.includes("--result-file") ? [verb, "--result-file", file, ...rest] : args;
  const [command = process.execPath, ...before] = [...(options.through ?? []), process.execPath];
  const child = spawn(command, [...before, program, ...withResult], {
    cwd: options.cwd ?? tmpdir(),
    detached: options.detached ?? false,
    env: { PATH: process.env["PATH"], HOME: folder, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  let bytes = 0;
  child.stdout?.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (stdout.length < KEEP_CHARACTERS) stdout += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const done = new Promise<Ran>((resolve) => {
    child.once("exit", (code, signal) => {
      // Not "close": what outlives the runner may hold its streams.
      setTimeout(() => {
        const result = existsSync(file) ? parse(readFileSync(file, "utf8")) : null;
        rmSync(folder, { recursive: true, force: true });
        resolve({ code, signal, stdout, stderr, bytes, result });
      }, 30);
    });
  });
  return { child, pid: child.pid ?? 0, done, stderr: () => stderr };
}

function parse(text: string): RunResult | null {
  return text === "" ? null : (JSON.parse(text) as RunResult);
}

export async function runProgram(args: readonly string[], options: StartOptions = {}): Promise<Ran> {
  return (await start(args, options)).done;
}
