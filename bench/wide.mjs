// What width costs: workflows with 12 inputs of 5 options each and a matrix of 256 legs, in seconds of CPU of a whole
// process (start included, fixes not proven), since the time on the clock says more about the machine. `node bench/wide.mjs [NAME…]`
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "signalbox-wide-"));
const RUNS = 3;

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
  target: ON + job(`      - run: ${HELM} --namespace ns-\${{ inputs.in0 }}-\${{ inputs.in1 }}\n`),
  names: ON + job(`      - run: ${HELM} --namespace ns-${INPUTS.map((name) => `\${{ inputs.${name} }}`).join("-")}\n`),
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
for (const [name, text] of Object.entries(WORKFLOWS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const repository = join(scratch, name);
  mkdirSync(join(repository, ".github/workflows"), { recursive: true });
  writeFileSync(join(repository, ".github/workflows/deploy.yml"), text);
  const all = Array.from({ length: RUNS }, () => seconds(bin, repository)).sort((a, b) => a.time - b.time);
  console.log(`${name.padEnd(12)}${all[0].time.toFixed(2).padStart(7)} s of CPU   ${all[0].told}`);
}
rmSync(scratch, { recursive: true, force: true });
