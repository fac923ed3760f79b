import { targetNamed } from "./target-named.ts";
import { loadCatalogue } from "../catalogue/index.ts";
import { readCatalogueFiles } from "../io/assets.ts";
import type { Config, Day } from "../model/config.ts";
import type { Finding } from "../model/finding.ts";
import type { OnlineFacts } from "../model/online.ts";
import type { TargetPairs } from "../model/pairs.ts";
import type { Report, ReportTarget } from "../model/report.ts";
import type { Tree } from "../model/tree.ts";
import { loadRules } from "../rules/index.ts";
import { loadGrammars } from "./grammars.ts";
import { pairsOf } from "./pairs.ts";
import { runPipeline } from "./pipeline.ts";
import { quotedTexts } from "./quoted.ts";
import { tracedReportOf } from "./report.ts";
import type { Audited } from "../fixes/types.ts";
import type { Audit } from "./model.ts";

export interface AuditOptions {
  readonly config: Config;
  /** `YYYY-MM-DD`; decides rules about dates, so that the same tree on the same day gives the same bytes. */
  readonly today: Day;
  readonly strict: boolean;
  /** What git says; the config's beats it, `main` where nobody says anything. */
  readonly defaultBranch: string | null;
  readonly version: string;
  /** What GitHub says about the repository; absent: nobody asked. */
  readonly online?: OnlineFacts | null;
  /** An earlier audit of this tree but for these files, with these options: what they cannot concern is not done again. */
  readonly known?: { readonly facts: Audit; readonly changed: ReadonlySet<string> };
}

export interface AuditResult {
  readonly report: Report;
  /** The text of every file that the report quotes. */
  readonly sources: ReadonlyMap<string, string>;
  /** What the rules looked at. */
  readonly facts: Audit;
  /** What the rules found, and which of that each finding of the report was made of, by its fingerprint. */
  readonly findings: readonly Finding[];
  readonly origins: ReadonlyMap<string, Finding>;
  /** Audits other trees in the same way. */
  readonly auditor: Auditor;
}

/** Audits trees with one set of options; grammars, catalogue and rules are loaded once. */
export interface Auditor {
  /**
   * Every fact and every finding. `known` with `changed`: an earlier audit of the same tree but for these files.
   * `config`: instead of the one that the auditor was made with.
   */
  readonly audit: (tree: Tree, known?: Audit, changed?: ReadonlySet<string>, config?: Config) => Audited;
  /** What the rules would look at, without asking them. */
  readonly facts: (tree: Tree) => Audit;
}

/** Loads what an audit of this tree needs. Reads nothing but the tree and what ships with the program. */
export async function auditor(tree: Tree, options: AuditOptions): Promise<Auditor> {
  const [rules] = await Promise.all([loadRules(), loadGrammars(tree)]);
  const { catalogue, problems } = loadCatalogue(readCatalogueFiles(), tree);
  const { config, today, strict, online = null } = options;
  const defaultBranch = config.defaultBranch ?? options.defaultBranch ?? "main";
  const input = { config, today, strict, online, defaultBranch, catalogue, problems };
  return {
    facts: (one) => runPipeline({ ...input, config, tree: one }),
    audit: (one, known, changed, config = options.config) => {
      const targets = known?.config === config && known.today === today ? known.targets : [];
      const facts = runPipeline({
        ...input,
        config,
        tree: one,
        ...(known && changed ? { known: { walked: known.walked, changed, targets } } : {}),
      });
      return { audit: facts, findings: rules.flatMap(({ check }) => check(facts)) };
    },
  };
}

/** Audits a tree. Never throws on what is in it. */
export async function audit(tree: Tree, options: AuditOptions): Promise<AuditResult> {
  const { known } = options;
  const same = await auditor(tree, options);
  const { audit: facts, findings } = same.audit(tree, known?.facts, known?.changed);
  const { report, origins } = tracedReportOf(facts, findings, options.version);
  return { report, sources: quotedTexts(report, tree), facts, findings, origins, auditor: same };
}

/** What an audit knows about every pair of writers of a target of its report. */
export function pairsOfTarget(facts: Audit, { id, writers }: ReportTarget): TargetPairs {
  const target = targetNamed(facts, id);
  return target ? pairsOf(facts, target, writers) : { runs: [], pairs: [] };
}

/** What the rules look at, for commands that need more than the report. */
export async function auditFacts(tree: Tree, options: AuditOptions): Promise<Audit> {
  return (await auditor(tree, options)).facts(tree);
}
