import { machineOf } from "../../catalogue/call.ts";
import { cutAt } from "../../catalogue/pieces.ts";
import { exportedIn } from "../../interpret/environment.ts";
import type { Tree } from "../../model/tree.ts";
import { evaluate, type HclScope } from "../../syntax/hcl/evaluate.ts";
import type { HclFile } from "../../syntax/hcl/tree.ts";
import { textValue, type HclValue } from "../../syntax/hcl/value.ts";
import { literalOf } from "../../values/text.ts";
import type { TfCall } from "./call.ts";
import { fileOnRunner, namesIn } from "./files.ts";
import { below, normalise } from "./paths.ts";

const NOTHING: HclScope = { place: "", lookup: () => null, call: () => null };

/**
 * Values of a root's variables in the order in which Terraform lets later ones win: `TF_VAR_…`, `terraform.tfvars`,
 * `*.auto.tfvars`, then `-var` and `-var-file` as they stand.
 * https://developer.hashicorp.com/terraform/language/values/variables#variable-definition-precedence
 */
export function givenVariables(tf: TfCall, folder: string, tree: Tree): ReadonlyMap<string, HclValue> {
  const values = new Map<string, HclValue>();
  for (const [name, value] of exportedIn(tf.call.env))
    if (name.startsWith("TF_VAR_")) values.set(name.slice(7), textValue(value));
  const machine = machineOf(tf.call);
  const names = namesIn(folder, machine, tree);
  const automatic = [
    ...names.filter((name) => /^terraform\.tfvars(?:\.json)?$/.test(name)),
    ...names.filter((name) => /\.auto\.tfvars(?:\.json)?$/.test(name)),
  ];
  for (const name of automatic) putFile(values, fileOnRunner(`${folder}/${name}`, machine, tree));
  for (const flag of tf.line.flags) {
    if (flag.value === null) continue;
    const pair = flag.name === "-var" ? cutAt(flag.value, "=") : null;
    const name = pair ? literalOf(pair[0]) : null;
    if (pair && name !== null) values.set(name.trim(), textValue(pair[1]));
    const path = flag.name === "-var-file" ? literalOf(below([folder], flag.value)) : null;
    if (path !== null) putFile(values, fileOnRunner(normalise(path), machine, tree));
  }
  return values;
}

function putFile(values: Map<string, HclValue>, file: { readonly hcl: HclFile } | "unknown" | null): void {
  if (file === null || file === "unknown") return;
  for (const attribute of file.hcl.body.attributes) values.set(attribute.name, evaluate(attribute.value, NOTHING));
}
