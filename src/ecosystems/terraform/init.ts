import { machineOf } from "../../catalogue/call.ts";
import { flagValues } from "../../catalogue/command-line.ts";
import { cutAt } from "../../catalogue/pieces.ts";
import { settle } from "../../values/cube.ts";
import { literalOf, type Text } from "../../values/text.ts";
import { switchOf, type TfCall } from "./call.ts";
import { pieceRecord, recall, remember, type InitPiece } from "./memory.ts";
import { below, normalise } from "./paths.ts";

/**
 * What `terraform init` leaves behind: the backend settings it was given, files among them as they are now. Null where
 * it leaves what was there (`-backend=false`; no settings given and none changed).
 * https://developer.hashicorp.com/terraform/language/backend#partial-configuration
 */
export function initFact(tf: TfCall): readonly [string, Text] | null {
  if (switchOf(tf, "-backend") === false) return null;
  const machine = machineOf(tf.call);
  const { cube } = tf.call;
  const pieces = flagValues(tf.line, ["-backend-config"]).map((value) => initPiece(tf, value));
  // Without new settings terraform goes on with those it saved, unless it is told to start again.
  const keeps = pieces.length === 0 && switchOf(tf, "-reconfigure") !== true;
  if (keeps && recall("terraform-init", tf.dataDir, machine, cube)) return null;
  return remember("terraform-init", tf.dataDir, pieces.map(pieceRecord), cube);
}

/** A value with `=` in it is a setting, anything else a file, as terraform itself decides. */
function initPiece(tf: TfCall, given: Text): InitPiece {
  const value = settle(given, tf.call.cube);
  const pair = cutAt(value, "=");
  const name = pair ? literalOf(pair[0]) : null;
  if (pair && name !== null) return { kind: "setting", name: name.trim(), value: withoutQuotes(pair[1]) };
  const [first] = value;
  if (typeof first !== "string" && value.length === 1) return { kind: "opaque", text: value };
  const path = below(tf.folder, value);
  const known = literalOf(path);
  const written = known === null ? undefined : machineOf(tf.call).files.get(normalise(known));
  if (written?.text) return { kind: "content", path, text: written.text };
  return { kind: "file", path };
}

/** `-backend-config='bucket="acme"'` means the same as without the inner quotes. */
function withoutQuotes(value: Text): Text {
  const known = literalOf(value);
  return known === null ? value : known.replace(/^"(.*)"$/s, "$1") === "" ? [] : [known.replace(/^"(.*)"$/s, "$1")];
}
