import type { Summary } from "../../model/report.ts";
import type { Verdict } from "../../model/policy.ts";
import { count, revisionName } from "../view/words.ts";
import type { PageContext } from "./context.ts";
import { html, UNSPOKEN, type Markup } from "./markup.ts";
import { icon, verdictWords } from "./marks.ts";

const VERDICTS: readonly Verdict[] = ["looser", "unknown", "tighter", "matches"];

/** The head of the page: what was audited, the result in one sentence, and the share of each verdict. */
export function masthead({ report, options }: PageContext): Markup {
  const { summary } = report;
  const findings = [count(summary.errors, "error"), count(summary.warnings, "warning"), count(summary.notes, "note")];
  const subject = options.subject !== undefined && html` · <b>${options.subject}</b>`;
  const audited = `${count(summary.targets, "target")} and ${count(report.pipelines.length, "pipeline")}`;
  return html`<header class="masthead">
<p class="name">signalbox <span>${report.tool.version}</span>${subject}</p>
<h1>${headline(summary)}</h1>
<p class="counts">${findings.join(", ")} in ${audited}.${changeText(options)}</p>
${proportion(summary)}
</header>`;
}

function headline(summary: Summary): string {
  const { targets, looser, unknown } = summary;
  if (targets === 0) return "Nothing here writes to a shared target.";
  if (looser > 0) {
    const verb = looser === 1 ? "lets" : "let";
    return `${looser} of ${count(targets, "target")} ${verb} more writers in than the policy allows.`;
  }
  if (unknown > 0) return `No target is too open; ${unknown} of ${targets} could not be judged.`;
  return targets === 1 ? "The one target is as its policy wants." : `All ${targets} targets keep to their policy.`;
}

function changeText(options: PageContext["options"]): string {
  const { change } = options;
  if (change === undefined) return "";
  const hidden = change.hidden.length === 0 ? "" : `, ${count(change.hidden.length, "finding")} ignored from now on`;
  return ` Only what is new against ${revisionName(change.base)}; ${count(change.removed.length, "finding")} of it gone${hidden}.`;
}

function proportion(summary: Summary): Markup | null {
  if (summary.targets === 0) return null;
  const legend = (verdict: Verdict): Markup =>
    html`<li class="v-${verdict}">${icon(verdict)}<b>${summary[verdict]}</b> ${verdictWords(verdict)}</li>`;
  let from = 0;
  const bars = VERDICTS.map((verdict) => {
    const width = (summary[verdict] / summary.targets) * 100;
    const [x, wide] = [percent(from), percent(width)];
    const bar = html`<rect class="v-${verdict}" x="${x}" width="${wide}" y="0" height="10"></rect>`;
    from += width;
    return width === 0 ? null : bar;
  });
  return html`<div class="proportion"><svg width="100%" height="10" ${UNSPOKEN}>${bars}</svg>
<ul>${VERDICTS.map(legend)}</ul></div>`;
}

function percent(value: number): string {
  return `${value.toFixed(2)}%`;
}
