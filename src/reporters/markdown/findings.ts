import type { Report, ReportTarget } from "../../model/report.ts";
import { meetingWords, type Told } from "../view/alike.ts";
import type { FindingGroup } from "../view/families.ts";
import type { ReporterOptions } from "../view/options.ts";
import { cut } from "../view/clean.ts";
import { fixDiff } from "../view/patch.ts";
import { count, firstOf, groupsOf, startOf, wayOf, type Room } from "../view/words.ts";
import { code, fence, htmlCode, prose } from "./escape.ts";
import { mermaidTimeline } from "./timeline.ts";

const VALUES_SHOWN: Room = { most: 12, characters: 400 };
const PLACES_SHOWN = 10;
const ALIKE_SHOWN = 50;

/** One finding (or family of findings) as a block that stands alone: heading, message, timeline, what is like it, detail. */
export function findingBlock({ group, alike }: Told, report: Report, options: ReporterOptions): string {
  const { first } = group;
  const target = report.targets.find((one) => one.id === first.target);
  const place = first.locations[0];
  const where = place === undefined ? "" : ` · ${code(`${place.file}:${place.line}`)}`;
  const parts = [`#### ${capital(first.severity)} · ${code(first.rule)}${where}`, prose(first.message)];
  if (group.values.length > 0) parts.push(valuesLine(group.values));
  // Only a collision has a cause: in any other finding the runs need not be in the target together.
  if (first.witness !== undefined && first.cause !== undefined) {
    const diagram = mermaidTimeline(first.witness, target, first.target);
    if (diagram !== "") parts.push(fence(diagram, "mermaid"));
  }
  if (alike.length > 0) parts.push(alikePart({ group, alike }));
  const detail = detailBlock(group, target, options);
  if (detail !== "") parts.push(detail);
  return parts.join("\n\n");
}

function valuesLine(values: readonly string[]): string {
  const shown = firstOf(
    values.map((value) => code(value, 80)),
    VALUES_SHOWN,
    ", ",
  );
  return `The same for ${count(values.length, "target")} of this family: ${shown}.`;
}

function alikePart(told: Told): string {
  const { alike } = told;
  const targets = alike.reduce((sum, { members }) => sum + members.length, 0);
  const more = alike.length > ALIKE_SHOWN ? [`- and ${alike.length - ALIKE_SHOWN} more`] : [];
  const list = [...alike.slice(0, ALIKE_SHOWN).map(findingLine), ...more].join("\n");
  return collapsed(`${capital(meetingWords(told))} meet in the same way in ${count(targets, "more target")}`, list);
}

function detailBlock(group: FindingGroup, target: ReportTarget | undefined, options: ReporterOptions): string {
  const { first } = group;
  const lines: string[] = [];
  if (group.target !== null) lines.push(`- target: ${code(group.target)}`);
  for (const run of first.witness?.runs ?? []) {
    lines.push(`- ${prose(startOf(run), 200)}: ${code(wayOf(run))}, holds ${prose(groupsOf(run), 300)}`);
  }
  for (const place of first.locations.slice(1, PLACES_SHOWN))
    lines.push(`- also: ${code(`${place.file}:${place.line}`)}`);
  if (first.locations.length > PLACES_SHOWN) lines.push(`- and ${first.locations.length - PLACES_SHOWN} more places`);
  if (target !== undefined) lines.push(`- policy: ${target.policy.path.map((step) => prose(step, 200)).join("; ")}`);
  lines.push(`- confidence: ${first.confidence}`);
  const fix = fixPart(group, options);
  const title = fix === "" ? "Details" : "Details and what to do";
  return [`<details><summary>${title}</summary>`, lines.join("\n"), ...(fix === "" ? [] : [fix]), "</details>"].join(
    "\n\n",
  );
}

function fixPart(group: FindingGroup, options: ReporterOptions): string {
  const { fix, advice, rule } = group.first;
  if (fix === undefined) return advice === undefined ? "" : `By hand: ${prose(advice, 600)}`;
  const flag = fix.safety === "safe" ? "" : " --unsafe";
  const command = `signalbox patch --write${flag} --rule ${rule}`;
  const head = `Fix (${fix.safety}): ${prose(fix.title, 300)}. Apply with ${code(command)}.`;
  const diff = fixDiff(fix, options.sources);
  return diff === "" ? head : `${head}\n\n${fence(cut(diff, 3_000), "diff")}`;
}

/** A finding on one line, for the lists of what a change removed and of notes. */
export function findingLine(group: FindingGroup): string {
  const place = group.first.locations[0];
  const where = place === undefined ? "" : ` (${code(`${place.file}:${place.line}`)})`;
  const target = group.target === null ? "" : ` on ${code(group.target, 120)}`;
  return `- ${code(group.first.rule)}${target}${where}`;
}

/** A collapsed section; the blank lines make Markdown inside it Markdown again. */
export function collapsed(title: string, body: string, name?: string): string {
  const suffix = name === undefined ? "" : ` ${htmlCode(name)}`;
  return `<details><summary>${title}${suffix}</summary>\n\n${body}\n\n</details>`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
