// What width costs: workflows with 12 inputs of 5 options each and a matrix of 256 legs, and repositories with hundreds
// of writers, in seconds of CPU of a whole process (start included, fixes not proven), since the time on the clock says
// more about the machine. `node bench/wide.mjs [NAME…]`
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "signalbox-wide-"));
/** The best of so many runs counts; what takes longer than `PATIENCE` seconds runs once. */
const RUNS = 3;
const PATIENCE = 4;

const ids = (count, name) => Array.from({ length: count }, (_, index) => `${name}${index}`);
const INPUTS = ids(12, "in");
const OPTIONS = ids(5, "o");
const SIXTEEN = ids(16, "z");

const ON = `on:
  push: { branches: [main] }
  workflow_dispatch:
    inputs:
${INPUTS.map((name) => `      ${name}: { type: choice, options: [${OPTIONS.join(", ")}] }`).join("\n")}
`;
const job = (steps, more = "") => `jobs:
  deploy:
    runs-on: ubuntu-latest
${more}    strategy:
      matrix:
        row: [${SIXTEEN.join(", ")}]
        column: [${SIXTEEN.join(", ")}]
    steps:
${steps}`;
const HELM = "helm upgrade --install web-${{ matrix.row }}-${{ matrix.column }} ./chart";

const ONE = "helm upgrade --install web ./chart";
const LEG = "${{ matrix.row }}-${{ matrix.column }}";

/** What nothing distinguishes, what conditions ask one by one, what a script maps, what names and targets are made of. */
const WORKFLOWS = {
  unused: ON + job(`      - run: ${HELM}\n`),
  conditions:
    ON +
    job(INPUTS.map((name) => `      - if: inputs.${name} == 'o1'\n        run: ${HELM} --set ${name}=1\n`).join("")),
  guard: ON + job(`      - run: ${HELM}\n`, `    if: ${INPUTS.map((name) => `inputs.${name} != 'o2'`).join(" && ")}\n`),
  script:
    ON +
    job(
      `      - env:\n${INPUTS.map((name) => `          ${name.toUpperCase()}: \${{ inputs.${name} }}\n`).join("")}        run: |\n${INPUTS.map((name) => `          case "$${name.toUpperCase()}" in o1) A_${name}=a ;; o2) A_${name}=b ;; *) A_${name}=c ;; esac\n`).join("")}          ${HELM} --set x="${INPUTS.map((name) => `$A_${name}`).join("")}"\n`,
    ),
  group: `${ON}concurrency: deploy-${INPUTS.map((name) => `\${{ inputs.${name} }}`).join("-")}\n${job(`      - run: ${HELM}\n`)}`,
  legs: ON + job(`      - run: ${ONE}\n`),
  "leg groups": ON + job(`      - run: ${ONE}\n`, `    concurrency: web-${LEG}\n`),
  "leg groups and targets": ON + job(`      - run: ${HELM}\n`, `    concurrency: web-${LEG}\n`),
  "leg and input groups":
    ON +
    job(
      `      - run: ${ONE}\n`,
      `    concurrency: web-${LEG}-${INPUTS.map((name) => `\${{ inputs.${name} }}`).join("-")}\n`,
    ),
  environment: ON + job(`      - run: ${HELM}\n`, "    environment: ${{ inputs.in0 }}-${{ inputs.in1 }}\n"),
  target: ON + job(`      - run: ${HELM} --namespace ns-\${{ inputs.in0 }}-\${{ inputs.in1 }}\n`),
  names: ON + job(`      - run: ${HELM} --namespace ns-${INPUTS.map((name) => `\${{ inputs.${name} }}`).join("-")}\n`),
};

/** A hundred and a thousand workflows that write one target, or each its own. */
const writers = (count, release) =>
  Object.fromEntries(
    ids(count, "w").map((name) => [
      name,
      `on: { push: { branches: [main] } }\nconcurrency: ${name}-\${{ github.ref }}\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n      - run: helm upgrade --install ${release(name)} ./chart\n`,
    ]),
  );
const REPOSITORIES = {
  ...Object.fromEntries(Object.entries(WORKFLOWS).map(([name, text]) => [name, { deploy: text }])),
  "10 writers of one": writers(10, () => "web"),
  "100 writers of one": writers(100, () => "web"),
  "1000 writers of one": writers(1000, () => "web"),
  "100 writers of 100": writers(100, (name) => name),
  "1000 writers of 1000": writers(1000, (name) => name),
};

/** As it is installed: without the sources, so that no run looks whether the bundle is stale. */
function install() {
  spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
  for (const part of ["bin", "dist", "policies", "package.json"])
    cpSync(join(root, part), join(scratch, "signalbox", part), { recursive: true });
  return join(scratch, "signalbox", "bin", "signalbox.js");
}

const METER = "process.on('exit', () => process.stderr.write(`\\ncpu ${JSON.stringify(process.cpuUsage())}\\n`))";

function seconds(bin, cwd) {
  const args = [
    "--import",
    `data:text/javascript,${METER}`,
    bin,
    "audit",
    "--format",
    "json",
    "--no-cache",
    "--fixes",
    "none",
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: 300_000,
  });
  if (status !== 0 && status !== 1) throw new Error(`exit ${status}\n${stderr}`);
  const { user, system } = JSON.parse(/^cpu (.*)$/m.exec(stderr)[1]);
  const { targets, findings, limits } = JSON.parse(stdout);
  return {
    time: (user + system) / 1e6,
    told: `${targets.length} targets, ${findings.length} findings, ${limits.length} cuts`,
  };
}

const bin = install();
const wanted = process.argv.slice(2);
const times = new Map();
for (const [name, workflows] of Object.entries(REPOSITORIES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const repository = join(scratch, name);
  mkdirSync(join(repository, ".github/workflows"), { recursive: true });
  for (const [file, text] of Object.entries(workflows))
    writeFileSync(join(repository, `.github/workflows/${file}.yml`), text);
  const all = [seconds(bin, repository)];
  while (all.length < RUNS && all[0].time < PATIENCE) all.push(seconds(bin, repository));
  const [best] = all.sort((a, b) => a.time - b.time);
  times.set(name, best.time);
  console.log(`${name.padEnd(24)}${best.time.toFixed(2).padStart(7)} s of CPU   ${best.told}`);
}
for (const [few, many] of [
  ["100 writers of one", "1000 writers of one"],
  ["100 writers of 100", "1000 writers of 1000"],
]) {
  const [start, a, b] = ["10 writers of one", few, many].map((name) => times.get(name));
  if (start === undefined || a === undefined || b === undefined) continue;
  console.log(`${many}: n^${Math.log10((b - start) / (a - start)).toFixed(2)} from ${few}, less what ten writers take`);
}
rmSync(scratch, { recursive: true, force: true });
