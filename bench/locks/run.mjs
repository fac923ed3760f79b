// `node bench/locks/run.mjs`: bundles the benchmark of the runner and starts it.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const outfile = `${root}node_modules/.cache/bench-locks-${process.pid}.mjs`;
mkdirSync(`${root}node_modules/.cache`, { recursive: true });
await build({
  entryPoints: [fileURLToPath(new URL("run.ts", import.meta.url))],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
});
const { status } = spawnSync(process.execPath, [outfile], { stdio: "inherit", cwd: root });
rmSync(outfile, { force: true });
process.exitCode = status ?? 1;
