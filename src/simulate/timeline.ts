import { oneLine } from "../reporters/view/clean.ts";
import { simulate } from "./engine.ts";
import { flatten } from "./flatten.ts";
import { overlapsOf, type Overlap } from "./overlaps.ts";
import { sentence, words } from "./sentences.ts";
import type { SimEvent, SimRun, SimState } from "./types.ts";

/** What a stretch of a bar says: works, waits for a group, waits for a person. */
const MARKS: Readonly<Partial<Record<SimState, string>>> = { running: "=", pending: ".", approval: "?" };
/** What stands behind a bar that did not end well. */
const ENDS: Readonly<Partial<Record<SimState, string>>> = {
  skipped: "skipped",
  replaced: "dropped",
  cancelled: "cancelled",
  refused: "turned away",
  deadlocked: "deadlock",
};
const LABEL = 30;
/** Columns that the longest word behind a bar needs. */
const END = 14;
/** Columns between two numbers of the ruler. */
const TICK = 8;

/** Runs as they were played: every change of state in order of time, and who was on one target together. */
export interface Played {
  readonly schemaVersion: 1;
  readonly runs: readonly SimRun[];
  readonly events: readonly SimEvent[];
  readonly overlaps: readonly Overlap[];
}

/** Plays the runs by the platform's rules. */
export function play(runs: readonly SimRun[]): Played {
  const events = simulate(runs);
  return { schemaVersion: 1, runs, events, overlaps: overlapsOf(runs, events) };
}

/** Draws who runs, waits, is dropped or cancelled, bars at most `width` columns wide; below them the same in words. */
export function drawTimeline({ runs, events, overlaps }: Played, width = 80): string {
  const last = Math.max(1, ...events.map(({ at }) => at));
  const scale = Math.min(1, Math.max(10, width - LABEL - END) / last);
  const lines = [ruler(last, scale)];
  for (const run of runs) lines.push(...rowsOf(run, events, scale, width));
  const told = [...events.flatMap((event) => sentence(event, runs)), ...words(overlaps, runs)];
  return [...lines, "", "= works   . waits for a group   ? waits for an approval", "", ...told, ""]
    .map((line) => line.trimEnd())
    .join("\n");
}

function rowsOf(run: SimRun, events: readonly SimEvent[], scale: number, width: number): readonly string[] {
  const lines = [fit(oneLine(`${run.id}  ${run.label}`), width)];
  for (const { path, depth, unit } of flatten(run)) {
    const own = eventsOf(events, run.id, path);
    const drawing = own.length === 0 ? "not started" : bar(own, scale);
    lines.push(row(`${"  ".repeat(depth + 1)}${oneLine(unit.id)}`, drawing, width));
  }
  const whole = eventsOf(events, run.id, "").filter(({ state }) => state !== "succeeded");
  const drawing = bar(whole, scale);
  if (drawing.trim() !== "" && whole.some(({ state }) => state === "pending" || ENDS[state]))
    lines.push(row("  (the whole run)", drawing, width));
  return lines;
}

function ruler(last: number, scale: number): string {
  let step = 1;
  for (const factor of tens()) {
    step = factor;
    if (step * scale >= TICK) break;
  }
  let line = "";
  for (let at = 0; at <= last; at += step) line = `${line.padEnd(Math.round(at * scale))}${at}`;
  return row("time", line, Number.MAX_SAFE_INTEGER);
}

/** 1, 2, 5, 10, 20, 50, … */
function* tens(): Generator<number> {
  for (let ten = 1; Number.isFinite(ten); ten *= 10) yield* [ten, 2 * ten, 5 * ten];
}

function row(label: string, drawing: string, width: number): string {
  const short = label.length > LABEL - 1 ? `${label.slice(0, LABEL - 2)}…` : label;
  return fit(`${short.padEnd(LABEL)}${drawing}`, width);
}

function fit(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}

function eventsOf(events: readonly SimEvent[], run: string, unit: string): readonly SimEvent[] {
  return events.filter((event) => event.run === run && event.unit === unit);
}

function bar(own: readonly SimEvent[], scale: number): string {
  let line = "";
  own.forEach((event, index) => {
    const mark = MARKS[event.state];
    const until = own[index + 1]?.at;
    const start = Math.round(event.at * scale);
    if (mark && until !== undefined)
      line = line.padEnd(start).padEnd(Math.max(Math.round(until * scale), start + (until > event.at ? 1 : 0)), mark);
    const end = ENDS[event.state];
    if (end) line = `${line.padEnd(start)}x ${end}`;
  });
  return line;
}
