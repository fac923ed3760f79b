import { oneLine } from "../../reporters/view/clean.ts";
import { formatDuration } from "../runner/duration.ts";
import { shellWord } from "./shell-word.ts";
import type { BreakerView, QueueView, RateView, WaiterView } from "./view.ts";

function age(seconds: number): string {
  return formatDuration(seconds * 1000);
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd());
}

/** The queue of one target for people, at most `drops` of the latest drops. Ends in a newline. */
export function queueTable(view: QueueView, drops: number): string {
  const lines = [heading(view)];
  if (view.paused !== null) lines.push(`  paused: ${oneLine(view.paused)}`);
  if (view.breaker !== null && view.breaker.phase !== "normal") lines.push(`  ${breakerLine(view.breaker)}`);
  if (view.draining !== null) lines.push(`  draining: ${oneLine(view.draining)}`);
  if (view.holders.length + view.waiters.length === 0) lines.push("  nobody holds it, nobody waits");
  else lines.push(...columns(rowsOf(view)));
  lines.push(`  ${statsLine(view)}`);
  const shown = drops === 0 ? [] : view.drops.slice(-drops);
  if (shown.length > 0) {
    lines.push("  latest drops:");
    lines.push(...columns(shown.map(({ at, what, run, reason }) => ["", at, what, oneLine(run), oneLine(reason)])));
  }
  return `${lines.join("\n")}\n`;
}

function breakerLine({ phase, until }: BreakerView): string {
  const what = { normal: "", reduced: "admission is reduced", shut: "closed", probing: "one run tries" }[phase];
  return `circuit breaker: ${what}${until === null ? "" : `, nothing is granted until ${until}`}`;
}

function heading(view: QueueView): string {
  const { holders, permits, waiters, bound, counts, whenFull } = view;
  const states = counts === "waiting" ? "waiting" : "waiting, delayed and running";
  const limit = bound === null ? "no bound" : `at most ${bound} ${states}, when full: ${whenFull}`;
  return `${oneLine(view.target)}: ${holders.length} of ${permits} in use, ${waiters.length} waiting (${limit})`;
}

function rowsOf(view: QueueView): string[][] {
  const head = ["PLACE", "RUN", "WHO", "SINCE", "LEASE", "TOKEN", "LINK", "REASON"];
  const holders = view.holders.map((h) => [
    `slot ${h.slot}${h.state === "held" ? "" : ` (${h.state})`}`,
    oneLine(h.run),
    oneLine(`${h.actor}@${h.host}`),
    age(h.heldSeconds),
    age(h.leaseLeftSeconds),
    h.fence,
    oneLine(h.url) || "-",
    oneLine(h.reason) || "-",
  ]);
  const waiters = view.waiters.map((w) => [
    `${w.position}.${remarks(w)}`,
    oneLine(w.run),
    oneLine(`${w.actor}@${w.host}`),
    age(w.ageSeconds),
    "-",
    "-",
    oneLine(w.url) || "-",
    oneLine(w.reason) || "-",
  ]);
  return [head, ...holders, ...waiters];
}

/** What makes a waiter's place other than its turn. */
function remarks({ priority, lane, attempt, notBefore, rates }: WaiterView): string {
  const all = [
    priority === 0 ? "" : `priority ${priority}`,
    lane === "" ? "" : `lane ${oneLine(lane)}`,
    attempt === 1 ? "" : `attempt ${attempt}`,
    notBefore === null ? "" : `not before ${notBefore}`,
    rates.length === 0 ? "" : `rates ${rates.map(oneLine).join(", ")}`,
  ].filter((text) => text !== "");
  return all.length === 0 ? "" : ` (${all.join("; ")})`;
}

/** The rates of a store, one a line. */
export function rateTable(rates: readonly RateView[]): string {
  const rows = rates.map(({ key, limit, periodSeconds, burst, tokens }) => {
    return [oneLine(key), `${limit} in ${age(periodSeconds)}, burst ${burst}`, `${tokens} of ${burst} token(s) now`];
  });
  return rows.length === 0 ? "" : `rates:\n${columns(rows).join("\n")}\n`;
}

function statsLine({ stats }: QueueView): string {
  const rate = stats.contentionRate === null ? "-" : `${Math.round(stats.contentionRate * 100)}%`;
  const { p50 = 0, p90 = 0, p99 = 0 } = stats.waitSeconds ?? {};
  const waits = stats.waitSeconds === null ? "-" : `${age(p50)} / ${age(p90)} / ${age(p99)}`;
  const rest = `denials ${stats.denials}, idempotency hits ${stats.idempotencyHits}, expiries ${stats.expiries}`;
  return `contention ${rate}, wait p50/p90/p99 ${waits}, ${rest}`;
}

/** Dead letters with the command line that runs each again. */
export function deadTable(view: QueueView): string {
  if (view.dead.length === 0) return `${oneLine(view.target)}: no dead letters\n`;
  const lines = view.dead.flatMap((dead) => [
    `  ${dead.at}  ${oneLine(dead.run)}  ${oneLine(dead.actor)}: ${oneLine(dead.reason)}`,
    `    signalbox run --target ${shellWord(view.target)} -- ${dead.command.map(shellWord).join(" ")}`,
  ]);
  return `${oneLine(view.target)}: ${view.dead.length} dead letter(s)\n${lines.join("\n")}\n`;
}
