import { WORKSPACE, type ActionUse } from "../interpret/machine.ts";
import { concat, literal, type Text } from "../values/text.ts";
import { callOf, programName, type Call } from "./call.ts";
import type { Catalogue } from "./catalogue.ts";
import { splitScript } from "./shell-words.ts";
import { pathInRepository } from "./filters.ts";
import { unwrap } from "./unwrap.ts";
import { programOfImage } from "../interpret/shell/wrappers/images.ts";
import { hostOf, remoteCalls } from "./elsewhere.ts";

/**
 * The commands that an action starts by what its inputs say: `helmfile/helmfile-action` with `helmfile-args`, a script
 * that an ssh action runs on a host, a container image with arguments. `[]` for every other action.
 */
export function callForAction(catalogue: Catalogue, act: ActionUse): readonly Call[] {
  const call = callOf(act);
  if (act.action.startsWith("docker://")) return imageCall(call, act.action);
  const command = catalogue.actionCommands.get(act.action);
  if (!command) return [];
  if (command.host !== undefined) return remoteCommands(call, command.host, command.run);
  const script = filled(command.run, call);
  if (script === null) return [];
  const folder = command.directory === undefined ? undefined : call.inputs.get(command.directory);
  const cwd = folder && folder.length > 0 ? concat(literal(`${WORKSPACE}/`), pathInRepository(folder, call)) : call.cwd;
  return splitScript(script).flatMap(({ words, afterFailure }): readonly Call[] => {
    const [first, ...rest] = words;
    if (!first) return [];
    return unwrap({
      ...call,
      action: null,
      program: programName(first),
      words: rest,
      cwd,
      onFailure: call.onFailure || afterFailure,
    });
  });
}

function imageCall(call: Call, action: string): readonly Call[] {
  const program = programOfImage(literal(action.replace("docker://", "")));
  const args = call.inputs.get("args");
  if (program === null || !args) return [];
  const words = splitScript(args)[0]?.words ?? [];
  return [{ ...call, action: null, program, words }];
}

function remoteCommands(call: Call, hostInput: string, scriptTemplate: string): readonly Call[] {
  const host = call.inputs.get(hostInput);
  const script = filled(scriptTemplate, call);
  if (!host || script === null) return [];
  const remote = { ...call, action: null, program: null };
  return remoteCalls(remote, { kind: "ssh", name: hostOf(host) }, script).flatMap((inner) => unwrap(inner));
}

/** `{input}` filled in; null where the first input that is asked for is not given. */
function filled(template: string, call: Call): Text | null {
  const pieces = template.match(/\{[\w-]+\??\}|[^{]+/g) ?? [];
  const out: Text[] = [];
  for (const piece of pieces) {
    const asked = /^\{([\w-]+)(\??)\}$/.exec(piece);
    if (!asked) {
      out.push(literal(piece));
      continue;
    }
    const value = call.inputs.get((asked[1] as string).toLowerCase());
    if ((!value || value.length === 0) && asked[2] === "") return null;
    out.push(value ?? []);
  }
  return concat(...out);
}
