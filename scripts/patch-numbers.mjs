// Goes over folders of small repositories, plans every fix in each, lets git check each diff, and counts:
// `node scripts/patch-numbers.mjs [--list] [--diffs] [DIR…]` (default: the fixtures). Fails where git refuses a diff or a
// second pass would change something.
import process from "node:process";
import { fileURLToPath } from "node:url";
import { loadSources } from "./sources.mjs";

const root = new URL("../", import.meta.url);
const args = process.argv.slice(2);
const folders = args.filter((arg) => !arg.startsWith("--"));
// The sources look for what ships with them where `assets.ts` stands.
const { tallyOf, repositoriesIn } = await loadSources(
  `export { tallyOf } from "./test/helpers/patch-tally.ts";
   export { repositoriesIn } from "./test/helpers/repositories.ts";`,
  {
    alias: { yaml: fileURLToPath(new URL("node_modules/yaml/browser/index.js", root)) },
    define: { "import.meta.url": JSON.stringify(new URL("src/io/assets.ts", root).href) },
  },
);
const sum = { findings: 0, safe: 0, unsafe: 0, left: 0 };
let problems = 0;
const repositories = (folders.length > 0 ? folders : ["fixtures/rules", "fixtures/repos"]).flatMap((folder) =>
  repositoriesIn(folder, folder),
);
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
