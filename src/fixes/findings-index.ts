import type { Finding } from "../model/finding.ts";

const RANK = { note: 0, warning: 1, error: 2 } as const;

/** What is asked of the findings of an audit once for each finding of another. */
interface Indexed {
  readonly byTarget: ReadonlyMap<string, readonly Finding[]>;
  /** The worst of a rule's findings on a target, and in a file. */
  readonly worst: ReadonlyMap<string, number>;
  readonly ties: number;
}

const INDEXED = new WeakMap<readonly Finding[], Indexed>();

function indexed(findings: readonly Finding[]): Indexed {
  const known = INDEXED.get(findings) ?? indexOf(findings);
  INDEXED.set(findings, known);
  return known;
}

function indexOf(findings: readonly Finding[]): Indexed {
  const byTarget = new Map<string, Finding[]>();
  const worst = new Map<string, number>();
  for (const finding of findings) {
    const same = byTarget.get(nameOf(finding));
    if (same) same.push(finding);
    else byTarget.set(nameOf(finding), [finding]);
    for (const name of placesOf(finding)) worst.set(name, Math.max(worst.get(name) ?? 0, RANK[finding.severity]));
  }
  return { byTarget, worst, ties: findings.filter(({ rule }) => rule === "over-restricted").length };
}

/** Findings of the same rule on the same target. */
export function likely(findings: readonly Finding[], finding: Finding): readonly Finding[] {
  return indexed(findings).byTarget.get(nameOf(finding)) ?? [];
}

/** How many targets wait for each other without need. */
export function ties(findings: readonly Finding[]): number {
  return indexed(findings).ties;
}

function nameOf({ rule, target }: Finding): string {
  return `${rule}\n${target ?? ""}`;
}

function placesOf({ rule, target, spans }: Finding): readonly string[] {
  return [`${rule} on ${target ?? ""}`, `${rule} in ${spans[0]?.file ?? ""}`];
}

/** By the findings after an edit and those before it: what has come that matters. */
const BROUGHT = new WeakMap<readonly Finding[], WeakMap<readonly Finding[], readonly Finding[]>>();

export function broughtBy(before: readonly Finding[], after: readonly Finding[]): readonly Finding[] {
  const memory = BROUGHT.get(after) ?? new WeakMap<readonly Finding[], readonly Finding[]>();
  BROUGHT.set(after, memory);
  const brought =
    memory.get(before) ?? after.filter((other) => RANK[other.severity] > 0 && isNew(other, indexed(before)));
  memory.set(before, brought);
  return brought;
}

function isNew(finding: Finding, { worst }: Indexed): boolean {
  return !placesOf(finding).some((name) => (worst.get(name) ?? -1) >= RANK[finding.severity]);
}
