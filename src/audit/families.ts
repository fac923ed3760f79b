import type { AuditedTarget } from "./model.ts";

/**
 * Targets of one kind that the same steps write are instances of one template: `…/{*}.tfstate` for what prepare computed.
 * People-facing formats print such a family once, with its values.
 */
export function withFamilies(targets: readonly AuditedTarget[]): readonly AuditedTarget[] {
  const groups = new Map<string, AuditedTarget[]>();
  for (const target of targets) {
    const key = `${target.kind}|${placesKey(target)}|${target.verdict}|${causesKey(target)}`;
    groups.set(key, [...(groups.get(key) ?? []), target]);
  }
  const families = new Map<AuditedTarget, string>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const template = templateOf(group.map(({ id }) => id));
    for (const target of group) families.set(target, template);
  }
  return targets.map((target) => ({ ...target, family: families.get(target) ?? null }));
}

function placesKey(target: AuditedTarget): string {
  return [
    ...new Set(
      target.presences.map(
        ({ use }) => `${use.act.act.span.file}:${use.act.act.span.start}:${use.unit.file}#${use.unit.job}`,
      ),
    ),
  ]
    .sort()
    .join(",");
}

function causesKey(target: AuditedTarget): string {
  return [...new Set(target.encounters.meetings.map(({ cause }) => cause))].sort().join(",");
}

/** What the ids have in common at both ends, `{*}` between. */
export function templateOf(ids: readonly string[]): string {
  const [first = ""] = ids;
  let start = 0;
  while (start < first.length && ids.every((id) => id[start] === first[start])) start += 1;
  let end = 0;
  while (
    end < first.length - start &&
    ids.every((id) => id.length - end > start && id[id.length - 1 - end] === first[first.length - 1 - end])
  )
    end += 1;
  return `${first.slice(0, start)}{*}${first.slice(first.length - end)}`;
}
