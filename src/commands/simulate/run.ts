import { readFileSync } from "node:fs";
import { auditor } from "../../audit/index.ts";
import { reportOf } from "../../audit/report.ts";
import { eitherOf, nearest } from "../../config/nearest.ts";
import { openCheckout } from "../../io/checkout.ts";
import { today } from "../../io/clock.ts";
import { loadConfig } from "../../io/config-file.ts";
import { writeResult } from "../../io/output.ts";
import { jsonText } from "../../reporters/view/json-text.ts";
import { outputColumns } from "../../io/terminal.ts";
import { UserError } from "../../io/user-error.ts";
import { packageVersion } from "../../io/version.ts";
import type { Report } from "../../model/report.ts";
import { buildRuns } from "../../simulate/build.ts";
import { parseEventsFile } from "../../simulate/events-file.ts";
import { findWitness, idsBeginning, runsOfWitness, witnessIds } from "../../simulate/from-report.ts";
import { parseRequest, type SimPlan } from "../../simulate/request.ts";
import { drawTimeline, play } from "../../simulate/timeline.ts";
import type { SimRun } from "../../simulate/types.ts";
import type { Audited } from "../../fixes/types.ts";
import type { SimulateFlags } from "./flags.ts";

function readText(file: string, what: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UserError(
      `the ${what} ${file} could not be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function auditAt(path: string, flags: SimulateFlags): Promise<Audited> {
  const { root, given, top, tree, defaultBranch } = await openCheckout(path);
  const config = await loadConfig({ option: flags.config, given, top, root });
  const options = { config, today: today(), strict: false, defaultBranch, version: packageVersion() };
  return (await auditor(tree, options)).audit(tree);
}

/** The report of `--report`, which must be one of ours. */
function readReport(file: string): Report {
  const text = readText(file, "report");
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && "findings" in value && Array.isArray(value.findings))
      return value as Report;
  } catch {
    // The message below says it for both.
  }
  throw new UserError(
    `${file} is no report of signalbox. Make one with \`signalbox audit --format json --output report.json\`.`,
  );
}

async function witnessRuns(id: string, path: string, flags: SimulateFlags): Promise<readonly SimRun[]> {
  const report = flags.report === undefined ? await freshReport(path, flags) : readReport(flags.report);
  const found = findWitness(report, id);
  if (found) return runsOfWitness(found);
  throw new UserError(noWitness(id, witnessIds(report)));
}

function noWitness(id: string, ids: readonly string[]): string {
  const several = idsBeginning(ids, id);
  if (several.length > 1) return `several witnesses begin with ${id}: ${eitherOf(several.slice(0, 6))}.`;
  const near = nearest(id, ids);
  const advice =
    ids.length === 0
      ? "There is no witness: nothing collides."
      : near === null
        ? `There are ${eitherOf(ids.slice(0, 6))}.`
        : `Did you mean ${near}?`;
  return `no finding has the witness ${id}. ${advice}`;
}

async function freshReport(path: string, flags: SimulateFlags): Promise<Report> {
  const { audit, findings } = await auditAt(path, flags);
  return reportOf(audit, findings, packageVersion());
}

/** The events of the flags; a file's come first. */
function planOf(flags: SimulateFlags): SimPlan {
  const file =
    flags.events === undefined
      ? null
      : parseEventsFile({ path: flags.events, text: readText(flags.events, "events file") });
  if (file && !file.ok) throw new UserError(file.problems.join("\n"));
  const given = (flags.event ?? []).map((text) => {
    const parsed = parseRequest(text);
    if (!parsed.ok) throw new UserError(parsed.message);
    return parsed.request;
  });
  return { durations: {}, approvals: {}, ...file?.plan, events: [...(file?.plan.events ?? []), ...given] };
}

async function plannedRuns(path: string, flags: SimulateFlags): Promise<readonly SimRun[]> {
  const plan = planOf(flags);
  if (plan.events.length === 0)
    throw new UserError("nothing to play. Give --witness ID, --event EVENT or --events FILE.");
  const { audit } = await auditAt(path, flags);
  const { runs, problems } = buildRuns(audit, plan);
  if (problems.length > 0) throw new UserError(problems.join("\n"));
  return runs;
}

/**
 * `signalbox simulate`: plays a witness, or events of the repository at `path`, and draws what happens.
 *
 * @throws UserError when a witness, event or file is not what it should be (exit code 2)
 */
export async function simulateCommand(path: string, flags: SimulateFlags): Promise<number> {
  if (flags.witness === undefined && flags.report !== undefined)
    throw new UserError("--report is where a witness is taken from. Give --witness ID with it.");
  if (flags.witness !== undefined && (flags.event !== undefined || flags.events !== undefined))
    throw new UserError("--witness plays a collision, --event and --events play a list of your own. Give one of them.");
  const runs =
    flags.witness === undefined ? await plannedRuns(path, flags) : await witnessRuns(flags.witness, path, flags);
  const played = play(runs);
  const text =
    flags.format === "json" ? jsonText(played) : drawTimeline(played, Math.max(60, Math.min(outputColumns(), 100)));
  await writeResult(text, flags.output);
  return 0;
}
