import type { TargetPairs, WriterPair, WriterRun } from "../model/pairs.ts";
import type { ReportTarget, WitnessRun } from "../model/report.ts";
import type { Style } from "../reporters/text/style.ts";
import { oneLine } from "../reporters/view/clean.ts";

/** Of one cause so many witnesses are printed; the rest are counted. */
const MOST_WITNESSES = 2;

/** Each writer with the values that it comes to in each class of runs. */
export function writerLines(target: ReportTarget, facts: TargetPairs, style: Style): string[] {
  const lines = target.writers.flatMap(({ file, line, job, command }, index) => [
    `  [${index}] ${oneLine(file)}:${line} ${oneLine(job)}: \`${oneLine(command)}\``,
    ...(facts.runs[index] ?? []).flatMap((run) => runLines(run, target.id)),
  ]);
  return [style.bold("Writers"), ...(lines.length === 0 ? ["  none"] : lines)];
}

function runLines({ start, leg, where, id, groups }: WriterRun, target: string): string[] {
  const held = groups.length === 0 ? "no group" : `group ${groups.map((name) => `"${oneLine(name)}"`).join(" and ")}`;
  const of = leg === "" ? "" : `, leg ${oneLine(leg)}`;
  const when = where.length === 0 ? "" : `, where ${where.map(oneLine).join(" and ")}`;
  const hits = id === target ? "" : `; writes ${oneLine(id)}`;
  return [`      ${oneLine(start)}${of}${when}: ${held}${hits}`];
}

/** For each pair of writers what keeps their runs apart, or two runs that meet. */
export function pairLines({ pairs }: TargetPairs, style: Style): string[] {
  if (pairs.length === 0) return [];
  return [style.bold("Pairs of writers"), ...pairs.flatMap(linesOfPair)];
}

function linesOfPair({ writers: [a, b], apart, meetings }: WriterPair): string[] {
  const who = a === b ? `[${a}] and a second run of it` : `[${a}] and [${b}]`;
  const causes = [...new Set(meetings.map(({ cause }) => cause))];
  const shown = causes
    .map((cause) => meetings.filter((one) => one.cause === cause))
    .flatMap((same) => [
      ...same
        .slice(0, MOST_WITNESSES)
        .flatMap(({ cause, witness }) => [
          `      meet (${cause}), witness ${witness.id}:`,
          ...witness.runs.map((run) => `        ${runWords(run)}`),
        ]),
      ...(same.length > MOST_WITNESSES ? [`      and ${same.length - MOST_WITNESSES} more of this cause`] : []),
    ]);
  const kept = apart.map((by) => `      ${meetings.length > 0 ? "otherwise apart" : "apart"}: ${oneLine(by)}`);
  return [`  ${who}`, ...shown, ...kept];
}

function runWords({ file, job, event, ref, inputs, matrix, groups }: WitnessRun): string {
  const given = Object.entries({ ...inputs, ...matrix }).map(([name, value]) => `${name}=${value}`);
  const values = given.length === 0 ? "" : ` (${given.join(", ")})`;
  const held = groups.length === 0 ? "holds no group" : `holds ${groups.map(({ name }) => `"${name}"`).join(" and ")}`;
  return oneLine(`${event} on ${ref === "" ? "no ref" : ref}${values}, ${file} › ${job}: ${held}`);
}
