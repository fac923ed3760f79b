import { evaluate } from "../../syntax/hcl/evaluate.ts";
import { asText, knownString, type HclValue } from "../../syntax/hcl/value.ts";
import type { Text } from "../../values/text.ts";
import { asTerraform, readTfCalls, type TfCall } from "../terraform/call.ts";
import { attributeOf, type Requirement } from "../terraform/module.ts";
import type { Tool } from "../terraform/versions.ts";
import type { TgCall } from "./call.ts";
import { allBlocks, type Config } from "./config.ts";

/** The Terraform command that a Terragrunt command comes to in one folder. */
export function terraformCall(tg: TgCall, folder: Text, flags: readonly Text[], unit: Config | null): TfCall {
  const tool: Tool = unit && wantsTofu(unit) ? "tofu" : "terraform";
  const call = asTerraform(tg.call, tool, folder, [tg.subcommand, ...flags, ...tg.words]);
  const [tf] = readTfCalls(call);
  const line = { positionals: [], flags: [], rest: [], open: false };
  return tf ?? { call, tool, subcommand: tg.subcommand, args: [], folder, dataDir: folder, line };
}

/**
 * Flags that a unit's `extra_arguments` add to a command; locks are often made to wait there.
 * https://terragrunt.gruntwork.io/docs/features/extra-arguments/
 */
export function flagsFor(unit: Config, subcommand: string): readonly Text[] {
  return allBlocks(unit, "terraform").flatMap(({ block, scope }) =>
    block.body.blocks
      .filter((one) => one.type === "extra_arguments")
      .flatMap((extra): readonly Text[] => {
        const value = (name: string): HclValue | null => {
          const attribute = attributeOf(extra.body, name);
          return attribute ? evaluate(attribute.value, scope) : null;
        };
        return strings(value("commands")).includes(subcommand) ? texts(value("arguments")) : [];
      }),
  );
}

function texts(value: HclValue | null): readonly Text[] {
  return value?.kind === "list"
    ? value.items.flatMap((item) => (item.kind === "list" ? texts(item) : [asText(item) ?? []]))
    : [];
}

function strings(value: HclValue | null): readonly string[] {
  if (value?.kind !== "list") return [];
  return value.items.flatMap((item) => (item.kind === "list" ? strings(item) : [knownString(item) ?? ""]));
}

/** `terraform_version_constraint` of the unit or of a file that it includes. */
export function requiredVersions(unit: Config): readonly Requirement[] {
  const own = attributeOf(unit.hcl.body, "terraform_version_constraint");
  const text = own ? knownString(evaluate(own.value, unit.scope)) : null;
  if (own && text !== null) return [{ text, span: own.span }];
  return [...unit.includes.values()].flatMap(requiredVersions);
}

/** Whether the unit asks for OpenTofu by name. */
function wantsTofu(unit: Config): boolean {
  const own = attributeOf(unit.hcl.body, "terraform_binary");
  if (own) return (knownString(evaluate(own.value, unit.scope)) ?? "").includes("tofu");
  return [...unit.includes.values()].some(wantsTofu);
}
