import type { Machine, RunnerFile } from "../../interpret/machine.ts";
import { evaluate } from "../../syntax/hcl/evaluate.ts";
import { asText, knownString } from "../../syntax/hcl/value.ts";
import type { TfCall } from "../terraform/call.ts";
import { readTfCalls, asTerraform } from "../terraform/call.ts";
import { initFact } from "../terraform/init.ts";
import { attributeOf } from "../terraform/module.ts";
import { allBlocks, type Config } from "./config.ts";
import { absolute } from "./reader.ts";
import { flagsFor } from "./terraform-call.ts";

/**
 * The machine as Terragrunt leaves it before it runs Terraform in a folder: files that `generate` blocks write, and
 * the settings that `extra_arguments` give to `init`.
 * https://terragrunt.gruntwork.io/docs/reference/hcl/blocks/#generate
 */
export function prepared(machine: Machine, folder: string, unit: Config, tf: TfCall): Machine {
  const files = new Map<string, RunnerFile>(machine.files);
  for (const { block, scope } of allBlocks(unit, "generate")) {
    const [path, contents] = [attributeOf(block.body, "path"), attributeOf(block.body, "contents")];
    const name = path ? knownString(evaluate(path.value, scope)) : null;
    const text = contents ? asText(evaluate(contents.value, scope)) : null;
    if (name !== null && text) files.set(absolute(name, folder), { text });
  }
  const written: Machine = { ...machine, files };
  const call = { ...tf.call, act: { ...tf.call.act, machine: written } };
  const [init] = readTfCalls(asTerraform(call, tf.tool, tf.folder, ["init", ...flagsFor(unit, "init")]));
  const fact = init ? initFact(init) : null;
  return fact ? { ...written, facts: new Map([...written.facts, fact]) } : written;
}
