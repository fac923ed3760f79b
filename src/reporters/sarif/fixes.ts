import type { Edit, Fix } from "../../model/report.ts";
import { compare } from "../view/order.ts";
import type { SarifFix, SarifReplacement } from "./log.ts";
import { sarifText } from "./message.ts";
import { artifact, regionOf } from "./places.ts";

/**
 * A fix with its edits as regions. Regions need the text that the edits count in, so a fix that touches a file which is
 * not at hand is left out whole: half a fix is worse than none.
 */
export function sarifFixes(fix: Fix | undefined, sources: ReadonlyMap<string, string>): SarifFix[] {
  if (fix === undefined || fix.edits.length === 0) return [];
  if (fix.edits.some((edit) => !sources.has(edit.file))) return [];
  const files = [...new Set(fix.edits.map((edit) => edit.file))].sort(compare);
  const suffix = fix.safety === "safe" ? "" : " (review before applying: it changes more than when things run)";
  return [
    {
      description: { text: sarifText(fix.title) + suffix },
      artifactChanges: files.map((file) => ({
        artifactLocation: artifact(file),
        replacements: replacements(fix.edits, file, sources.get(file) ?? ""),
      })),
    },
  ];
}

function replacements(edits: readonly Edit[], file: string, text: string): SarifReplacement[] {
  const own = edits.filter((edit) => edit.file === file).sort((a, b) => a.start - b.start || a.end - b.end);
  return own.map((edit) => ({
    deletedRegion: regionOf(text, edit.start, edit.end),
    ...(edit.text === "" ? {} : { insertedContent: { text: edit.text } }),
  }));
}
