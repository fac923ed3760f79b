import type { Audit, AuditedTarget } from "../audit/model.ts";
import { entryOf } from "../syntax/yaml/index.ts";
import type { Candidate } from "./types.ts";
import { indentOf, jobMap, workflowText } from "./workflow-text.ts";

/** Legs of one matrix that meet in one target: so many of them run at a time. */
export function proposeFewerLegs(audit: Audit, target: AuditedTarget, most: number): readonly Candidate[] {
  const jobs = new Map(
    target.encounters.meetings
      .filter(({ cause }) => cause === "same-run")
      .flatMap(({ a, b }) => [a, b])
      .map(({ use }) => [`${use.unit.file}#${use.unit.job}`, use.unit]),
  );
  const [unit, ...more] = [...jobs.values()];
  const read = unit && more.length === 0 && unit.matrix.size > 0 ? audit.tree.read(unit.file) : null;
  if (!read?.ok || !unit) return [];
  const source = workflowText(read.file);
  const strategy = entryOf(jobMap(source, unit.job), "strategy");
  if (strategy?.value.kind !== "map") return [];
  const title = most === 1 ? "Let one leg run at a time" : `Let ${most} legs run at a time`;
  const at = (start: number, end: number, text: string): readonly Candidate[] => [
    { title, safety: "safe", edits: [{ file: read.file.path, start, end, text }] },
  ];
  const existing = entryOf(strategy.value, "max-parallel");
  if (existing) return at(existing.value.span.start, existing.value.span.end, String(most));
  const first = strategy.value.entries[0];
  if (!first) return [];
  const isFlow = read.file.text[strategy.value.span.start] === "{";
  const rest = isFlow ? ", " : `${source.eol}${indentOf(source, first.keySpan.start)}`;
  return at(first.keySpan.start, first.keySpan.start, `max-parallel: ${most}${rest}`);
}
