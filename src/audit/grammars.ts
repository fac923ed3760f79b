import { readWasm } from "../io/assets.ts";
import type { Tree } from "../model/tree.ts";
import { isHclLoaded, loadHcl } from "../syntax/hcl/parser.ts";
import { isBashLoaded, loadBash } from "../syntax/shell/index.ts";

const HCL = /\.(tf|tofu|hcl|tfvars|tfbackend|tf\.json|tofu\.json)$/u;
/** Files that may write HCL while they run. */
const RUNS =
  /^\.github\/workflows\/|(^|\/)action\.ya?ml$|\.(ba)?sh$|(^|\/)(GNUm|m|M)akefile$|\.mk$|(^|\/)[Jj]ustfile$|(^|\/)Taskfile\.ya?ml$/u;
const TOOLS = /\b(terraform|tofu|terragrunt|bake)\b/u;

/** Loads the grammars that this tree needs; HCL only where something is written in it, since every wasm costs start-up time. */
export async function loadGrammars(tree: Tree): Promise<void> {
  if (!isBashLoaded()) await loadBash({ runtime: readWasm("runtime"), grammar: readWasm("bash") });
  if (!isHclLoaded() && hasHcl(tree)) await loadHcl({ runtime: readWasm("runtime"), grammar: readWasm("hcl") });
}

/** A file in it, or a step or script that runs a tool which reads it: such a step may write its root itself. */
function hasHcl(tree: Tree): boolean {
  return tree.paths.some((path) => HCL.test(path)) || tree.paths.some((path) => RUNS.test(path) && names(tree, path));
}

function names(tree: Tree, path: string): boolean {
  const read = tree.read(path);
  return read?.ok === true && TOOLS.test(read.file.text);
}
