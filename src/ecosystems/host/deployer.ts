import { machineOf } from "../../catalogue/call.ts";
import { flagValue } from "../../catalogue/command-line.ts";
import type { Site } from "../../catalogue/extract.ts";
import { readFile } from "../../catalogue/repo-file.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { literal, literalOf } from "../../values/text.ts";

/** One host of a `deploy.php`, with what is set on it. */
interface DeployerHost {
  readonly name: string;
  readonly text: string;
}

/**
 * `dep deploy [selector]`: host and folder from `deploy.php`. The recipe holds `.dep/deploy.lock` on the host.
 * https://deployer.org/docs/7.x/basics
 */
export function resolveDeployer(site: Site): readonly Resolution[] {
  const given = flagValue(site.line, ["-f", "--file"]);
  const path = given ? (literalOf(given) ?? "") : "deploy.php";
  const text = readFile(machineOf(site.call), site.tree, site.call.cwd, path)?.text;
  const selector = site.args[0] ? literalOf(site.args[0]) : null;
  if (text === undefined) return [{ id: null, why: `there is no ${path} to read the hosts from` }];
  const hosts = hostsOf(text).filter(
    (host) => selector === null || selector === "" || host.name === selector || labelled(host, selector),
  );
  const resolutions = hosts.map((host): Resolution => {
    const address = setting(host.text, ["hostname", "setHostname"]) ?? host.name;
    const folder =
      setting(host.text, ["deploy_path", "setDeployPath"]) ?? setting(text, ["deploy_path", "setDeployPath"]) ?? "-";
    return {
      id: literal(`${address}/${named(folder.replace(/^~?\//, ""), text)}`),
      root: path,
    };
  });
  return resolutions.length > 0 ? resolutions : [{ id: null, why: `${path} names no host that can be read` }];
}

/** `{{application}}` in a folder. */
function named(folder: string, text: string): string {
  return folder.replace(/\{\{application\}\}/, setting(text, ["application"]) ?? "");
}

function hostsOf(text: string): readonly DeployerHost[] {
  const starts = [...text.matchAll(/\bhost\(\s*["']([^"']+)["']/g)];
  return starts.map((start, index) => ({
    name: start[1] as string,
    text: text.slice(start.index, starts[index + 1]?.index ?? text.length).split(";")[0] ?? "",
  }));
}

function labelled(host: DeployerHost, selector: string): boolean {
  const [key, value] = selector.split("=");
  return (
    key !== undefined &&
    new RegExp(`["']${(value ?? key).replaceAll(/\W/g, ".")}["']`).test(host.text.replace(/^host\([^)]*\)/, ""))
  );
}

/** `set('deploy_path', '/srv/app')`, `->setDeployPath('/srv/app')`. */
function setting(text: string, names: readonly string[]): string | null {
  for (const name of names) {
    const found = new RegExp(`(?:set\\(\\s*["']${name}["']\\s*,|${name}\\()\\s*["']([^"']+)["']`).exec(text)?.[1];
    if (found) return found;
  }
  return null;
}
