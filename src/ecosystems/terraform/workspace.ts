import { envOf, machineOf } from "../../catalogue/call.ts";
import { trimText } from "../../catalogue/pieces.ts";
import { settle, type Cube } from "../../values/cube.ts";
import { concat, literalOf, type Text } from "../../values/text.ts";
import type { TfCall } from "./call.ts";
import { recall, remember } from "./memory.ts";
import { normalise } from "./paths.ts";

/** What `workspace select` and `workspace new` leave behind; null for every other command. */
export function workspaceFact(tf: TfCall): readonly [string, Text] | null {
  const [verb, name] = tf.args;
  const known = literalOf(verb ?? []);
  if ((tf.subcommand !== "workspace" && tf.subcommand !== "env") || !name || (known !== "select" && known !== "new"))
    return null;
  return remember("terraform-workspace", tf.dataDir, [[settle(name, tf.call.cube)]], tf.call.cube);
}

/**
 * The workspace that a command works in; null for the default one. `TF_WORKSPACE` wins over what was selected.
 * https://developer.hashicorp.com/terraform/cli/workspaces
 */
export function workspaceOf(tf: TfCall, cube: Cube): Text | null {
  const [verb, name] = tf.args;
  if (tf.subcommand === "workspace" && literalOf(verb ?? []) === "delete" && name) return named(settle(name, cube));
  const forced = envOf(tf.call, "TF_WORKSPACE");
  if (forced) return named(settle(forced, cube));
  const written = writtenSelection(tf);
  if (written) return named(settle(written, cube));
  const selected = recall("terraform-workspace", tf.dataDir, machineOf(tf.call), cube)?.[0]?.[0];
  return selected ? named(settle(selected, cube)) : null;
}

/** `.terraform/environment` holds the selected name, and some scripts write it themselves. */
function writtenSelection(tf: TfCall): Text | null {
  const path = literalOf(concat(tf.dataDir, ["/environment"]));
  const file = path === null ? undefined : machineOf(tf.call).files.get(normalise(path));
  return file?.text ? trimText(file.text) : null;
}

function named(workspace: Text): Text | null {
  const known = literalOf(workspace);
  return known === "default" || known === "" ? null : workspace;
}
