import type { Cause, ReportTarget, Witness, WitnessRun } from "../../model/report.ts";
import { groupsOf, startOf, wayOf } from "../view/words.ts";
import { commandOf } from "../view/writer.ts";
import { html, type Markup } from "./markup.ts";

/** Where a run and its write begin and end, in percent of the width. There is no scale: only the order matters. */
interface Slot {
  readonly from: number;
  readonly to: number;
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
  if (runs.length < 2) return null;
  const slots = runs.map((_run, index) => slot(index, runs.length));
  const heights = runs.map(laneHeight);
  const tops = heights.map((_height, index) => heights.slice(0, index).reduce((sum, one) => sum + one, 0));
  const bottom = heights.reduce((sum, one) => sum + one, 0);
  const overlap = { from: Math.max(...slots.map((one) => one.writeFrom)), to: Math.min(...slots.map((one) => one.writeTo)) };
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
  const bands = run.groups.length > 0 ? run.groups : [null];
  const width = at.to - at.from;
  const writeTop = top + LABEL + bands.length * (BAND + 4);
  return html`${label(at.from, 100 - at.from, top, LABEL, "who", html`<b>${startOf(run)}</b> ${wayOf(run)}`)}
${bands.map((group, index) => {
  const y = top + LABEL + index * (BAND + 4);
  const text = group === null ? "no group" : html`<i>holds</i> ${group.name}`;
  return html`<rect class="${group === null ? "band none" : "band"}" x="${at.from}%" y="${y}" width="${width}%" height="${BAND}" rx="3"></rect>
${label(at.from, width, y, BAND, "held", text)}`;
})}
<rect class="write" x="${at.writeFrom}%" y="${writeTop}" width="${at.writeTo - at.writeFrom}%" height="${BAND}" rx="3"></rect>
${label(at.writeFrom, at.writeTo - at.writeFrom, writeTop, BAND, "command", command)}`;
}

function targetLane(slots: readonly Slot[], overlap: { from: number; to: number }, top: number, name: string): Markup {
  const y = top + LABEL;
  const from = Math.min(...slots.map((one) => one.writeFrom));
  const to = Math.max(...slots.map((one) => one.writeTo));
  return html`${label(0, 100, top, LABEL, "who", html`<b>in the target</b> ${name}`)}
<rect class="inside" x="${from}%" y="${y}" width="${to - from}%" height="${BAND}" rx="3"></rect>
<rect class="clash" x="${overlap.from}%" y="${y}" width="${overlap.to - overlap.from}%" height="${BAND}"></rect>
<rect class="stripes" x="${overlap.from}%" y="${y}" width="${overlap.to - overlap.from}%" height="${BAND}"></rect>
${label(overlap.from, overlap.to - overlap.from, y, BAND, "clash-text", html`<b>${slots.length === 2 ? "both" : "all"}<span> inside</span></b>`)}`;
}

/** Text inside a drawing that keeps its size and ends in an ellipsis, whatever the width. */
function label(x: number, width: number, y: number, height: number, kind: string, text: Markup | string): Markup {
  return html`<foreignObject x="${x}%" y="${y}" width="${width}%" height="${height}"><div class="${kind}">${text}</div></foreignObject>`;
}

function runLine(run: WitnessRun, index: number): Markup {
  return html`<p><b>Run ${index + 1}</b> ${startOf(run)}, <code>${wayOf(run)}</code> at <code>${run.file}:${run.line}</code>, holds ${groupsOf(run)}.</p>`;
}

function sameRun(cause: Cause | undefined): Markup | null {
  return cause === "same-run" ? html`<p>Both are jobs of one run: a workflow's group does not part them.</p>` : null;
}

function caption(runs: readonly WitnessRun[], name: string): string {
  const parts = runs.map((run) => `${startOf(run)} (${wayOf(run)}) holds ${groupsOf(run)}`);
  return `${parts.join("; ")}; ${runs.length === 2 ? "both" : "all"} are in ${name} at once.`;
}
