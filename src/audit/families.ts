import type { AuditedTarget } from "./model.ts";
import { placeOf } from "../model/place.ts";

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
    ...new Set(target.presences.map(({ use }) => `${placeOf(use.act.act.span)}:${use.unit.file}#${use.unit.job}`)),
  ]
    .sort()
    .join(",");
}

function causesKey(target: AuditedTarget): string {
  return [...new Set(target.encounters.meetings.map(({ cause }) => cause))].sort().join(",");
}

/** What the ids have in common at both ends, in whole words, `{*}` between. */
export function templateOf(ids: readonly string[]): string {
  const [first = ""] = ids;
  let start = 0;
  while (start < first.length && ids.every((id) => id[start] === first[start])) start += 1;
  const before = wholeWords(first.slice(0, start));
  let end = 0;
  while (
    end < first.length - before.length &&
    ids.every((id) => id.length - end > before.length && id[id.length - 1 - end] === first[first.length - 1 - end])
  )
    end += 1;
  const after = reversed(wholeWords(reversed(first.slice(first.length - end))));
  return `${before}{*}${after}`;
}

const UP_TO_SEPARATOR = /^.*[-/_.:?&=#@]/su;
/** `{inputs.stage}`, read from either end; the last one may lack its other brace. */
const HOLES = /\{[^{}]*(?:\}|$)|\}[^{}]*(?:\{|$)/gu;

function wholeWords(text: string): string {
  const masked = text.replaceAll(HOLES, (hole) => "x".repeat(hole.length));
  return text.slice(0, UP_TO_SEPARATOR.exec(masked)?.[0].length ?? 0);
}

function reversed(text: string): string {
  return [...text].reverse().join("");
}
