// How long GitHub's own parser needs to parse and validate the workflows of a folder. Prints milliseconds.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { loadSources } from "../scripts/sources.mjs";

const CODE = `export { parseWorkflow } from "@actions/workflow-parser/workflows/workflow-parser";
export { convertWorkflowTemplate } from "@actions/workflow-parser";`;

// The package imports JSON as bundlers take it and Node does not.
const { parseWorkflow, convertWorkflowTemplate } = await loadSources(CODE);
const folder = join(process.argv[2], ".github", "workflows");
const files = readdirSync(folder).map((name) => ({ name, content: readFileSync(join(folder, name), "utf8") }));
const trace = { info() {}, verbose() {}, error() {} };
const started = performance.now();
for (const file of files) {
  const { context, value } = parseWorkflow(file, trace);
  if (value) await convertWorkflowTemplate(context, value);
}
console.log(performance.now() - started);
