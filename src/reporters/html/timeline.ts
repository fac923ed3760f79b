import type { Cause, ReportTarget, Witness, WitnessRun } from "../../model/report.ts";
import { brief } from "../view/clean.ts";
import { groupsOf, startOf, wayOf } from "../view/words.ts";
import { commandOf } from "../view/writer.ts";
import { html, type Markup } from "./markup.ts";

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Where a run and its write begin and end, in percent of the width. There is no scale: only the order matters. */
interface Slot extends Stretch {
  readonly writeFrom: number;
  readonly writeTo: number;
}

const LABEL = 22;
const BAND = 22;
const GAP = 16;

/**
 * A collision, drawn: each run with the groups that it holds and its write, one under the other, and at the bottom the
 * target with the stretch in which both are inside. The caption says the same in words.
 */
export function timeline(
  witness: Witness,
  target: ReportTarget | undefined,
  name: string,
  cause: Cause | undefined,
): Markup | null {
  const runs = witness.runs.slice(0, 4);
  if (runs.length === 0) return null;
  // Only a collision has a cause: in any other finding the runs need not be in the target together.
  if (runs.length < 2 || cause === undefined) return html`<div class="runs">${runs.map(runLine)}</div>`;
  const slots = runs.map((_run, index) => slot(index, runs.length));
  const heights = runs.map(laneHeight);
  const tops = heights.map((_height, index) => heights.slice(0, index).reduce((sum, one) => sum + one, 0));
  const bottom = heights.reduce((sum, one) => sum + one, 0);
  const overlap = {
    from: Math.max(...slots.map((one) => one.writeFrom)),
    to: Math.min(...slots.map((one) => one.writeTo)),
  };
  const height = bottom + LABEL + BAND + 2;
  return html`<figure class="timeline">
<svg width="100%" height="${height}" role="img" aria-label="${caption(runs, name)}">
<rect class="both" x="${overlap.from}%" y="0" width="${overlap.to - overlap.from}%" height="${height}"></rect>
${runs.map((run, index) => lane(run, slots[index]!, tops[index]!, commandOf(run, target) ?? "write"))}
${targetLane(slots, overlap, bottom, name)}
</svg>
<figcaption>${sameRun(cause)}${runs.map((run, index) => runLine(run, index))}</figcaption>
</figure>`;
}

function slot(index: number, runs: number): Slot {
  const step = 24 / Math.max(1, runs - 1);
  const shift = index * step;
  return { from: shift, to: 72 + shift, writeFrom: 20 + shift, writeTo: 64 + shift };
}

function laneHeight(run: WitnessRun): number {
  return LABEL + Math.max(1, run.groups.length) * (BAND + 4) + BAND + GAP;
}

function lane(run: WitnessRun, at: Slot, top: number, command: string): Markup {
  const bands = run.groups.length > 0 ? run.groups.map((group) => group.name) : [null];
  const writeTop = top + LABEL + bands.length * (BAND + 4);
  const held = bands.map((name, index) => band(name, at, top + LABEL + index * (BAND + 4)));
  const write = { from: at.writeFrom, to: at.writeTo };
  return html`${label({ from: at.from, to: 100 }, top, "who", html`<b>${brief(startOf(run))}</b> ${brief(wayOf(run))}`)}
${held}${bar("write", write, writeTop)}${label(write, writeTop, "command", command)}`;
}

function band(name: string | null, at: Stretch, y: number): Markup {
  const text = name === null ? "no group" : html`<i>holds</i> ${brief(name)}`;
  return html`${bar(name === null ? "band none" : "band", at, y)}${label(at, y, "held", text)}`;
}

function targetLane(slots: readonly Slot[], overlap: Stretch, top: number, name: string): Markup {
  const y = top + LABEL;
  const all = {
    from: Math.min(...slots.map((one) => one.writeFrom)),
    to: Math.max(...slots.map((one) => one.writeTo)),
  };
  const who = slots.length === 2 ? "both" : "all";
  return html`${label({ from: 0, to: 100 }, top, "who", html`<b>in the target</b> ${brief(name)}`)}
${bar("inside", all, y)}${bar("clash", overlap, y)}${bar("stripes", overlap, y)}
${label(overlap, y, "clash-text", html`<b>${who}<span> inside</span></b>`)}`;
}

function bar(kind: string, at: Stretch, y: number): Markup {
  const width = at.to - at.from;
  return html`<rect class="${kind}" x="${at.from}%" y="${y}" width="${width}%" height="${BAND}" rx="3"></rect>`;
}

/** Text inside a drawing that keeps its size and ends in an ellipsis, whatever the width. */
function label(at: Stretch, y: number, kind: string, text: Markup | string): Markup {
  return html`<foreignObject x="${at.from}%" y="${y}" width="${at.to - at.from}%" height="${BAND}">
<div class="${kind}">${text}</div></foreignObject>`;
}

function runLine(run: WitnessRun, index: number): Markup {
  const place = html`<code>${brief(wayOf(run))}</code> at <code>${brief(run.file)}:${run.line}</code>`;
  return html`<p><b>Run ${index + 1}</b> ${brief(startOf(run))}, ${place}, holds ${brief(groupsOf(run))}.</p>`;
}

function sameRun(cause: Cause | undefined): Markup | null {
  return cause === "same-run" ? html`<p>Both are jobs of one run: a workflow's group does not part them.</p>` : null;
}

function caption(runs: readonly WitnessRun[], name: string): string {
  const parts = runs.map((run) => `${brief(startOf(run))} (${brief(wayOf(run))}) holds ${brief(groupsOf(run))}`);
  return `${parts.join("; ")}; ${runs.length === 2 ? "both" : "all"} are in ${brief(name)} at once.`;
}
