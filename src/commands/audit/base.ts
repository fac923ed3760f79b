import { audit, type AuditOptions } from "../../audit/index.ts";
import { compareReports } from "../../gate/compare.ts";
import type { Checkout } from "../../io/checkout.ts";
import { configFromText } from "../../io/config-file.ts";
import { say } from "../../io/output.ts";
import { baseCommit, readRevision } from "../../io/revision-tree.ts";
import { UserError } from "../../io/user-error.ts";
import type { Config } from "../../model/config.ts";
import type { Report } from "../../model/report.ts";
import type { Tree } from "../../model/tree.ts";
import type { ReportChange } from "../../reporters/view/options.ts";
import { withFindings } from "./outcome.ts";

/** The base is judged by its own config; by the change's where it has none that can be read. */
async function configOf(tree: Tree, config: Config): Promise<Config> {
  const read = config.file === null ? null : tree.read(config.file);
  if (read === null || !read.ok) return config;
  try {
    return await configFromText(read.file.path, read.file.text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    say("the config of the base has mistakes, so today's was used for both sides");
    return config;
  }
}

/**
 * Leaves in a report what came in since `revision`, read from git beside the work tree.
 *
 * @throws UserError outside git, or where the revision is not in the clone
 */
export async function compareWithBase(
  report: Report,
  checkout: Checkout,
  revision: string,
  options: AuditOptions,
): Promise<{ readonly report: Report; readonly change: ReportChange }> {
  if (!checkout.isGit) throw new UserError(`--base needs a git repository, and ${checkout.root} is in none.`);
  const tree = await readRevision(checkout.root, await baseCommit(checkout.root, revision));
  const base = await audit(tree, { ...options, config: await configOf(tree, options.config) });
  const { added, ...gone } = compareReports(base.report, report);
  return { report: withFindings(report, added), change: { base: revision, ...gone } };
}
