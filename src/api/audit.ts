import { audit as auditTree } from "../audit/index.ts";
import { emptyConfig } from "../config/empty.ts";
import { openCheckout } from "../io/checkout.ts";
import { configFromText, loadConfig } from "../io/config-file.ts";
import { UserError } from "../io/user-error.ts";
import { withRemedies } from "../fixes/remedies.ts";
import { json } from "../reporters/json.ts";
import { isDay } from "../config/days.ts";
import { packageVersion } from "../io/version.ts";
import type { Config } from "../model/config.ts";
import type { Report } from "../model/report.ts";
import type { Tree } from "../model/tree.ts";
import { literalTree, overlaid } from "./overlay.ts";
import type { AuditFilesRequest, AuditRequest } from "./request.ts";

/**
 * Audits a folder, as `signalbox audit` does. Reads files below it and asks git for their names; writes nothing.
 *
 * @returns the report that `--format json` prints, as an object of the caller's own
 * @throws UserError where the folder or its config cannot be read; never for what stands in the audited files
 */
export async function audit(request: AuditRequest = {}): Promise<Report> {
  const { given, top, root, tree, defaultBranch } = await openCheckout(request.path ?? ".");
  const config = await loadConfig({ option: request.config, given, top, root });
  return reportOf(overlaid(tree, request.overlay ?? {}), config, request.defaultBranch ?? defaultBranch, request);
}

/**
 * Audits texts, without a disk and without git.
 *
 * @throws UserError where the config is wrong
 */
export async function auditFiles(request: AuditFilesRequest): Promise<Report> {
  const config = request.config === undefined ? emptyConfig : await configFromText("signalbox.yml", request.config);
  return reportOf(literalTree(request.files, request.executable), config, request.defaultBranch ?? null, request);
}

async function reportOf(
  tree: Tree,
  config: Config,
  defaultBranch: string | null,
  request: Pick<AuditRequest, "strict" | "today" | "fixes">,
): Promise<Report> {
  const today = request.today ?? new Date().toISOString().slice(0, 10);
  if (!isDay(today)) throw new UserError(`today is "${today}", which is not a day. Write YYYY-MM-DD.`);
  const options = {
    config,
    today,
    strict: request.strict ?? false,
    defaultBranch,
    online: null,
    version: packageVersion(),
  };
  const result = await auditTree(tree, options);
  const choice = request.fixes ?? "some";
  const report = choice === "none" ? result.report : (await withRemedies(result.report, result, choice)).report;
  // What is printed, as an object: what only the gate needs stays inside.
  return JSON.parse(json(report)) as Report;
}
