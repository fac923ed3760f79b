// Writes docs/targets.md from the catalogue. `--check` changes nothing and fails when the page is stale.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = new URL("../", import.meta.url);
const page = new URL("docs/targets.md", root);
const folder = new URL("policies/targets/", root);
const nothing = { paths: [], has: () => false, read: () => null, executable: () => false };

/** The program's own sources as a module that plain Node can load. */
async function sources() {
  const place = mkdtempSync(join(tmpdir(), "signalbox-docs-"));
  const outfile = join(place, "sources.mjs");
  try {
    await build({
      stdin: {
        contents:
          'export * from "./src/tools/targets-page.ts"; export { loadCatalogue } from "./src/catalogue/index.ts";',
        resolveDir: fileURLToPath(root),
        loader: "ts",
      },
      bundle: true,
      outfile,
      platform: "node",
      format: "esm",
      target: "node20",
      logLevel: "error",
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const { targetsPage, loadCatalogue } = await sources();
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
