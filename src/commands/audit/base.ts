import { isDeepStrictEqual } from "node:util";
import type { AuditOptions } from "../../audit/index.ts";
import type { Audit } from "../../audit/model.ts";
import { changedFiles } from "../../gate/changed-files.ts";
import { compareReports } from "../../gate/compare.ts";
import { renamedFiles } from "../../gate/renamed-files.ts";
import { say } from "../../io/output.ts";
import { configOfRevision } from "../../io/revision-config.ts";
import { UserError } from "../../io/user-error.ts";
import type { Config } from "../../model/config.ts";
import type { Report } from "../../model/report.ts";
import type { Tree } from "../../model/tree.ts";
import { auditSource } from "../../remote/audit-source.ts";
import type { Source } from "../../remote/source.ts";
import type { ReportChange } from "../../reporters/view/options.ts";
import { withFindings } from "./outcome.ts";

/** What `--base` and the flags beside it ask for. */
interface BaseFlags {
  readonly base: string;
  readonly config?: string | false;
  /** Takes what the baseline lists out of a report. */
  readonly hideKnown: (report: Report) => Report;
}

/** The base is judged by its own config; by the change's where its own has mistakes. */
async function configOf(tree: Tree, config: Config, option: string | false | undefined): Promise<Config> {
  try {
    return await configOfRevision(tree, config, option);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    say("the config of the base has mistakes, so today's was used for both sides");
    return config;
  }
}

/** An audit of the change, and which files it read. */
interface Head {
  readonly report: Report;
  readonly facts: Audit;
  readonly read: ReadonlySet<string>;
}

/** What the change cannot concern is taken from its audit; where files must be fetched first, nothing is. */
function knownFrom(
  { facts, read }: Head,
  base: Source,
  config: Config,
  options: AuditOptions,
): Pick<AuditOptions, "known"> {
  // The walk of the change's workflows rests on its config too.
  if (base.isWhole !== true || !isDeepStrictEqual(config, options.config)) return {};
  return { known: { facts, changed: changedFiles(base.tree(), facts.tree, (path) => read.has(path)) } };
}

/** Leaves in a report what came in since `revision`. */
export async function compareWithBase(
  head: Head,
  base: Source,
  { base: revision, config: option, hideKnown }: BaseFlags,
  options: AuditOptions,
): Promise<{ readonly report: Report; readonly change: ReportChange }> {
  const config = await configOf(base.tree(), options.config, option);
  const before = await auditSource(base, { ...options, config, ...knownFrom(head, base, config, options) });
  const renamed = renamedFiles(base.tree(), head.facts.tree);
  const { added, ...gone } = compareReports(hideKnown(before.report), head.report, renamed);
  return { report: withFindings(head.report, added), change: { base: revision, ...gone } };
}
