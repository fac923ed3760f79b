// Bundles the program into dist/: `node scripts/build.mjs`. bin/signalbox.js calls buildIfStale() in a checkout.
import { existsSync, mkdirSync, readdirSync, rmSync, rmdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import process from "node:process";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const stamp = join(dist, ".built");
const lock = join(root, "node_modules", ".cache", "signalbox-build");

/** What a bundle is made of. The catalogue is read when the program runs, unless the build turned it into code. */
const SOURCES = ["src", "scripts", "policies", "package-lock.json"];
const LOCK_TIMEOUT_MS = 60_000;

function newest(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  // A folder's own time counts too: it changes when a file in it is removed.
  return readdirSync(path, { withFileTypes: true }).reduce(
    (time, entry) => Math.max(time, newest(join(path, entry.name))),
    stats.mtimeMs,
  );
}

function isStale() {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return SOURCES.some((source) => newest(join(root, source)) > built);
}

/** Two programs that start at once must not build at once: the second waits and finds the work done. */
async function withLock(work) {
  mkdirSync(join(lock, ".."), { recursive: true });
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (Date.now() > deadline) rmdirSync(lock);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Builds when a source is newer than the bundle. */
export async function buildIfStale() {
  if (!isStale()) return;
  await withLock(async () => {
    if (isStale()) await build();
  });
}

/** Builds, whatever is there. */
export async function build() {
  const started = new Date();
  const { bundle } = await import("./bundle.mjs");
  await bundle({ root, dist });
  writeFileSync(stamp, `${started.toISOString()}\n`);
  // Sources that changed while it was built are newer than the bundle.
  utimesSync(stamp, started, started);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--clean") && existsSync(dist)) rmSync(dist, { recursive: true });
  await withLock(build);
}
