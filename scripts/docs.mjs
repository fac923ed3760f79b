// Writes the generated pages and parts of pages: `npm run docs`. A test fails when one of them is stale.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { loadSources } from "./sources.mjs";

const root = new URL("../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

/** What the real program prints for the small repository that the README shows. */
function output(args) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, SIGNALBOX_TODAY: "2026-11-29" };
  const bin = fileURLToPath(new URL("bin/signalbox.js", root));
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, ...args, "fixtures/repos/shop"], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return stdout;
}

const { docsPages, buildProgram, loadRules } = await loadSources(
  `export { docsPages } from "./src/tools/docs/index.ts";
   export { buildProgram } from "./src/program.ts";
   export { loadRules } from "./src/rules/index.ts";`,
  { packages: "external" },
);
const pages = docsPages(
  {
    rules: (await loadRules()).map(({ meta }) => meta),
    program: buildProgram("0.0.0"),
    configSchema: JSON.parse(read("policies/schema/config.schema.json")),
    sample: output(["audit"]),
    patch: output(["patch"]),
  },
  read,
);
for (const [path, text] of Object.entries(pages)) writeFileSync(new URL(path, root), text);
