import { envOf, machineOf, type Call } from "../../catalogue/call.ts";
import { readWords, type Grammar } from "../../catalogue/command-line.ts";
import { readFile } from "../../catalogue/repo-file.ts";
import type { Resolution, Role } from "../../catalogue/resolution.ts";
import type { Tree } from "../../model/tree.ts";
import { concat, literal, literalOf } from "../../values/text.ts";
import { given } from "./stack.ts";

/** https://sst.dev/docs/reference/cli/ */
const GRAMMAR: Grammar = {
  valueFlags: new Set(["--stage", "--target", "--exclude", "--region", "--profile", "--config"]),
  booleanFlags: new Set(),
  othersTakeValues: false,
  singleDash: false,
  helpFlags: new Set(["--help"]),
};

const VERBS = new Set(["deploy", "remove", "refresh", "unlock"]);

/** An SST app in a stage. The app's name stands in its configuration, which is code and is not run. */
export function resolveSst(call: Call, role: Role, tree: Tree): readonly Resolution[] {
  const line = readWords(call.words, GRAMMAR);
  if (!VERBS.has(literalOf(line.positionals[0] ?? []) ?? "")) return [];
  const file = ["sst.config.ts", "sst.config.js", "sst.json"]
    .map((name) => readFile(machineOf(call), tree, call.cwd, name))
    .find((one) => one !== null);
  const name = file ? /["']?\bname["']?\s*:\s*["']([\w-]+)["']/.exec(file.text)?.[1] : undefined;
  const stage = given(line, "--stage") ?? envOf(call, "SST_STAGE");
  if (name === undefined)
    return [{ cube: call.cube, role, id: null, why: "no sst.config in this folder names its app" }];
  return [{ cube: call.cube, role, id: concat(literal(`${name}/`), stage ?? literal("-")) }];
}
