// What audits of many repositories cost: `node bench/online.mjs [10 100 1000]`. Requests, time and memory, measured on a
// server on this machine that answers as GitHub does. Nothing here fails; people read it (docs/online.md).
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "signalbox-bench-online-"));
const sizes = process.argv.slice(2).map(Number);

async function loadServer() {
  const outfile = join(root, "node_modules", ".cache", `bench-online-${process.pid}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: ["test/helpers/github/server.ts"],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    outfile,
    logLevel: "error",
  });
  const { fakeApi } = await import(pathToFileURL(outfile).href);
  rmSync(outfile);
  return fakeApi;
}

/** A repository as many have them: two workflows, a root module, a chart, a script, a page. Every tenth state is shared. */
function repository(number) {
  const key = number % 10 === 0 ? `shared-${Math.floor(number / 20)}` : `own-${number}`;
  const deploy = `on:\n  push:\n    branches: [main]\nconcurrency: deploy\njobs:\n  apply:\n    runs-on: ubuntu-latest\n    timeout-minutes: 10\n    steps:\n      - uses: actions/checkout@v4\n      - run: terraform -chdir=infra init && terraform -chdir=infra apply -auto-approve\n  web:\n    needs: apply\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: ./scripts/release.sh service-${number}\n`;
  const test =
    "on: pull_request\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm ci && npm test\n";
  const source = Object.fromEntries(
    Array.from({ length: 20 }, (_none, at) => [`src/module-${at}.ts`, `export const value = ${at};\n`.repeat(40)]),
  );
  return {
    files: {
      ...source,
      ".github/workflows/deploy.yml": deploy,
      ".github/workflows/test.yml": test,
      "README.md": `# Service ${number}\n`,
      "chart/Chart.yaml": "name: web\nversion: 1.0.0\n",
      "scripts/release.sh": {
        text: '#!/bin/sh\nhelm upgrade --install "$1" chart --namespace shop --kube-context prod\n',
        mode: "100755",
      },
      "infra/main.tf": `terraform {\n  backend "s3" {\n    bucket = "acme-tf"\n    key    = "${key}.tfstate"\n    region = "eu-west-1"\n  }\n}\n`,
    },
  };
}

/** What a process tells of its memory at its end; with `collect` also what is alive after a collection, every two seconds. */
function probe(report, collect) {
  const sampling =
    "const sample = () => { globalThis.gc(); live.push(process.memoryUsage().heapUsed); }; setInterval(sample, 2000).unref();";
  return `const live = []; ${collect ? sampling : ""}
process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(report)}, JSON.stringify({ peak: process.resourceUsage().maxRSS * 1024, live })));`;
}

/** One run of the program: time, peak memory, and with `collect` the most that was alive after a collection. */
async function run(args, collect = false) {
  const [report, file] = [join(scratch, "memory"), join(scratch, "probe.cjs")];
  writeFileSync(file, probe(report, collect));
  const started = performance.now();
  const flags = [...(collect ? ["--expose-gc"] : []), "-r", file];
  const child = spawn(process.execPath, [...flags, join(root, "bin/signalbox.js"), ...args], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code > 1) throw new Error(`exit code ${code}`);
  const { peak, live } = JSON.parse(readFileSync(report, "utf8"));
  return { seconds: (performance.now() - started) / 1_000, peak: peak / 2 ** 20, live: Math.max(0, ...live) / 2 ** 20 };
}

const fakeApi = await loadServer();
for (const size of sizes.length > 0 ? sizes : [10, 100, 1000]) {
  const api = await fakeApi(
    Object.fromEntries(Array.from({ length: size }, (_none, at) => [`acme/service-${at}`, repository(at)])),
  );
  api.checks = false;
  const args = [
    "audit",
    "--org",
    "acme",
    "--api-url",
    api.url,
    "--cache",
    join(scratch, `cache-${size}`),
    "--format",
    "json",
  ];
  for (const name of ["first", "second"]) {
    api.asked.length = 0;
    const { seconds, peak } = await run(args);
    const unchanged = api.asked.filter(({ status }) => status === 304).length;
    const storage = api.asked.filter(({ path }) => path.startsWith("/codeload/")).length;
    const counted = api.asked.length - unchanged - storage;
    const load = loadavg()[0].toFixed(0);
    console.log(
      `${size} repositories, ${name} run: ${api.asked.length} requests (${counted} count, ${unchanged} unchanged, ${storage} to storage), ${seconds.toFixed(1)} s at a load of ${load}, peak ${peak.toFixed(0)} MB`,
    );
  }
  const { live } = await run(args, true);
  console.log(`${size} repositories: ${live.toFixed(1)} MB of heap at most are alive after a collection`);
  await api.close();
}
rmSync(scratch, { recursive: true });
