import { simulate } from "./engine.ts";
import type { SimEvent, SimRun, SimState, SimUnit } from "./types.ts";

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

/** Plays the runs and draws who runs, waits, is dropped or cancelled, at most `width` columns wide. */
export function drawTimeline(runs: readonly SimRun[], width = 80): string {
  const events = simulate(runs);
  const last = Math.max(1, ...events.map(({ at }) => at));
  const columns = Math.max(10, width - LABEL - 14);
  const scale = Math.min(1, columns / last);
  const lines = [ruler(last, scale)];
  for (const run of runs) {
    lines.push(row(`${run.id}  ${run.label}`, "", true));
    for (const { path, depth, unit } of flatten(run.jobs))
      lines.push(row(`${"  ".repeat(depth + 1)}${unit.id}`, bar(eventsOf(events, run.id, path), scale)));
    const whole = eventsOf(events, run.id, "");
    if (whole.some(({ state }) => state === "pending" || ENDS[state]))
      lines.push(
        row(
          "  (the whole run)",
          bar(
            whole.filter(({ state }) => state !== "succeeded"),
            scale,
          ),
        ),
      );
  }
  lines.push(
    "",
    "= works   . waits for a group   ? waits for an approval",
    "",
    ...events.flatMap((event) => sentence(event, runs)),
  );
  return `${lines.map((line) => fit(line.trimEnd(), width)).join("\n")}\n`;
}

/** The same as data: the runs as they were played and every change of state in order of time. */
export function timelineJson(runs: readonly SimRun[]): string {
  return `${JSON.stringify({ schemaVersion: 1, runs, events: simulate(runs) }, null, 2)}\n`;
}

function ruler(last: number, scale: number): string {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => one * scale >= 8) ?? 2000;
  let line = "";
  for (let at = 0; at <= last; at += step) line = `${line.padEnd(Math.round(at * scale))}${at}`;
  return row("time", line);
}

function row(label: string, drawing: string, wide = false): string {
  if (wide) return label;
  const short = label.length > LABEL - 1 ? `${label.slice(0, LABEL - 2)}…` : label;
  return `${short.padEnd(LABEL)}${drawing}`;
}

function fit(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}

function flatten(
  jobs: readonly SimUnit[],
  prefix = "",
  depth = 0,
): readonly { readonly path: string; readonly depth: number; readonly unit: SimUnit }[] {
  return jobs.flatMap((unit) => {
    const path = prefix === "" ? unit.id : `${prefix}/${unit.id}`;
    return [{ path, depth, unit }, ...flatten(unit.jobs, path, depth + 1)];
  });
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

/** What happened to whom, where it is more than starting and ending. */
function sentence(event: SimEvent, runs: readonly SimRun[]): readonly string[] {
  const who = event.unit === "" ? event.run : `${event.run}, ${event.unit}`;
  const when = `at ${event.at}: ${who}`;
  const by = event.by === undefined ? "" : ` by ${event.by}`;
  switch (event.state) {
    case "pending":
      return [`${when} waits for "${event.group ?? ""}"`];
    case "replaced":
      return [`${when} is dropped from the line of "${event.group ?? ""}"${by}`];
    case "cancelled":
      return [`${when} is cancelled${by}`];
    case "refused":
      return [`${when} is turned away, since 100 wait for "${event.group ?? ""}" already`];
    case "deadlocked":
      return [`${when} asks for "${event.group ?? ""}", which its own run holds: a deadlock`];
    case "approval":
      return [`${when} waits for an approval${holds(event, runs)}`];
    default:
      return [];
  }
}

function holds(event: SimEvent, runs: readonly SimRun[]): string {
  const unit = flatten(runs.find(({ id }) => id === event.run)?.jobs ?? []).find(
    ({ path }) => path === event.unit,
  )?.unit;
  const names = (unit?.groups ?? []).map(({ name }) => `"${name}"`);
  return names.length === 0 ? "" : ` and holds ${names.join(" and ")} meanwhile`;
}
