// The checker of the model as one plain module, from the sources as they are or with one of them changed.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/**
 * Bundles `test/model/worker.ts` into `outfile`. `mutation`: `{ file, from, to }` replaces the one place in that source
 * where `from` stands; throws where it stands nowhere or twice.
 */
export async function bundleChecker(root, outfile, mutation) {
  const changed = { done: mutation === undefined };
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, "test/model/worker.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    banner: { js: 'import { createRequire as __r } from "node:module"; const require = __r(import.meta.url);' },
    plugins: [
      { name: "sources", setup: (on) => on.onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => load(path)) },
    ],
  });
  if (!changed.done) throw new Error(`${mutation.file} is not part of the checker.`);

  function load(path) {
    if (path.includes("node_modules")) return undefined;
    const text = readFileSync(path, "utf8");
    // Assets are looked for beside the source, wherever the bundle lies.
    const here = text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
    return { contents: mutate(here, relative(root, path)), loader: "ts" };
  }

  function mutate(text, name) {
    if (name !== mutation?.file) return text;
    const pieces = text.split(mutation.from);
    if (pieces.length !== 2) throw new Error(`${name}: ${pieces.length - 1} places with ${mutation.from}, wanted 1.`);
    changed.done = true;
    return pieces.join(mutation.to);
  }
}
