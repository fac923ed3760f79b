import { count } from "../reporters/view/words.ts";
import type { Change, Origin } from "./change.ts";
import { limitText } from "./compare-targets.ts";

const QUESTION = {
  shape: "shape",
  lock: "lock",
  recovery: "recovery cost",
  blastRadius: "blast radius",
  capacity: "capacity",
} as const;

const RETEST = "Test it, and write the new date.";
const MORE = ", which lets more writers in";

/** What an entry is about, in one or two words, for the margin. */
export function headOf(change: Change): string {
  switch (change.type) {
    case "verdict":
      return `now ${change.after}`;
    case "target-added":
      return "new target";
    case "target-removed":
      return "gone";
    case "target-renamed":
      return "renamed";
    case "runbook-stale":
    case "runbook-undated":
      return "runbook";
    case "capacity-stale":
    case "capacity-undated":
      return "capacity";
    case "override-expired":
      return "override";
    case "ignore-expired":
    case "ignore-idle":
      return "ignore";
    case "declaration-idle":
      return "declaration";
    case "policy":
    case "configured":
    case "answer":
    case "invariant":
    case "writers":
      return change.type;
  }
}

/** The target, glob or rule that an entry is about. */
export function subjectOf(change: Change): string {
  if ("target" in change) return change.target;
  if (change.type === "ignore-expired" || change.type === "ignore-idle") {
    return change.match === null ? change.rule : `${change.rule} on ${change.match}`;
  }
  return change.match;
}

/** What moved and what to do, as one sentence. Names are wrapped in backticks where they are code. */
export function sentenceOf(change: Change): string {
  switch (change.type) {
    case "target-added":
      return `was not there at the last review; its verdict is ${change.verdict}.`;
    case "target-removed":
      return "is written by nothing any more.";
    case "target-renamed":
      return `was \`${change.before}\`; the same jobs write it.`;
    case "verdict":
      return `was ${change.before}, is ${change.after}: configured ${change.now}.`;
    case "policy":
      return `was ${limitText(change.before)}, is ${limitText(change.after)}${change.relaxed ? MORE : ""}.`;
    case "configured":
      return `the pipelines had ${limitText(change.before)}, have ${limitText(change.after)}.`;
    case "answer":
      return answerSentence(change);
    case "invariant":
      return `${change.name} was ${change.before}, is ${change.after}.`;
    case "writers":
      return writersSentence(change.added, change.removed);
    case "runbook-stale":
      return `${nameOf(change.runbook)} was last tested on ${ago(change.lastTested, change.days)}. ${RETEST}`;
    case "runbook-undated":
      return `${nameOf(change.runbook)} has no date of a test.`;
    case "capacity-stale":
      return `${change.value} was measured on ${ago(change.measured, change.days)}. Measure it again, or lower it.`;
    case "capacity-undated":
      return `nobody wrote down when ${change.value} was measured. Put the date into \`because\`.`;
    case "override-expired":
      return `its reason held until ${change.until}: "${change.because}". Take it out, or give a reason that holds.`;
    case "ignore-expired":
      return `held until ${change.until} and hides nothing since. Take it out, or decide again.`;
    case "ignore-idle":
      return "hides no finding any more. Take it out.";
    case "declaration-idle":
      return `the ${change.what} applies to no target any more. Take it out, or correct its \`match\`.`;
  }
}

/** Which commit it came with; empty where there is nothing to say. */
export function originWords(origin: Origin | null): string {
  if (origin === null || origin.kind === "unknown") return "";
  if (origin.kind === "time") return "by no commit: a date has passed";
  if (origin.kind === "uncommitted") return "not committed yet";
  const names = origin.commits
    .slice(-3)
    .map((one) => `${one.hash.slice(0, 9)} (${one.author}, ${one.day}) ${one.subject}`);
  return origin.kind === "commit" ? `by ${names[0]}` : `by one of ${origin.commits.length}: ${names.join("; ")}`;
}

function ago(day: string, days: number): string {
  return `${day}, ${count(days, "day")} ago`;
}

function answerSentence(change: Extract<Change, { type: "answer" }>): string {
  const name = QUESTION[change.question];
  const [was, is] = change.sources;
  if (change.before === change.after) return `${name} is still ${change.after}, but ${is} where it was ${was}.`;
  return `${name} was ${change.before} (${was}), is ${change.after} (${is}).`;
}

function writersSentence(added: readonly string[], removed: readonly string[]): string {
  const parts = [added.length === 0 ? "" : `new: ${list(added)}`, removed.length === 0 ? "" : `gone: ${list(removed)}`];
  return `${parts.filter((part) => part !== "").join("; ")}.`;
}

function list(names: readonly string[]): string {
  const shown = names
    .slice(0, 5)
    .map((name) => `\`${name.replace("#", " › ")}\``)
    .join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

function nameOf(runbook: string | null): string {
  return runbook === null ? "the recovery path" : `\`${runbook}\``;
}
