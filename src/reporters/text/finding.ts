import type { ReportFinding, ReportTarget, Witness } from "../../model/report.ts";
import type { Location } from "../../model/span.ts";
import { oneLine, shorten } from "../view/clean.ts";
import { meetingWords, type Told } from "../view/alike.ts";
import type { FindingGroup } from "../view/families.ts";
import { count, firstOf, startOf, wayOf, type Room } from "../view/words.ts";
import { commandOf } from "../view/writer.ts";
import { codeFrame } from "./frame.ts";
import { wrap } from "./measure.ts";
import type { TextOptions } from "./options.ts";
import type { Style } from "./style.ts";

const VALUES_SHOWN: Room = { most: 12, characters: 240 };
const PLACES_SHOWN = 6;
const ALIKE_SHOWN = 12;
const INDENT = "    ";
const HANG = "  ";

function placeText(place: Location): string {
  return oneLine(`${place.file}:${place.line}:${place.column}`);
}

/** `holds group a and group b`, in few words. */
function holds({ groups }: Witness["runs"][number]): string {
  return groups.length === 0 ? "holds no group" : `holds ${groups.map((group) => oneLine(group.name)).join(" and ")}`;
}

/** The two runs, a line each, and what both do. */
function witnessLines(witness: Witness, target: ReportTarget | undefined, width: number): readonly string[] {
  const runs = witness.runs.map((run) => `${startOf(run)} (${wayOf(run)}) ${holds(run)}`);
  const commands = new Set(witness.runs.map((run) => commandOf(run, target)).filter((command) => command !== null));
  const both = [...commands].map((command) => `\`${shorten(command, 80)}\``).join(" and ");
  const lines = both === "" || runs.length < 2 ? runs : [...runs, `at the same time: ${both} (${oneLine(witness.id)})`];
  return lines.map((line) => wrap(line, width, INDENT, HANG));
}

function fixLine({ fix, advice }: ReportFinding): string | null {
  if (fix !== undefined) return `fix (${fix.safety}): ${oneLine(fix.title)}`;
  return advice === undefined ? null : `by hand: ${oneLine(advice)}`;
}

function valuesLine(values: readonly string[]): string | null {
  if (values.length === 0) return null;
  const shown = firstOf(
    values.map((value) => shorten(value, 60)),
    VALUES_SHOWN,
    " | ",
  );
  return `the same for ${values.length} targets of this form: ${shown}`;
}

function alsoLine(places: readonly Location[]): string | null {
  if (places.length === 0) return null;
  const shown = places.slice(0, PLACES_SHOWN).map(placeText).join(", ");
  return `also: ${shown}${places.length > PLACES_SHOWN ? ` and ${places.length - PLACES_SHOWN} more` : ""}`;
}

/** What a block needs beside the finding itself. */
export interface FindingContext {
  readonly target: ReportTarget | undefined;
  readonly options: TextOptions;
  readonly style: Style;
  /** Where to read about the rule: said once for each rule. */
  readonly isFirstOfRule: boolean;
  /** Whether the lines above have shown the code of the same place. */
  readonly isPlaceShown: boolean;
}

/** Other targets in which the same jobs meet, or others of their workflows: where, and which. */
function alikeLines(told: Told, width: number): readonly string[] {
  const { alike } = told;
  if (alike.length === 0) return [];
  const targets = alike.reduce((sum, { members }) => sum + members.length, 0);
  const lines = alike.slice(0, ALIKE_SHOWN).map(({ first, target, members }) => {
    const place = first.locations[0] === undefined ? "" : `${placeText(first.locations[0])} `;
    const more = members.length === 1 ? "" : ` (${count(members.length, "target")})`;
    return `${HANG}${place}${oneLine(target ?? "")}${more}`;
  });
  const rest = alike.length > ALIKE_SHOWN ? [`${HANG}… and ${alike.length - ALIKE_SHOWN} more`] : [];
  const intro = `${meetingWords(told)} meet in the same way in ${count(targets, "more target")}:`;
  return [wrap(intro, width, INDENT, HANG), ...[...lines, ...rest].map((line) => `${INDENT}${line}`)];
}

/**
 * One finding, or a family of findings, as lines: where, what happens, the code, the witness, what else is like it, what
 * to do.
 */
export function findingLines(group: FindingGroup, alike: readonly FindingGroup[], context: FindingContext): string[] {
  const { target, options, style, isFirstOfRule, isPlaceShown } = context;
  const { first } = group;
  const [place, ...others] = first.locations;
  const source = place === undefined || isPlaceShown ? undefined : options.sources.get(place.file);
  const where = place === undefined ? "" : `${placeText(place)} `;
  const doubt = first.confidence === "high" ? "" : style.dim(` (confidence ${first.confidence})`);
  const seen = [valuesLine(group.values), alsoLine(others)];
  const next = [fixLine(first), isFirstOfRule ? `more: signalbox explain ${oneLine(first.rule)}` : null];
  const wrapped = (lines: readonly (string | null)[]): readonly string[] =>
    lines.filter((line) => line !== null).map((line) => wrap(line, options.width, INDENT, HANG));
  return [
    `  ${style.bold(where)}${style.severity[first.severity](first.severity)} ${oneLine(first.rule)}${doubt}`,
    wrap(oneLine(first.message), options.width, INDENT),
    ...(place === undefined ? [] : codeFrame(source, place, options.width, style)),
    ...(first.witness === undefined ? [] : witnessLines(first.witness, target, options.width)),
    ...wrapped(seen),
    ...alikeLines({ group, alike }, options.width),
    ...wrapped(next),
  ];
}
