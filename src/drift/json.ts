import { jsonText } from "../reporters/view/json-text.ts";
import type { Drift } from "./change.ts";
import { sentenceOf } from "./words.ts";

/** The comparison for programs. `text` is the sentence that the other formats print. */
export function driftJson(drift: Drift): string {
  const { from, to, unchanged, before, after } = drift;
  const entries = drift.entries.map(({ change, decide, origin }) => ({
    ...change,
    decide,
    text: sentenceOf(change),
    ...(origin === null ? {} : { origin }),
  }));
  const decisions = entries.filter((entry) => entry.decide).length;
  return jsonText({ schemaVersion: 1, from, to, decisions, entries, unchanged, verdicts: { before, after } });
}
