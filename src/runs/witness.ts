import type { Location } from "../model/span.ts";
import type { HeldGroup, Witness, WitnessRun } from "../model/report.ts";
import type { Span } from "../model/span.ts";
import { constraintOf, openParts, settle, stripped, type Cube } from "../values/cube.ts";
import { digest } from "../values/digest.ts";
import { samples } from "../values/samples.ts";
import { concat, isDerived, show, termKey, type Text } from "../values/text.ts";
import type { Meeting } from "./meet.ts";
import type { Presence } from "./presence.ts";
import type { Side } from "./unify.ts";
import { uniqueValues } from "./unique.ts";

/** Lines and columns of a span; the audit has the files. */
export type Locate = (span: Span) => Location;

/** The two concrete runs of a meeting, with the groups that each of them holds. */
export function witnessOf(meeting: Meeting, locate: Locate): Witness {
  const runs = [runOf(meeting, "a", locate), runOf(meeting, "b", locate)];
  return { id: `w-${digest(JSON.stringify(runs)).slice(0, 8)}`, runs };
}

/** For a run that nothing but its own cube decides. */
const NOTHING_DECIDED: Meeting["solution"] = {
  soft: false,
  render: (_side, text) => show(text),
  value: () => undefined,
};

/** One concrete run that brings a writer into its target, whoever else may be there. */
export function soloRun(presence: Presence, side: Side, locate: Locate): WitnessRun {
  return runOf({ a: presence, b: presence, solution: NOTHING_DECIDED }, side, locate);
}

function runOf(meeting: Pick<Meeting, "a" | "b" | "solution">, side: Side, locate: Locate): WitnessRun {
  const presence = meeting[side];
  const { unit, act } = presence.use;
  const write = (text: Text): string => concreteText(meeting, side, text);
  return {
    file: unit.run.file,
    job: unit.path.map(({ job }) => job).join("/"),
    line: locate(act.act.via[0] ?? act.act.span).line,
    event: unit.run.event,
    ref: write(unit.run.ref),
    inputs: Object.fromEntries([...unit.run.inputs].map(([name, text]) => [name, write(text)])),
    matrix: Object.fromEntries(unit.matrix),
    via: act.act.via.map((span) => {
      const at = locate(span);
      return `${at.file}:${at.line}`;
    }),
    groups: presence.groups.map((group): HeldGroup => {
      const at = locate(group.declaration.span);
      return { name: write(group.name), level: group.declaration.level, file: at.file, line: at.line };
    }),
  };
}

/** A text with concrete values: those of the meeting, and plausible ones for what the meeting left open. */
export function concreteText(meeting: Pick<Meeting, "a" | "b" | "solution">, side: Side, text: Text): string {
  const { cube } = meeting[side];
  const settled = settle(text, cube);
  const known = new Map<string, string>();
  for (const part of openParts(settled)) {
    const key = termKey(part);
    const value = meeting.solution.value(side, key) ?? plausible(cube, part, side);
    known.set(key, isDerived(part) ? value : stripped(part, value));
  }
  return concat(
    ...settled.map((part): Text => (typeof part === "string" ? [part] : [known.get(termKey(part)) ?? ""])),
  ).join("");
}

function plausible(cube: Cube, part: Exclude<Text[number], string>, side: Side): string {
  if (isDerived(part)) return `<${part.name}>`;
  if (part.variable.kind === "constant" || part.variable.kind === "output") return `<${part.variable.label}>`;
  if (part.variable.kind === "unique") return uniqueValues(part.variable, side)[0] ?? "";
  const [first, second = first] = samples(constraintOf(cube, part), 2, part.variable.examples);
  // Where an expression admits `main` alone it admits `MAIN`, a branch that nobody has.
  const other = second?.toLowerCase() === first?.toLowerCase() ? first : second;
  return (side === "a" ? first : other) ?? `<${part.variable.label}>`;
}
