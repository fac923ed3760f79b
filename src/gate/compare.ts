import { matchesId } from "../config/match.ts";
import type { Report, ReportFinding, ReportTarget, Severity } from "../model/report.ts";
import { type Identity, identitiesOf } from "./identity.ts";
import { makeKnown } from "./known.ts";
import { renamedWriters } from "./renamed-writers.ts";

/** What a change does to a report. */
export interface Comparison {
  /** Findings that were not there, or were less severe. */
  readonly added: readonly ReportFinding[];
  readonly removed: readonly ReportFinding[];
  /** Findings that are still there, but that the change tells the audit to ignore. */
  readonly hidden: readonly ReportFinding[];
  readonly addedTargets: readonly string[];
  readonly removedTargets: readonly ReportTarget[];
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/**
 * Compares the report of a change with the report of its base, by rule, target, cause and the writers' file and job.
 * What became more severe counts as added: a lock that was switched off makes a known collision a worse one. What only
 * got another name is the same.
 *
 * @param files files that the change renamed, by their old path
 */
export function compareReports(base: Report, head: Report, files: ReadonlyMap<string, string> = new Map()): Comparison {
  const rename = renamedWriters(base, head, files);
  const before = identitiesOf(base).map((one): Identity => ({ ...one, writers: one.writers.map(rename).sort() }));
  const after = identitiesOf(head);
  const known = makeKnown(before);
  const moved = movedFindings(base, before, files);
  const severities = new Map(before.map((identity, index) => [identity, base.findings[index]?.severity ?? "note"]));
  const kept = new Set<Identity>();
  const added = head.findings.filter((finding, index) => {
    const identity = after[index];
    if (identity === undefined) return true;
    const covering = [...known.covering(identity), ...(moved.get(descriptionOf(finding, new Map())) ?? [])];
    for (const each of covering) kept.add(each);
    const worst = Math.min(...covering.map((each) => RANK[severities.get(each) ?? "note"]));
    return covering.length === 0 || RANK[finding.severity] < worst;
  });
  const still = makeKnown(after);
  const gone = base.findings.filter((_finding, index) => {
    const identity = before[index];
    return identity !== undefined && !kept.has(identity) && still.covering(identity).length === 0;
  });
  const isHidden = (finding: ReportFinding): boolean => head.ignored.some((entry) => hides(entry, finding));
  const [removed, hidden] = [gone.filter((one) => !isHidden(one)), gone.filter(isHidden)];
  return { added, removed, hidden, ...compareTargets(base, head) };
}

/** Findings without writers whose file was renamed, by what they would say under its new name. */
function movedFindings(
  base: Report,
  identities: readonly Identity[],
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Identity[]> {
  const moved = new Map<string, Identity[]>();
  for (const [index, finding] of base.findings.entries()) {
    const identity = identities[index];
    if (identity === undefined || identity.writers.length > 0 || !files.has(finding.locations[0]?.file ?? "")) continue;
    const key = descriptionOf(finding, files);
    moved.set(key, [...(moved.get(key) ?? []), identity]);
  }
  return moved;
}

function descriptionOf(finding: ReportFinding, files: ReadonlyMap<string, string>): string {
  const file = finding.locations[0]?.file ?? "";
  const name = files.get(file) ?? file;
  const message = finding.message.replaceAll(baseName(file), baseName(name));
  return JSON.stringify([finding.rule, finding.target, finding.cause ?? null, name, message]);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function hides({ rule, target }: Report["ignored"][number], finding: ReportFinding): boolean {
  return rule === finding.rule && (target === null || matchesId(target, finding.target ?? ""));
}

function compareTargets(base: Report, head: Report): Pick<Comparison, "addedTargets" | "removedTargets"> {
  const old = new Set(base.targets.map(({ id }) => id));
  const present = new Set(head.targets.map(({ id }) => id));
  return {
    addedTargets: [...present].filter((id) => !old.has(id)).sort(),
    removedTargets: base.targets.filter(({ id }) => !present.has(id)),
  };
}
