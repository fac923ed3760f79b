import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadConfig } from "../../io/config-file.ts";
import type { RunTarget } from "../runner/options.ts";
import { FlagError, integer } from "../runner/flag-values.ts";
import { queueConfig } from "../runner/parse-flags.ts";
import type { RunFlags } from "../runner/parse-flags.ts";
import type { Voice } from "../runner/session.ts";
import { readReportTargets } from "./read-report.ts";
import { resolveTarget } from "./target-policy.ts";
import type { PolicySources } from "./target-policy.ts";

/** Every `--target` with what its callers must agree on. Throws FlagError or UserError with a sentence for people. */
export async function resolveTargets(flags: RunFlags, voice: Voice): Promise<RunTarget[]> {
  // Without one the command would run, and hold nothing.
  if (flags.target.length === 0) {
    throw new FlagError("which target is it? Give --target ID, such as terraform-state:s3://bucket/key.");
  }
  const sources = await policySources(flags);
  const queue = queueConfig(flags);
  const targets = flags.target.map((given) => {
    if (given === "")
      throw new FlagError("`--target` is empty. Give a target id such as terraform-state:s3://bucket/key.");
    const { id, permits, source } = resolveTarget(given, sources);
    if (permits > 1 && sources.permits === null) voice.progress(`${id}: ${permits} permits (${source})`);
    return { id, source, config: { permits, ...queue } };
  });
  const twice = targets.find((target, index) => targets.findIndex(({ id }) => id === target.id) !== index);
  if (twice !== undefined) throw new FlagError(`\`--target ${twice.id}\` is given twice.`);
  return targets;
}

async function policySources(flags: RunFlags): Promise<PolicySources> {
  const reported = flags.report === undefined ? [] : readReportTargets(flags.report);
  const here = process.cwd();
  const place = { given: here, top: repositoryRoot(here), root: here };
  const config = await loadConfig({ option: flags.config, ...place });
  if (flags.permits !== undefined) {
    return { permits: integer("--permits", flags.permits, 1), config, reported, byKind: () => null };
  }
  const { kindPolicy } = await import("./kind-policy.ts");
  return { permits: null, config, reported, byKind: (id, declared) => kindPolicy(id, declared, config) };
}

/** The nearest folder with a `.git`, else the folder itself: a config above the repository is somebody else's. */
function repositoryRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return from;
  }
}
