import { code, prose } from "../reporters/markdown/escape.ts";
import { count } from "../reporters/view/words.ts";
import type { Drift, Entry, Origin } from "./change.ts";
import { headOf, sentenceOf, subjectOf } from "./words.ts";

const VERDICTS = ["looser", "unknown", "tighter", "matches"] as const;

/** The minutes of the review, ready to paste: decisions as boxes to tick, changes, and the standing then and now. */
export function driftMarkdown(drift: Drift): string {
  const decide = drift.entries.filter((entry) => entry.decide);
  const told = drift.entries.filter((entry) => !entry.decide);
  const since =
    drift.from.commit === null ? drift.from.day : `${drift.from.day} (${code(drift.from.commit.slice(0, 9))})`;
  const numbers = [
    `${count(decide.length, "decision")} to take`,
    count(told.length, "other change"),
    `${count(drift.unchanged, "target")} as before`,
  ];
  const parts = [
    `# Concurrency review, ${drift.to.day}`,
    `Since ${since}: ${numbers.join(", ")}.`,
    "## To decide",
    decide.length === 0 ? "Nothing." : decide.map((entry) => `- [ ] ${line(entry)}`).join("\n"),
    ...(told.length === 0 ? [] : ["## Also moved", told.map((entry) => `- ${line(entry)}`).join("\n")]),
    "## Standing",
    standing(drift),
  ];
  return `${parts.join("\n\n")}\n`;
}

function line({ change, origin }: Entry): string {
  return `**${headOf(change)}** ${code(subjectOf(change))}: ${prose(sentenceOf(change))}${by(origin)}`;
}

function by(origin: Origin | null): string {
  if (origin === null || origin.kind === "unknown") return "";
  if (origin.kind === "time") return " *By no commit: a date has passed.*";
  if (origin.kind === "uncommitted") return " *Not committed yet.*";
  const shown = origin.commits
    .slice(-3)
    .map((one) => `${code(one.hash.slice(0, 9))} (${prose(one.author)}, ${one.day}: ${prose(one.subject)})`);
  return origin.kind === "commit"
    ? ` By ${shown[0]}.`
    : ` By one of ${origin.commits.length} commits, the last ${shown.join(", ")}.`;
}

function standing({ before, after }: Drift): string {
  const rows = VERDICTS.map((name) => `| ${name} | ${before[name]} | ${after[name]} |`);
  return ["| Verdict | Then | Now |", "| --- | --- | --- |", ...rows].join("\n");
}
