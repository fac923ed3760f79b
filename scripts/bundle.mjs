// What goes into dist/: one file for each entry, shared chunks, the WebAssembly files, the licences of what is bundled.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";

const ENTRIES = { cli: "src/cli.ts", index: "src/index.ts", watchdog: "src/locks/watchdog/main.ts" };

/** Native or optional: found in node_modules when they are used, and only then. */
const EXTERNAL = ["better-sqlite3", "pg", "pg-native", "ioredis", "@opentelemetry/*"];

const WASM = [
  "web-tree-sitter/web-tree-sitter.wasm",
  "tree-sitter-bash/tree-sitter-bash.wasm",
  "@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm",
];

const LICENCES = "THIRD-PARTY-LICENCES.txt";
const CATALOGUE = "catalogue.json";

/** CommonJS packages inside an ES module still ask for Node's own modules with `require`. */
const BANNER = `import { createRequire as __createRequire } from "node:module";
const require = __createRequire(import.meta.url);`;

/** A program that runs from an older build may still load its chunks for this long. */
const KEEP_OLD_MS = 60 * 60 * 1000;

/** Nothing ever sees half a file: it is written beside its place and renamed. */
function replaceFile(path, contents) {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

async function bundleCode(root, dist) {
  const entryPoints = Object.fromEntries(Object.entries(ENTRIES).filter(([, file]) => existsSync(join(root, file))));
  return build({
    ...options(root),
    entryPoints,
    outdir: dist,
    splitting: true,
    chunkNames: "[name]-[hash]",
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    banner: { js: BANNER },
    external: EXTERNAL,
    metafile: true,
  });
}

/** What every bundle of the source is made with. */
function options(root) {
  return {
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    // The package's own ES modules: smaller after tree-shaking, and without a dynamic require.
    alias: { yaml: join(root, "node_modules/yaml/browser/index.js") },
    write: false,
    logLevel: "silent",
  };
}

/** The catalogue as one JSON file: parsing some eighty YAML files would take longer than a small audit. */
async function catalogue(root) {
  const { outputFiles } = await build({ ...options(root), entryPoints: ["src/catalogue/kind-document.ts"] });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  const { readKindFile } = await import(`data:text/javascript;base64,${code}`);
  const folder = join(root, "policies", "targets");
  const names = readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort();
  return JSON.stringify(
    names.map((name) => {
      const path = `policies/targets/${name}`;
      const { value, problems } = readKindFile({ path, text: readFileSync(join(root, path), "utf8") });
      if (problems.length > 0) throw new Error(`${path}: ${problems[0].message}`);
      return { path, value };
    }),
  );
}

/** Licence texts of every package that has code in the bundle, as their licences ask. */
function licences(root, inputs) {
  const folders = new Map(
    inputs
      .map((path) => /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(path))
      .filter(Boolean)
      .map(([, folder, name]) => [folder, name]),
  );
  for (const file of WASM) {
    const name = file
      .split("/")
      .slice(0, file.startsWith("@") ? 2 : 1)
      .join("/");
    folders.set(`node_modules/${name}`, name);
  }
  const texts = [...folders].map(([folder, name]) => licence(join(root, folder), name));
  return [...new Set(texts)].sort().join("\n");
}

function licence(folder, name) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? `Licence: ${manifest.license}` : readFileSync(join(folder, file), "utf8").trim();
  return `${"=".repeat(80)}\n${name} ${manifest.version}\n${"=".repeat(80)}\n${text}\n`;
}

function removeOld(dist, kept) {
  for (const name of readdirSync(dist)) {
    const path = join(dist, name);
    if (kept.has(name) || name.startsWith(".")) continue;
    if (Date.now() - statSync(path).mtimeMs > KEEP_OLD_MS) rmSync(path, { recursive: true });
  }
}

/** Bundles `root` into `dist`. */
export async function bundle({ root, dist }) {
  const result = await bundleCode(root, dist);
  mkdirSync(dist, { recursive: true });
  const require = createRequire(join(root, "package.json"));
  for (const file of WASM) copyFileSync(require.resolve(file), join(dist, basename(file)));
  replaceFile(join(dist, LICENCES), licences(root, Object.keys(result.metafile.inputs)));
  replaceFile(join(dist, CATALOGUE), await catalogue(root));
  // Chunks first: an entry must never name a chunk that is not there yet.
  const files = [...result.outputFiles].sort((a, b) => Number(isEntry(a.path)) - Number(isEntry(b.path)));
  for (const { path, contents } of files) {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, contents);
  }
  removeOld(
    dist,
    new Set([LICENCES, CATALOGUE, ...[...files.map(({ path }) => path), ...WASM].map((file) => basename(file))]),
  );
}

function isEntry(path) {
  return Object.keys(ENTRIES).includes(basename(path, ".js"));
}
