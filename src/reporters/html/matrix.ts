import type { ReportTarget, ReportWriter } from "../../model/report.ts";
import { shorten } from "../view/clean.ts";
import { compare } from "../view/order.ts";
import { baseName, count } from "../view/words.ts";
import { targetAnchor } from "./anchors.ts";
import { entryAttributes, type PageContext } from "./context.ts";
import { html, UNSPOKEN, type Markup } from "./markup.ts";

const COLUMN = 22;
const ROW = 24;
const HEAD = 168;
/** Columns that fit on a printed page; beyond that the page prints words. */
const PAPER = 16;

/** `deploy-2` before `deploy-10`; one language on every machine. */
const NATURAL = new Intl.Collator("en", { numeric: true });

/** A column of the matrix: a job of a workflow, with the commands that it writes with. */
interface Column {
  readonly key: string;
  readonly label: string;
  readonly file: string;
}

/**
 * Targets down, jobs across, a mark where a job writes a target. Only marks are drawn, never empty cells, so that a
 * repository with hundreds of both stays light; rows follow their first column, which gathers what belongs together.
 */
export function matrix(context: PageContext): Markup | null {
  const columns = columnsOf(context.targets);
  if (columns.length === 0) return null;
  const at = new Map(columns.map((column, index) => [column.key, index]));
  const rows = [...context.targets]
    .filter((target) => target.writers.length > 0)
    .sort((a, b) => firstColumn(a, at) - firstColumn(b, at) || compare(a.id, b.id));
  const width = columns.length * COLUMN + HEAD - 40;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Targets and the jobs that write them">
<table class="${columns.length > PAPER ? "matrix wide" : "matrix"}">
<caption class="sr">Targets and the jobs that write them</caption>
<thead><tr><th scope="col">Target</th>
<th scope="col">${head(columns, width)}<span class="sr">Written by</span></th></tr></thead>
<tbody>${rows.map((target) => row(context, target, at, width))}</tbody></table></div>
<ul class="legend"><li>${sample("writes")} writes</li>
<li>${sample("clash")} can be there at the same time as the one it is joined to</li>
<li>${sample("self")} can meet a second run of itself</li></ul>`;
}

function columnsOf(targets: readonly ReportTarget[]): Column[] {
  const columns = new Map<string, Column>();
  for (const target of targets) {
    for (const writer of target.writers) {
      const key = keyOf(writer);
      if (!columns.has(key))
        columns.set(key, { key, label: `${baseName(writer.file)} › ${writer.job}`, file: writer.file });
    }
  }
  return [...columns.values()].sort((a, b) => NATURAL.compare(a.label, b.label) || compare(a.key, b.key));
}

function keyOf(writer: Pick<ReportWriter, "file" | "job">): string {
  return JSON.stringify([writer.file, writer.job]);
}

function firstColumn(target: ReportTarget, at: ReadonlyMap<string, number>): number {
  return Math.min(...target.writers.map((writer) => at.get(keyOf(writer)) ?? 0));
}

function head(columns: readonly Column[], width: number): Markup {
  const labels = columns.map((column, index) => {
    const edge = index * COLUMN;
    const isFirst = index > 0 && columns[index - 1]?.file !== column.file;
    const part = isFirst && html`<line class="part" x1="${edge}" x2="${edge}" y1="${HEAD - 16}" y2="${HEAD}"></line>`;
    const turn = `translate(${center(index) + 4} ${HEAD - 6}) rotate(-52)`;
    return html`${part}<text transform="${turn}">${shorten(column.label, 30)}</text>`;
  });
  return html`<svg class="heads" width="${width}" height="${HEAD}" ${UNSPOKEN}>${labels}</svg>`;
}

function row(context: PageContext, target: ReportTarget, at: ReadonlyMap<string, number>, width: number): Markup {
  const findings = context.findingsOf.get(target.id) ?? [];
  const pairs = clashes(context, target, at);
  const own = target.writers.map((writer) => at.get(keyOf(writer)) ?? 0);
  // A witness may name a job that the target's own list calls otherwise (the caller of a called workflow).
  const columns = [...new Set([...own, ...pairs.flat()])].sort((a, b) => a - b);
  const alone = new Set(pairs.filter(([a, b]) => a === b).map(([a]) => a));
  const joint = new Set(pairs.flat());
  const links = pairs.filter(([a, b]) => a !== b).map(([a, b]) => link(center(a), center(b)));
  const marks = columns.map((column) => mark(column, joint.has(column), alone.has(column)));
  return html`<tr class="entry v-${target.verdict}" ${entryAttributes(context, "matrix", target, findings)}>
<th scope="row"><a href="#${targetAnchor(target.id)}">${shorten(target.id, 60)}</a></th>
<td><svg width="${width}" height="${ROW}" ${UNSPOKEN}>${links}${marks}</svg>
<span class="sr">${spoken(target, pairs.length)}</span></td></tr>`;
}

function mark(column: number, clash: boolean, self: boolean): Markup {
  const x = center(column);
  const ring = self ? html`<circle class="self" cx="${x}" cy="12" r="8"></circle>` : null;
  return html`${ring}<circle class="${clash ? "clash" : "writes"}" cx="${x}" cy="12" r="4.5"></circle>`;
}

function link(from: number, to: number): Markup {
  return html`<line class="link" x1="${from}" x2="${to}" y1="12" y2="12"></line>`;
}

function center(column: number): number {
  return column * COLUMN + COLUMN / 2;
}

/** Pairs of columns that meet in a witness of this target; two runs of one job give a column twice. */
function clashes(context: PageContext, target: ReportTarget, at: ReadonlyMap<string, number>): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  for (const finding of context.findingsOf.get(target.id) ?? []) {
    const columns = (finding.witness?.runs ?? []).map((run) => at.get(keyOf(run)));
    const [a, b] = columns;
    if (a !== undefined && b !== undefined) pairs.set(`${a} ${b}`, a < b ? [a, b] : [b, a]);
  }
  return [...pairs.values()];
}

function spoken(target: ReportTarget, pairs: number): string {
  const jobs = [...new Set(target.writers.map((writer) => `${writer.job} in ${writer.file}`))].join("; ");
  const meeting = pairs === 0 ? "No two are shown to meet" : `${count(pairs, "pair")} can meet`;
  return `${jobs}. ${meeting}. ${target.verdict}.`;
}

function sample(kind: "writes" | "clash" | "self"): Markup {
  const ring = kind === "self" ? html`<circle class="self" cx="12" cy="12" r="8"></circle>` : null;
  const dot = html`<circle class="${kind === "self" ? "clash" : kind}" cx="12" cy="12" r="4.5"></circle>`;
  const joint = kind === "clash" && link(12, 24);
  return html`<svg class="v-looser" width="24" height="24" ${UNSPOKEN}>${joint}${ring}${dot}</svg>`;
}
