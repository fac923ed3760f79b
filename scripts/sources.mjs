// The program's own sources as a module that plain Node can load, for scripts that run parts of it.
import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = new URL("../", import.meta.url);
// Below node_modules, so that the packages that stay outside of the bundle are found.
const place = new URL("node_modules/.cache/signalbox-sources/", root);

/** CommonJS packages inside an ES module still ask with `require`; written so that no `define` of import.meta.url hits it. */
const BANNER = 'import { createRequire as __make } from "node:module"; const require = __make(import.meta["url"]);';

/** What `contents`, TypeScript that stands in the root folder, exports. `more` are options of esbuild's beside the usual. */
export async function loadSources(contents, more = {}) {
  mkdirSync(place, { recursive: true });
  const outfile = new URL(`sources-${process.pid}.mjs`, place);
  try {
    await build({
      stdin: { contents, resolveDir: fileURLToPath(root), loader: "ts" },
      bundle: true,
      outfile: fileURLToPath(outfile),
      platform: "node",
      format: "esm",
      target: "node20",
      logLevel: "error",
      banner: { js: BANNER },
      ...more,
    });
    return await import(outfile.href);
  } finally {
    rmSync(outfile, { force: true });
  }
}
