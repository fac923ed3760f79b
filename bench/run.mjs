// How fast an audit is, as ratios measured in one run: `npm run bench`. Nothing here fails; people read it.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { generate } from "./generate.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "signalbox-bench-"));
const SIZES = [10, 100, 1000];
const RUNS = { 10: 15, 100: 7, 1000: 3 };

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Milliseconds of a whole process, from before it starts until it is gone. */
function timeProcess(args, cwd, codes) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
  const time = performance.now() - started;
  if (!codes.includes(status)) throw new Error(`node ${args.join(" ")}: exit ${status}\n${stderr}`);
  return time;
}

function measure(runs, take) {
  take();
  return median(Array.from({ length: runs }, take));
}

/** As it is installed: without the sources, so that no run looks whether the bundle is stale. */
function install() {
  execFileSync(process.execPath, [join(root, "scripts/build.mjs")]);
  const folder = join(scratch, "signalbox");
  for (const part of ["bin", "dist", "policies", "package.json"]) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  return join(folder, "bin", "signalbox.js");
}

function measureSize(bin, size) {
  const repository = join(scratch, `repository-${size}`);
  generate(repository, size);
  const runs = RUNS[size];
  const audit = measure(runs, () => timeProcess([bin, "audit", "--format", "json", "--fixes", "none"], repository, [0, 1]));
  const parse = join(root, "bench", "parse-yaml.mjs");
  const yaml = measure(runs, () => Number(execFileSync(process.execPath, [parse, repository], { encoding: "utf8" })));
  return { size, audit, yaml };
}

function row(cells, widths) {
  return cells.map((cell, index) => String(cell).padStart(widths[index])).join("  ");
}

const ms = (value) => `${value.toFixed(0)} ms`;
const ratio = (value) => `${value.toFixed(2)} x`;

try {
  const bin = install();
  const empty = measure(15, () => timeProcess(["-e", "0"], scratch, [0]));
  const version = measure(15, () => timeProcess([bin, "--version"], scratch, [0]));
  const sizes = SIZES.map((size) => measureSize(bin, size));
  const widths = [9, 10, 12, 14, 12];
  console.log(`Node ${process.version}. node -e 0: ${ms(empty)}.`);
  console.log(`signalbox --version: ${ms(version)}, ${ratio(version / empty)}.`);
  console.log("Medians of the whole process of `signalbox audit --format json --fixes none`;");
  console.log("`yaml` is what that package alone takes to parse the same workflows, without starting a process.\n");
  console.log(row(["workflows", "audit", "/ node -e 0", "yaml", "/ yaml"], widths));
  for (const { size, audit, yaml } of sizes) {
    console.log(row([size, ms(audit), ratio(audit / empty), ms(yaml), ratio(audit / yaml)], widths));
  }
  const [hundred, thousand] = [sizes.find(({ size }) => size === 100), sizes.find(({ size }) => size === 1000)];
  const exponent = Math.log10((thousand.audit - empty) / (hundred.audit - empty));
  console.log(`\nGrowth from 100 to 1,000 workflows, less the empty process: n^${exponent.toFixed(2)}.`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
