// The floor: how long the yaml package alone needs for the workflows of a folder. Prints milliseconds.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseDocument } from "yaml";

const folder = join(process.argv[2], ".github", "workflows");
const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
const started = performance.now();
for (const text of texts) parseDocument(text);
console.log(performance.now() - started);
