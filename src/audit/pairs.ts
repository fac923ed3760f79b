import type { TargetPairs, WriterPair, WriterRun } from "../model/pairs.ts";
import type { ReportWriter } from "../model/report.ts";
import type { Presence } from "../runs/presence.ts";
import { settle, type Cube } from "../values/cube.ts";
import { isDerived, show, variablesOf, type Text } from "../values/text.ts";
import type { Audit, AuditedTarget } from "./model.ts";
import { compareText, writerIndex } from "./report.ts";

/** What the model found out about a target's writers, numbered as in the report: for `explain`. */
export function pairsOf(audit: Audit, target: AuditedTarget, writers: readonly ReportWriter[]): TargetPairs {
  const index = writerIndex(audit, writers);
  return {
    runs: writers.map((_, at) =>
      unique(target.presences.filter((one) => index(one) === at).map((one) => runOf(one, target))),
    ),
    pairs: groupPairs(audit, target, index),
  };
}

function runOf({ use, cube, id, groups }: Presence, target: AuditedTarget): WriterRun {
  const { run, matrix } = use.unit;
  const texts = [id, ...groups.map(({ name }) => name)];
  const open = texts.flatMap((text) => variablesOf(settle(text, cube)).map(({ key }) => key));
  return {
    start: `${run.label} (${run.file})`,
    leg: [...matrix.values()].join(", "),
    where: conditionsOf(cube, texts, new Set(open)),
    id: `${target.kind}:${show(settle(id, cube))}`,
    groups: groups.map(({ name }) => show(settle(name, cube))),
  };
}

/** Values that a run must have to get there, as far as they are named; questions that nobody can decide are left out. */
function conditionsOf(cube: Cube, texts: readonly Text[], open: ReadonlySet<string>): readonly string[] {
  const labels = new Map(texts.flatMap((text) => labelsOf(text)));
  return [...cube].flatMap(([key, { within, not }]) => {
    const label = labels.get(key) ?? (/^[a-z][\w.-]*$/iu.test(key) ? key : null);
    if (label === null) return [];
    if (within && within.length <= 4) return [`${label} is ${within.map(quoted).join(" or ")}`];
    const others = not.filter((value) => value !== "");
    return open.has(key) && others.length > 0 ? [`${label} is not ${others.map(quoted).join(" or ")}`] : [];
  });
}

function labelsOf(text: Text): readonly (readonly [string, string])[] {
  return text.flatMap((part) => {
    if (typeof part === "string") return [];
    return isDerived(part) ? labelsOf(part.of) : [[part.variable.key, part.variable.label] as const];
  });
}

function quoted(value: string): string {
  return value === "" ? "empty" : value;
}

function groupPairs(
  audit: Audit,
  { encounters }: AuditedTarget,
  index: (presence: Presence) => number,
): readonly WriterPair[] {
  const pairs = new Map<
    string,
    { apart: string[]; meetings: WriterPair["meetings"][number][]; writers: [number, number] }
  >();
  const pairOf = (a: Presence, b: Presence): { apart: string[]; meetings: WriterPair["meetings"][number][] } => {
    const writers = [index(a), index(b)].sort((x, y) => x - y) as [number, number];
    const known = pairs.get(writers.join()) ?? { apart: [], meetings: [], writers };
    pairs.set(writers.join(), known);
    return known;
  };
  for (const { a, b, by } of encounters.apart) pairOf(a, b).apart.push(by);
  for (const meeting of encounters.meetings) {
    pairOf(meeting.a, meeting.b).meetings.push({ cause: meeting.cause, witness: audit.witness(meeting) });
  }
  return [...pairs.values()]
    .map(({ writers, apart, meetings }) => ({ writers, apart: unique(apart).toSorted(compareText), meetings }))
    .sort((a, b) => a.writers[0] - b.writers[0] || a.writers[1] - b.writers[1]);
}

function unique<T>(list: readonly T[]): readonly T[] {
  return [...new Map(list.map((one) => [JSON.stringify(one), one])).values()];
}
