// Writes docs/targets.md from the catalogue. `--check` changes nothing and fails when the page is stale.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadSources } from "./sources.mjs";

const root = new URL("../", import.meta.url);
const page = new URL("docs/targets.md", root);
const folder = new URL("policies/targets/", root);
const nothing = { paths: [], has: () => false, read: () => null, executable: () => false };

const { targetsPage, loadCatalogue } = await loadSources(
  'export * from "./src/tools/targets-page.ts"; export { loadCatalogue } from "./src/catalogue/index.ts";',
);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".yml"))
  .sort()
  .map((name) => ({ path: `policies/targets/${name}`, text: readFileSync(new URL(name, folder), "utf8") }));
const text = targetsPage(loadCatalogue(files, nothing).catalogue);

if (!process.argv.includes("--check")) writeFileSync(page, text);
else if (!existsSync(page) || readFileSync(page, "utf8") !== text) {
  console.error("docs/targets.md: stale. Run node scripts/docs-targets.mjs.");
  process.exitCode = 1;
}
