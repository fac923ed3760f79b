import type { Config } from "../model/config.ts";
import type { Problem } from "../model/span.ts";
import { validateConfig } from "../generated/validate-config.js";
import { buildConfig } from "./build.ts";
import { impossibleDays } from "./days.ts";
import { parseYaml } from "./document.ts";
import { emptyConfig } from "./empty.ts";
import { missingReasons } from "./reasons.ts";
import { schemaProblems } from "./schema-problems.ts";

export type ParsedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly Problem[] };

function refuse(problems: readonly Problem[]): ParsedConfig {
  return { ok: false, problems: [...problems].sort((a, b) => a.span.start - b.span.start) };
}

/**
 * Reads a `signalbox.yml`. A config with any mistake is refused as a whole, with everything that is wrong in it: half a
 * config would audit something else than its author meant. An empty file is an empty config.
 */
export function parseConfig(file: string, text: string): ParsedConfig {
  const yaml = parseYaml(file, text);
  if (!("document" in yaml)) return refuse(yaml);
  if (yaml.value === null || yaml.value === undefined) return { ok: true, config: { ...emptyConfig, file } };
  if (!validateConfig(yaml.value)) return refuse(schemaProblems(yaml, validateConfig.errors ?? []));
  const config = buildConfig(yaml);
  const problems = [...missingReasons(config), ...impossibleDays(config)];
  return problems.length > 0 ? refuse(problems) : { ok: true, config };
}
