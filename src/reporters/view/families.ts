import type { ReportFinding, ReportTarget } from "../../model/report.ts";
import { compare } from "./order.ts";

/** Findings that say the same of several instances of one target template; most have one member. */
export interface FindingGroup {
  /** The finding that is shown for all. */
  readonly first: ReportFinding;
  readonly members: readonly ReportFinding[];
  /** The id template of a family, the target's own id, or null where the finding has no target. */
  readonly target: string | null;
  /** What the holes of the template are filled with, a line each; empty for a single finding. */
  readonly values: readonly string[];
}

/**
 * People-facing formats print a family once with its values (design section 4): findings of one rule and cause whose
 * targets are instances of one id template and whose locations are the same declarations. Keeps the order of the input.
 */
export function groupFindings(findings: readonly ReportFinding[], targets: readonly ReportTarget[]): FindingGroup[] {
  const families = new Map(targets.map((target) => [target.id, target.family]));
  const groups = new Map<string, ReportFinding[]>();
  for (const finding of findings) {
    const family = finding.target === null ? null : (families.get(finding.target) ?? null);
    const key = family === null ? JSON.stringify([finding.fingerprint, finding.target]) : familyKey(finding, family);
    const members = groups.get(key);
    if (members) members.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()].map((members) => toGroup(members, families));
}

function familyKey(finding: ReportFinding, family: string): string {
  const places = finding.locations.map((place) => [place.file, place.line]);
  return JSON.stringify([finding.rule, finding.severity, finding.cause ?? "", family, places]);
}

function toGroup(members: readonly ReportFinding[], families: ReadonlyMap<string, string | null>): FindingGroup {
  const first = members[0]!;
  if (members.length === 1) return { first, members, target: first.target, values: [] };
  const family = families.get(first.target ?? "") ?? null;
  const values = members.map((member) => familyValue(family ?? "", member.target ?? ""));
  return { first, members, target: family ?? first.target, values: values.sort(compare) };
}

/**
 * What the `{holes}` of a template stand for in one id: `prod, eu-west-1`; the id itself when it does not fit. A hole
 * that the id has too (`{secrets.BUCKET}`) is the same for all and says nothing.
 */
export function familyValue(template: string, id: string): string {
  const parts = template.split(/\{[^{}]*\}/);
  if (parts.length === 1) return id;
  // Lazy holes between literal parts, so the pattern cannot backtrack more than once for each hole.
  const values: string[] = [];
  let at = parts[0]!.length;
  if (!id.startsWith(parts[0]!)) return id;
  for (const [index, part] of parts.slice(1).entries()) {
    const last = index === parts.length - 2;
    const end = last && part === "" ? id.length : last ? id.length - part.length : id.indexOf(part, at);
    if (end < at || (last && !id.endsWith(part))) return id;
    values.push(id.slice(at, end));
    at = end + part.length;
  }
  const holes = template.match(/\{[^{}]*\}/g) ?? [];
  const telling = values.filter((value, index) => value !== "" && value !== holes[index]);
  return telling.length > 0 ? telling.join(", ") : id;
}
