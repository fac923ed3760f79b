import type { RuleHelp } from "../view/options.ts";
import { brief } from "../view/clean.ts";
import { count } from "../view/words.ts";
import { ruleAnchor } from "./anchors.ts";
import type { PageContext } from "./context.ts";
import { message } from "./findings.ts";
import { html, type Markup } from "./markup.ts";

/** What the audit could not judge or was told to leave out: without it a quiet page would say more than it knows. */
export function blindSpots({ report }: PageContext): Markup | null {
  const lists = [
    list(
      "Commands that change something and are not understood",
      report.notUnderstood.map((one) => html`<code>${brief(one.command)}</code> ${place(one.file, one.line)}`),
    ),
    list(
      "Bounds that were hit",
      report.limits.map((one) => html`${message(one.what)} ${one.file !== null && place(one.file, one.line)}`),
    ),
    list(
      "Findings set aside",
      report.ignored.map((one) => {
        const target = one.target !== null && html` on <code>${brief(one.target)}</code>`;
        return html`${count(one.count, "finding")} of <code>${one.rule}</code>${target}: ${brief(one.because)}`;
      }),
    ),
    list(
      "Seen, but written by no run",
      report.seenNotWritten.map((one) => html`${brief(one.kind)} <code>${brief(one.path)}</code>`),
    ),
  ].filter((part) => part !== null);
  return lists.length === 0 ? null : html`${lists}`;
}

function list(title: string, items: readonly Markup[]): Markup | null {
  if (items.length === 0) return null;
  return html`<h3>${title}</h3><ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

function place(file: string, line: number | null): Markup {
  return html`<span class="quiet">${line === null ? brief(file) : `${brief(file)}:${line}`}</span>`;
}

/** What the reported rules mean, for those that help is at hand. */
export function ruleHelp(context: PageContext): Markup | null {
  const known = context.rules.flatMap((rule) => {
    const help = context.options.rules?.get(rule);
    return help === undefined ? [] : [help];
  });
  return known.length === 0 ? null : html`${known.map(ruleEntry)}`;
}

function ruleEntry({ id, summary, docs }: RuleHelp): Markup {
  return html`<details class="rule-help" id="${ruleAnchor(id)}"><summary>
<code>${id}</code> ${message(summary)}</summary>
${paragraph(docs.what)}${paragraph(docs.why)}
${example("Not like this", docs.bad)}${example("Like this", docs.good)}
${paragraph(docs.fix)}</details>`;
}

function paragraph(text: string): Markup | null {
  return text === "" ? null : html`<p>${message(text)}</p>`;
}

function example(title: string, code: string): Markup | null {
  if (code === "") return null;
  return html`<p class="quiet">${title}</p><pre tabindex="0" aria-label="${title}">${code}</pre>`;
}
