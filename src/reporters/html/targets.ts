import type { ReportAnswer, ReportEvidence, ReportFinding, ReportTarget } from "../../model/report.ts";
import type { InvariantName } from "../../model/policy.ts";
import { familyValue } from "../view/families.ts";
import { count, decisionWords, limitWords } from "../view/words.ts";
import { findingAnchor, targetAnchor } from "./anchors.ts";
import { facets, type PageContext } from "./context.ts";
import { gauge } from "./gauge.ts";
import { html, joined, type Markup } from "./markup.ts";
import { severityMark, verdictMark } from "./marks.ts";

const INVARIANTS: readonly (readonly [InvariantName, string])[] = [
  ["source-of-truth", "Source of truth"],
  ["target-lock", "Target's own lock"],
  ["queue-visible", "Queue is visible"],
  ["recovery-known", "Recovery is known"],
];

/** Every target, worst first; instances of one template under one heading. */
export function targetList(context: PageContext): Markup {
  const families = new Map<string, ReportTarget[]>();
  const order: (ReportTarget | ReportTarget[])[] = [];
  for (const target of context.targets) {
    if (target.family === null) {
      order.push(target);
      continue;
    }
    const key = JSON.stringify([target.family, target.verdict]);
    const members = families.get(key);
    if (members) members.push(target);
    else {
      const fresh = [target];
      families.set(key, fresh);
      order.push(fresh);
    }
  }
  return html`<div class="targets">${order.map((one) => {
    if (!Array.isArray(one)) return targetEntry(context, one as ReportTarget, null);
    return one.length === 1 ? targetEntry(context, one[0]!, null) : family(context, one);
  })}</div>`;
}

function family(context: PageContext, members: readonly ReportTarget[]): Markup {
  const first = members[0]!;
  return html`<details class="family" data-family>
<summary>${row(first, html`<code>${first.family}</code>`, `${count(members.length, "target")} of one template`)}</summary>
<div class="members">${members.map((member) => targetEntry(context, member, first.family))}</div>
</details>`;
}

function targetEntry(context: PageContext, target: ReportTarget, template: string | null): Markup {
  const findings = context.findingsOf.get(target.id) ?? [];
  const facet = facets(context, target, findings);
  const value = template === null ? null : html`<b>${familyValue(template, target.id)}</b> `;
  const under = [target.kind, target.environment].filter((part) => part !== null && part !== "").join(" · ");
  return html`<details class="target entry" id="${targetAnchor(target.id)}" data-list="targets" data-verdict="${facet.verdict}" data-kind="${facet.kind}" data-severity="${facet.severity}" data-rule="${facet.rule}">
<summary>${row(target, html`${value}<code>${target.id}</code>`, under)}</summary>
<div class="body">${findingLinks(findings)}${answers(target)}${policy(target)}${invariants(target)}${writers(target)}${proof(target)}</div>
</details>`;
}

function row(target: ReportTarget, name: Markup, under: string): Markup {
  const change = `${limitWords(target.configured.limit)} → ${decisionWords(target.policy)}`;
  return html`${verdictMark(target.verdict)}<span class="name">${name}<span class="under">${under}</span></span><span class="level">${gauge(target)}<span class="words">${change}</span></span>`;
}

function findingLinks(findings: readonly ReportFinding[]): Markup | null {
  if (findings.length === 0) return null;
  return html`<ul class="plain">${findings.map((finding) => html`<li>${severityMark(finding.severity)} <a href="#${findingAnchor(finding.fingerprint)}"><code>${finding.rule}</code></a></li>`)}</ul>`;
}

function answers(target: ReportTarget): Markup {
  const { shape, lock, recovery, blastRadius, capacity } = target.answers;
  const shapeText = shape.count === null || shape.value === "single" ? shape.value : `${shape.value} of ${shape.count}`;
  return html`<div class="table"><table class="answers"><caption>Answers</caption><thead><tr><th scope="col">Question</th><th scope="col">Answer</th><th scope="col">From</th><th scope="col">Evidence</th></tr></thead><tbody>
${answer("Shape", shapeText, shape)}
${answer("Lock", lock.mechanism === null ? lock.value : `${lock.value} (${lock.mechanism})`, lock)}
${answer("Recovery cost", recovery.value, recovery)}
${answer("Blast radius", blastRadius.value, blastRadius)}
${capacity.value !== null && answer("Capacity", String(capacity.value), capacity)}
</tbody></table></div>`;
}

function answer(question: string, text: string, from: ReportAnswer<unknown>): Markup {
  return html`<tr><th scope="row">${question}</th><td>${text}</td><td>${from.source}</td><td>${evidence(from.evidence)}</td></tr>`;
}

function evidence(list: readonly ReportEvidence[]): Markup {
  const parts = list.slice(0, 5).map((one) => {
    const place = one.file === undefined ? "" : one.line === undefined ? one.file : `${one.file}:${one.line}`;
    return html`${one.note}${place !== "" && html` <code>${place}</code>`}`;
  });
  const more = list.length > 5 ? [html`and ${list.length - 5} more`] : [];
  return joined([...parts, ...more], "; ");
}

function policy(target: ReportTarget): Markup {
  const { configured } = target;
  const controls = configured.controls.length === 0 ? "nothing holds writers back" : configured.controls.join("; ");
  return html`<dl class="facts">
<div><dt>Policy</dt><dd>${decisionWords(target.policy)} <span class="quiet">because ${target.policy.path.join(", then ")}</span></dd></div>
<div><dt>Configured</dt><dd>${limitWords(configured.limit)} <span class="quiet">${controls}</span></dd></div>
</dl>`;
}

function invariants(target: ReportTarget): Markup {
  return html`<dl class="facts invariants">${INVARIANTS.map(([name, title]) => {
    const value = target.invariants[name];
    return html`<div><dt>${title}</dt><dd class="i-${value === "n/a" ? "none" : value}">${value}</dd></div>`;
  })}</dl>`;
}

function writers(target: ReportTarget): Markup | null {
  if (target.writers.length === 0) return null;
  return html`<div class="table"><table><caption>Writers</caption><thead><tr><th scope="col">Job</th><th scope="col">Command</th></tr></thead><tbody>${target.writers.map(
    (writer) =>
      html`<tr><td><code>${writer.file}:${writer.line}</code> ${writer.job}</td><td><code>${writer.command}</code></td></tr>`,
  )}</tbody></table></div>`;
}

function proof(target: ReportTarget): Markup | null {
  if (target.proof.length === 0) return null;
  const name = (index: number): string => target.writers[index]?.job ?? `writer ${index + 1}`;
  return html`<h3>Why no two of them meet</h3><ul class="plain">${target.proof.map(({ writers: [a, b], by }) => {
    const pair = a === b ? `${name(a)} with itself` : `${name(a)} with ${name(b)}`;
    return html`<li>${pair}: ${by}</li>`;
  })}</ul>`;
}
