import { evaluate } from "../../syntax/hcl/evaluate.ts";
import { asText, knownString, type HclValue } from "../../syntax/hcl/value.ts";
import type { Evidence } from "../../model/answers.ts";
import { settle, type Cube } from "../../values/cube.ts";
import { show } from "../../values/text.ts";
import { attributeOf } from "../terraform/module.ts";
import { readSettings, type Setting, type Settings } from "../terraform/settings.ts";
import { findBlock, type Config } from "./config.ts";

/**
 * The backend that a unit's `remote_state` block names, its key worked out for this unit; null where there is no such
 * block. https://terragrunt.gruntwork.io/docs/reference/hcl/blocks/#remote_state
 */
export function remoteState(unit: Config, cube: Cube): Settings | null {
  const found = findBlock(unit, "remote_state");
  const backend = found ? attributeOf(found.block.body, "backend") : undefined;
  const type = found && backend ? knownString(evaluate(backend.value, found.scope)) : null;
  if (!found || type === null) return null;
  const config = attributeOf(found.block.body, "config");
  const nested = found.block.body.blocks.find((block) => block.type === "config");
  const values = new Map<string, Setting>(nested ? readSettings(nested.body, found.scope, null) : []);
  if (config) collect(evaluate(config.value, found.scope), "", { span: config.span, note: "" }, values);
  const settled = [...values].map(
    ([name, { text, evidence }]) => [name, { text: settle(text, cube), evidence }] as const,
  );
  return {
    cube,
    type,
    values: new Map(settled),
    hole: null,
    block: { span: found.block.head, note: `remote_state "${type}"` },
  };
}

function collect(value: HclValue, prefix: string, at: Evidence, into: Map<string, Setting>): void {
  if (value.kind !== "object") return;
  for (const [name, inner] of value.entries) {
    const text = asText(inner);
    if (text) into.set(prefix + name, { text, evidence: { ...at, note: `${prefix}${name} = ${show(text)}` } });
    else collect(inner, `${prefix}${name}.`, at, into);
  }
}
