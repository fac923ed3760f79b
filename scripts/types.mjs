// Writes the types of the library into one file: `node scripts/types.mjs [FILE]`, dist/index.d.ts where nothing is said.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = createRequire(import.meta.url).resolve("dts-bundle-generator/package.json");
const generator = join(dirname(manifest), "dist", "bin", "dts-bundle-generator.js");
const target = process.argv[2] ?? join(root, "dist", "index.d.ts");
// `npm run typecheck` has checked the same files.
execFileSync(
  process.execPath,
  [generator, "--silent", "--no-check", "--no-banner", "--project", "tsconfig.json", "-o", target, "src/index.ts"],
  {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  },
);
