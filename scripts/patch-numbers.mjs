// Goes over folders of small repositories, plans every fix in each, lets git check each diff, and counts:
// `node scripts/patch-numbers.mjs [--list] [--diffs] [DIR…]` (default: the fixtures). Fails where git refuses a diff or a
// second pass would change something.
import { mkdirSync, rmSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = new URL("../", import.meta.url);
const place = new URL("node_modules/.cache/signalbox-numbers/", root);

/** The sources as a module that plain Node can load. They look for what ships with them where `assets.ts` stands. */
async function sources() {
  mkdirSync(place, { recursive: true });
  const outfile = new URL(`sources-${process.pid}.mjs`, place);
  const contents = `
    export { tallyOf } from "./test/helpers/patch-tally.ts";
    export { repositoriesIn } from "./test/helpers/repositories.ts";`;
  try {
    await build({
      stdin: { contents, resolveDir: fileURLToPath(root), loader: "ts" },
      bundle: true,
      alias: { yaml: fileURLToPath(new URL("node_modules/yaml/browser/index.js", root)) },
      outfile: fileURLToPath(outfile),
      platform: "node",
      format: "esm",
      target: "node20",
      define: { "import.meta.url": JSON.stringify(new URL("src/io/assets.ts", root).href) },
      banner: { js: 'import { createRequire as __make } from "node:module"; const require = __make(import.meta["url"]);' },
      logLevel: "error",
    });
    return await import(outfile.href);
  } finally {
    rmSync(outfile, { force: true });
  }
}

const args = process.argv.slice(2);
const folders = args.filter((arg) => !arg.startsWith("--"));
const { tallyOf, repositoriesIn } = await sources();
const sum = { findings: 0, safe: 0, unsafe: 0, left: 0 };
let problems = 0;
const repositories = (folders.length > 0 ? folders : ["fixtures/rules", "fixtures/repos"]).flatMap((folder) => repositoriesIn(folder, folder));
for (const repository of repositories) {
  const tally = await tallyOf(repository);
  for (const key of Object.keys(sum)) sum[key] += tally[key];
  problems += tally.problems.length;
  for (const problem of tally.problems) console.log(`${repository.name}: ${problem}`);
  if (args.includes("--list") && tally.findings + tally.fixes.length > 0) {
    console.log(`${repository.name}: ${tally.findings} findings`);
    for (const fix of tally.fixes) console.log(`  + ${fix}`);
    for (const rest of tally.rest) console.log(`  - ${rest}`);
  }
  if (args.includes("--diffs") && tally.diff !== "") console.log(`##### ${repository.name}\n${tally.diff}`);
}
console.log(`| ${[`${repositories.length} …`, ...Object.values(sum)].join(" | ")} |`);
console.log(`${sum.findings} findings: ${sum.safe} fixed safely, ${sum.unsafe} unsafely, ${sum.left} left to people`);
process.exitCode = problems === 0 ? 0 : 1;
