import { envOf, machineOf, type Call } from "../../catalogue/call.ts";
import { flagValue } from "../../catalogue/command-line.ts";
import { dataOf, textAt } from "../../catalogue/data-file.ts";
import type { Site } from "../../catalogue/extract.ts";
import { readFile } from "../../catalogue/repo-file.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { absolutePath } from "../../catalogue/repo-file.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";

const FILES = ["wrangler.jsonc", "wrangler.json", "wrangler.toml"];

/**
 * The Worker that wrangler deploys: `--name`, else the name of the configuration, with the environment behind it unless
 * the environment has a name of its own. https://developers.cloudflare.com/workers/wrangler/environments/
 */
export function resolveWrangler(site: Site): readonly Resolution[] {
  const { call, line } = site;
  const cwd = workingDirectory(call);
  const data = configuration(site, cwd);
  const environment = flagValue(line, ["--env", "-e"]) ?? envOf(call, "CLOUDFLARE_ENV") ?? input(call, "environment");
  const known = environment ? literalOf(environment) : null;
  const named = known === null ? null : textAt(data, `env.${known}.name`);
  const given = flagValue(line, ["--name"]);
  const name = given ?? (named === null ? nameOf(data) : literal(named));
  if (!name) return [{ id: null, why: "neither the command nor a wrangler configuration names the Worker" }];
  const suffix = environment && environment.length > 0 && named === null ? concat(literal("-"), environment) : [];
  return [{ id: concat(name, suffix) }];
}

function input(call: Call, name: string): Text | null {
  const value = call.act.kind === "action" ? call.inputs.get(name) : undefined;
  return value && value.length > 0 ? value : null;
}

function workingDirectory(call: Call): Text {
  const folder = input(call, "workingdirectory");
  const known = folder ? absolutePath(literalOf(call.cwd) ?? "/", literalOf(folder) ?? ".") : null;
  return known === null ? call.cwd : literal(known);
}

function configuration(site: Site, cwd: Text): unknown {
  const given = flagValue(site.line, ["--config", "-c"]);
  const paths = given ? [literalOf(given) ?? ""] : FILES;
  for (const path of paths) {
    const file = readFile(machineOf(site.call), site.tree, cwd, path);
    if (file) return dataOf(file)[0];
  }
  return null;
}

function nameOf(data: unknown): Text | null {
  const name = textAt(data, "name");
  return name === null ? null : literal(name);
}
