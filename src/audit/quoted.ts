import type { Report } from "../model/report.ts";
import type { Tree } from "../model/tree.ts";

/** The text of every file that a report quotes or edits, by path. */
export function quotedTexts({ findings }: Report, tree: Tree): ReadonlyMap<string, string> {
  const files = new Set(
    findings.flatMap(({ locations, fix }) => [...locations, ...(fix?.edits ?? [])].map(({ file }) => file)),
  );
  const texts = new Map<string, string>();
  for (const file of [...files].sort()) {
    const read = tree.read(file);
    if (read?.ok) texts.set(file, read.file.text);
  }
  return texts;
}
