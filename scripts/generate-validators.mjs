// Turns the JSON Schemas that ship into functions, so that no run of the program has to compile them.
// `--check` changes nothing and fails when a file is stale.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import Ajv from "ajv";
import standalone from "ajv/dist/standalone/index.js";

const VALIDATORS = [
  { schema: "config", file: "validate-config", name: "validateConfig" },
  { schema: "kind", file: "validate-kind", name: "validateKind", verbose: true },
  { schema: "lock", file: "validate-lock", name: "validateLock" },
];
const TYPES = `import type { ErrorObject } from "ajv";

export declare const NAME: { (data: unknown): boolean; errors?: ErrorObject[] | null };
`;

function generate({ schema, name, verbose = false }) {
  const ajv = new Ajv.default({
    allErrors: true,
    verbose,
    strictRequired: false,
    strictTypes: false,
    keywords: ["x-use"],
    code: { source: true, esm: true, lines: true },
  });
  const source = JSON.parse(readFileSync(new URL(`../policies/schema/${schema}.schema.json`, import.meta.url), "utf8"));
  ajv.addSchema(source, schema);
  const code = standalone.default(ajv, { [name]: schema });
  return `// Generated from policies/schema/${schema}.schema.json by scripts/generate-validators.mjs.\n${code}`;
}

const stale = [];
for (const validator of VALIDATORS) {
  for (const [extension, text] of [
    ["js", generate(validator)],
    ["d.ts", TYPES.replace("NAME", validator.name)],
  ]) {
    const file = new URL(`../src/generated/${validator.file}.${extension}`, import.meta.url);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    stale.push(`src/generated/${validator.file}.${extension}`);
    if (!process.argv.includes("--check")) writeFileSync(file, text);
  }
}
if (process.argv.includes("--check") && stale.length > 0) {
  console.error(`${stale.join(", ")}: stale. Run node scripts/generate-validators.mjs.`);
  process.exitCode = 1;
}
