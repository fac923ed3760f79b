// How fast scripts are parsed and interpreted, by their length, in CPU time: `node bench/shell.mjs`. Nothing here fails.
import { build } from "esbuild";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import v8 from "node:v8";

const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(root, "node_modules", ".shell-bench-"));
const LINES = [25, 250, 2500, 10_000];
const BLOCK_LINES = 25;
const REPEATS = { 25: 200, 250: 15, 2500: 5, 10000: 3 };
const WARM_UP = 400;

/** What a deploy step does in 25 lines; `name` keeps blocks apart, so that nothing comes out of a cache. */
function block(name) {
  return `# Deploys ${name}
service_${name}="\${SERVICE:-${name}}"
case "$REF" in
  refs/heads/main) stage=production ;;
  refs/heads/*) stage=staging ;;
  *) stage=preview ;;
esac
tag="\${SHA:0:7}"
if [[ "$stage" == "production" ]]; then
  namespace="$service_${name}"
else
  namespace="$service_${name}-$stage"
fi
for region in eu-central-1 eu-west-1; do
  aws eks update-kubeconfig --name "cluster-$region" --region "$region"
  helm upgrade --install "$service_${name}" charts/${name} \\
    --namespace "$namespace" --set "image.tag=$tag" --wait
done
cat > ${name}.json <<JSON
{"service": "$service_${name}", "tag": "$tag"}
JSON
count=$(jq -r '.tag | length' ${name}.json)
echo "tag-${name}=$tag" >> "$GITHUB_OUTPUT"
version_${name}=$((count + 1))
echo "deployed $namespace as $version_${name}"
`;
}

function script(lines, run) {
  return Array.from({ length: lines / BLOCK_LINES }, (_, index) => block(`r${run}b${index}`)).join("");
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The parts that are measured, bundled: Node 20 does not read TypeScript. */
async function load() {
  const entry = join(scratch, "entry.ts");
  const from = (path) => `export * from ${JSON.stringify(join(root, "src", path))};\n`;
  const paths = ["interpret/shell/index.ts", "interpret/machine.ts", "syntax/shell/index.ts", "values/text.ts"];
  writeFileSync(entry, paths.map(from).join(""));
  const outfile = join(scratch, "shell.mjs");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const require = createRequire(import.meta.url);
  const bytes = (path) => readFileSync(require.resolve(path));
  const shell = await import(pathToFileURL(outfile));
  await shell.loadShell({
    runtime: bytes("web-tree-sitter/web-tree-sitter.wasm"),
    grammar: bytes("tree-sitter-bash/tree-sitter-bash.wasm"),
  });
  return shell;
}

/** `known`: the values of one run; else a ref that nobody knows, which the script tells apart in three worlds. */
function settingOf(shell, text, known) {
  const mention = (key) => shell.mention({ key, label: key, kind: "chosen" });
  const env = new Map(Object.entries(shell.COMMAND_FILES).map(([name, path]) => [name, [path]]));
  if (known) env.set("REF", ["refs/heads/main"]).set("SHA", ["0123456789abcdef0123456789abcdef01234567"]);
  else env.set("REF", mention("ref")).set("SHA", mention("sha"));
  return {
    source: shell.fileSource("step.sh", text),
    holes: [],
    machine: { cube: new Map(), files: new Map(), facts: new Map() },
    env,
    cwd: [shell.WORKSPACE],
    args: [],
    name: ["step.sh"],
    flags: { errexit: true, pipefail: false },
    via: [],
    onFailure: false,
  };
}

/** Milliseconds that this process has computed: what else runs on the machine does not count. */
function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds until a text is an AST, and from there until its commands are known. */
function take(shell, text, known = false) {
  const seen = { acts: 0, cuts: [] };
  const host = {
    tree: { paths: [], has: () => false, read: () => null, executable: () => false },
    environment: null,
    act: () => {
      seen.acts += 1;
      return {};
    },
    cut: (_, what) => seen.cuts.push(what),
  };
  const setting = settingOf(shell, text, known);
  const started = now();
  shell.parseShell(text, []);
  const parsed = now();
  shell.runShell(setting, host);
  return { parse: parsed - started, run: now() - parsed, ...seen };
}

/** A loop of so many turns over what a cloud answers, between two commands that name the state. */
function waiting(turns, name) {
  return `terraform init -backend-config=key=${name}
for attempt in $(seq 1 ${turns}); do
  state=$(aws ec2 describe-instances --query State --output text)
  if [ "$state" = running ]; then break; elif [ "$state" = gone ]; then exit 1; fi
  for zone in $(aws ec2 describe-availability-zones); do
    [ "$zone" = a ] && ready=$zone || other=$zone
  done
  sleep 10
done
terraform apply -auto-approve
`;
}

/** One table: scripts of each length, and how their times grow. */
function measure(shell, known) {
  const ms = (value) => `${value.toFixed(2)} ms`;
  console.log(known ? "The values of one run are known:\n" : "\nA ref that nobody knows, three worlds each:\n");
  console.log(row(["lines", "parse", "interpret", "both", "both per 25 lines", "commands"]));
  const totals = LINES.map((lines) => {
    const taken = Array.from({ length: REPEATS[lines] }, (_, run) =>
      take(shell, script(lines, `s${lines}n${run}${known ? "k" : "u"}`), known),
    );
    const parse = median(taken.map((one) => one.parse));
    const run = median(taken.map((one) => one.run));
    const each = ms((parse + run) / (lines / BLOCK_LINES));
    console.log(row([lines, ms(parse), ms(run), ms(parse + run), each, taken[0].acts]));
    for (const cut of new Set(taken.flatMap(({ cuts }) => cuts))) console.log(`  cut: ${cut}`);
    return { lines, total: parse + run };
  });
  const [few, many] = [totals[1], totals.at(-1)];
  const exponent = Math.log(many.total / few.total) / Math.log(many.lines / few.lines);
  console.log(`\nGrowth from ${few.lines} to ${many.lines} lines: n^${exponent.toFixed(2)}.`);
}

function measureLoops(shell) {
  const times = [2, 30].map((turns) =>
    median(Array.from({ length: 50 }, (_, run) => take(shell, waiting(turns, `t${turns}n${run}`)).run)).toFixed(2),
  );
  console.log(`\nA loop over what a cloud answers: ${times[0]} ms for two turns, ${times[1]} ms for thirty.`);
}

function row(cells) {
  return cells.map((cell, index) => String(cell).padStart([7, 11, 13, 11, 19, 9][index])).join("  ");
}

try {
  v8.setFlagsFromString("--liftoff-only");
  const shell = await load();
  const cold = take(shell, script(BLOCK_LINES, "cold"));
  for (let index = 0; index < WARM_UP; index += 1) take(shell, script(BLOCK_LINES, `warm${index}`));
  const ms = (value) => `${value.toFixed(2)} ms`;
  console.log(`Node ${process.version}. The first script of a process: ${ms(cold.parse + cold.run)}.`);
  console.log(`Medians of scripts that were never seen before, after ${WARM_UP} others.\n`);
  measure(shell, true);
  measure(shell, false);
  measureLoops(shell);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
