import type { ReportTarget, Witness, WitnessRun } from "../../model/report.ts";
import { cut, oneLine } from "../view/clean.ts";
import { baseName, startOf, wayOf } from "../view/words.ts";
import { commandOf } from "../view/writer.ts";

/**
 * The witness as a Mermaid sequence diagram: who starts, what each holds, and both inside the target.
 * https://mermaid.js.org/syntax/sequenceDiagram.html
 */
export function mermaidTimeline(witness: Witness, target: ReportTarget | undefined, targetId: string | null): string {
  const runs = witness.runs.slice(0, 4);
  if (runs.length < 2) return "";
  const lines = ["sequenceDiagram"];
  for (const [index, run] of runs.entries()) {
    lines.push(`  participant R${index + 1} as ${label(startOf(run), 60)}<br/>${label(wayOf(run), 60)}`);
  }
  lines.push(`  participant T as ${label(shortTarget(targetId ?? "the target"), 48)}`);
  for (const [index, run] of runs.entries()) lines.push(`  Note over R${index + 1}: ${heldLabel(run)}`);
  for (const [index, run] of runs.entries()) {
    lines.push(`  R${index + 1}->>+T: ${label(commandOf(run, target) ?? "writes", 60)}`);
  }
  lines.push(`  Note over T: ${runs.length === 2 ? "two writers" : `${runs.length} writers`} at once`);
  for (const index of runs.keys()) lines.push(`  T-->>-R${index + 1}: done`);
  return lines.join("\n");
}

function heldLabel(run: WitnessRun): string {
  if (run.groups.length === 0) return "holds no group";
  return `holds ${run.groups.map((group) => label(group.name, 60)).join("<br/>and ")}`;
}

function shortTarget(id: string): string {
  const tail = baseName(id);
  return tail === "" || tail.length > 48 ? id : tail;
}

/**
 * Everything but letters, digits and the plainest marks as entity codes, which Mermaid decodes after parsing: `;`
 * ends a statement, `#` opens a code, `%%` a comment, and the word `end` closes a block even inside a label.
 */
function label(text: string, max: number): string {
  const plain = cut(oneLine(text), max).replace(/[^\p{L}\p{N} ./,()›_-]/gu, (char) => `#${char.codePointAt(0)};`);
  return plain.replace(/\bend\b/gi, (word) => `#${word.codePointAt(0)};${word.slice(1)}`);
}
