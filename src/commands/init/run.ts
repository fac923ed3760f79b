import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { audit } from "../../audit/index.ts";
import { jobEnvironments } from "../../audit/environments.ts";
import { emptyConfig } from "../../config/empty.ts";
import { starterConfig } from "../../init/config.ts";
import { whatWasFound } from "../../init/found.ts";
import { starterWorkflow } from "../../init/workflow.ts";
import { openCheckout } from "../../io/checkout.ts";
import { today } from "../../io/clock.ts";
import { say } from "../../io/output.ts";
import { UserError } from "../../io/user-error.ts";
import { packageVersion } from "../../io/version.ts";

/** Creates a file; one that is there, under any of its names, stays as it is. */
function create(root: string, names: readonly string[], text: string): void {
  const shown = (name: string): string => relative(process.cwd(), join(root, name));
  const there = names.find((name) => isThere(join(root, name)));
  if (there !== undefined) {
    say(`${shown(there)} is there already and was left as it is`);
    return;
  }
  const name = names[0] ?? "";
  try {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    // `wx`: somebody may have made it since it was looked for.
    writeFileSync(join(root, name), text, { flag: "wx" });
  } catch (error) {
    throw new UserError(`${name} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  say(`wrote ${shown(name)}`);
}

/** A link that leads nowhere is something, too. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * `signalbox init`: audits the repository without a config and writes what a person should look at.
 *
 * @throws UserError when a file cannot be written
 */
export async function initCommand(path: string): Promise<number> {
  const { root, tree, defaultBranch, isAuditable } = await openCheckout(path);
  if (!isAuditable) say(`${root} has no workflow, Terraform, Helm or Ansible file yet, so there is little to propose`);
  const version = packageVersion();
  const day = today();
  const { report, facts } = await audit(tree, {
    config: emptyConfig,
    today: day,
    strict: false,
    defaultBranch,
    version,
  });
  const config = starterConfig(whatWasFound(report, tree.paths, jobEnvironments(facts)), day);
  create(root, ["signalbox.yml", "signalbox.yaml"], config);
  const workflow = ".github/workflows/signalbox";
  create(root, [`${workflow}.yml`, `${workflow}.yaml`], starterWorkflow(version));
  return 0;
}
