import { oneLine } from "../reporters/view/clean.ts";
import { count } from "../reporters/view/words.ts";
import type { Drift, Entry } from "./change.ts";
import { headOf, originWords, sentenceOf, subjectOf } from "./words.ts";

/** The comparison for a terminal: what needs a decision, what moved besides, what stayed. */
export function driftText(drift: Drift): string {
  const decide = drift.entries.filter((entry) => entry.decide);
  const told = drift.entries.filter((entry) => !entry.decide);
  const lines = [
    `since ${sinceWords(drift)}: ${count(decide.length, "decision")}, ${count(told.length, "other change")}`,
  ];
  if (decide.length > 0) lines.push("", "to decide", ...decide.flatMap(entryLines));
  if (told.length > 0) lines.push("", "also moved", ...told.flatMap(entryLines));
  lines.push("", `${count(drift.unchanged, "target")} as before; ${standing(drift)}`);
  return `${lines.join("\n")}\n`;
}

/** `2026-08-30 (4a5b6c7)`. */
export function sinceWords({ from }: Drift): string {
  return from.commit === null ? from.day : `${from.day} (${from.commit.slice(0, 9)})`;
}

function entryLines({ change, origin }: Entry): string[] {
  const by = originWords(origin);
  const head = oneLine(`  ${headOf(change).padEnd(12)} ${subjectOf(change)}`);
  const indent = " ".repeat(15);
  return [head, oneLine(`${indent}${sentenceOf(change)}`), ...(by === "" ? [] : [oneLine(`${indent}${by}`)])];
}

function standing({ before, after }: Drift): string {
  const names = ["looser", "unknown", "tighter", "matches"] as const;
  const parts = names.map((name) =>
    before[name] === after[name] ? `${name} ${after[name]}` : `${name} ${before[name]} → ${after[name]}`,
  );
  return parts.join(", ");
}
