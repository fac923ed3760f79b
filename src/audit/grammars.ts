import { readWasm } from "../io/assets.ts";
import type { Tree } from "../model/tree.ts";
import { isHclLoaded, loadHcl } from "../syntax/hcl/parser.ts";
import { isBashLoaded, loadBash } from "../syntax/shell/index.ts";

/** Loads the grammars that this tree needs; HCL only where there is Terraform, since every wasm costs start-up time. */
export async function loadGrammars(tree: Tree): Promise<void> {
  if (!isBashLoaded()) await loadBash({ runtime: readWasm("runtime"), grammar: readWasm("bash") });
  const hcl = tree.paths.some((path) => /\.(tf|tofu|hcl|tfvars|tfbackend|tf\.json|tofu\.json)$/u.test(path));
  if (hcl && !isHclLoaded()) await loadHcl({ runtime: readWasm("runtime"), grammar: readWasm("hcl") });
}
