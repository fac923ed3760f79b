import type { RuleHelp } from "../view/options.ts";
import { count } from "../view/words.ts";
import { ruleAnchor } from "./anchors.ts";
import type { PageContext } from "./context.ts";
import { message } from "./findings.ts";
import { html, type Markup } from "./markup.ts";

/** What the audit could not judge or was told to leave out: without it a quiet page would say more than it knows. */
export function blindSpots({ report }: PageContext): Markup | null {
  const lists = [
    list("Commands that change something and are not understood", report.notUnderstood.map((one) => html`<code>${one.command}</code> ${place(one.file, one.line)}`)),
    list("Bounds that were hit", report.limits.map((one) => html`${message(one.what)} ${one.file !== null && place(one.file, one.line)}`)),
    list("Findings set aside", report.ignored.map((one) => html`${count(one.count, "finding")} of <code>${one.rule}</code>${one.target !== null && html` on <code>${one.target}</code>`}: ${one.because}`)),
    list("Seen, but written by no run", report.seenNotWritten.map((one) => html`${one.kind} <code>${one.path}</code>`)),
  ].filter((part) => part !== null);
  return lists.length === 0 ? null : html`${lists}`;
}

function list(title: string, items: readonly Markup[]): Markup | null {
  if (items.length === 0) return null;
  return html`<h3>${title}</h3><ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

function place(file: string, line: number | null): Markup {
  return html`<span class="quiet">${line === null ? file : `${file}:${line}`}</span>`;
}

/** What the reported rules mean, for those that help is at hand. */
export function ruleHelp(context: PageContext): Markup | null {
  const known = context.rules.flatMap((rule) => {
    const help = context.options.rules?.get(rule);
    return help === undefined ? [] : [help];
  });
  return known.length === 0 ? null : html`${known.map(ruleEntry)}`;
}

function ruleEntry(rule: RuleHelp): Markup {
  return html`<details class="rule-help" id="${ruleAnchor(rule.id)}"><summary><code>${rule.id}</code> ${message(rule.summary)}</summary>
<p>${message(rule.docs.what === "" ? rule.summary : rule.docs.what)}</p>
${rule.docs.why !== "" && html`<p>${message(rule.docs.why)}</p>`}
${rule.docs.bad !== "" && html`<p class="quiet">Not like this</p><pre tabindex="0" aria-label="Not like this">${rule.docs.bad}</pre>`}
${rule.docs.good !== "" && html`<p class="quiet">Like this</p><pre tabindex="0" aria-label="Like this">${rule.docs.good}</pre>`}
${rule.docs.fix !== "" && html`<p>${message(rule.docs.fix)}</p>`}</details>`;
}
