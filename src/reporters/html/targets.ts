import type { ReportAnswer, ReportEvidence, ReportFinding, ReportTarget } from "../../model/report.ts";
import type { InvariantName } from "../../model/policy.ts";
import { brief } from "../view/clean.ts";
import { familyValue } from "../view/families.ts";
import { count, decisionWords, limitWords } from "../view/words.ts";
import { findingAnchor, targetAnchor } from "./anchors.ts";
import { entryAttributes, type PageContext } from "./context.ts";
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
  const size = `${count(members.length, "target")} of one template`;
  return html`<details class="family" data-family>
<summary>${row(first, html`<code>${brief(first.family ?? "")}</code>`, size)}</summary>
<div class="members">${members.map((member) => targetEntry(context, member, first.family))}</div>
</details>`;
}

function targetEntry(context: PageContext, target: ReportTarget, template: string | null): Markup {
  const findings = context.findingsOf.get(target.id) ?? [];
  const value = template === null ? null : html`<b>${familyValue(template, target.id)}</b> `;
  const under = [target.kind, target.environment].filter((part) => part !== null && part !== "").join(" · ");
  const attributes = entryAttributes(context, "targets", target, findings);
  return html`<details class="target entry" id="${targetAnchor(target.id)}" ${attributes}>
<summary>${row(target, html`${value}<code>${brief(target.id)}</code>`, under)}</summary>
<div class="body">${findingLinks(findings)}${answers(target)}${policy(target)}${invariants(target)}
${writers(target)}${proof(target)}</div>
</details>`;
}

function row(target: ReportTarget, name: Markup, under: string): Markup {
  const change = `${limitWords(target.configured.limit)} → ${decisionWords(target.policy)}`;
  return html`${verdictMark(target.verdict)}<span class="name">${name}<span class="under">${brief(under)}</span></span>
<span class="level">${gauge(target)}<span class="words">${change}</span></span>`;
}

function findingLinks(findings: readonly ReportFinding[]): Markup | null {
  if (findings.length === 0) return null;
  const items = findings.map(({ severity, rule, fingerprint }) => {
    const address = findingAnchor(fingerprint);
    return html`<li>${severityMark(severity)} <a href="#${address}"><code>${rule}</code></a></li>`;
  });
  return html`<ul class="plain">${items}</ul>`;
}

function answers(target: ReportTarget): Markup {
  const { shape, lock, recovery, blastRadius, capacity } = target.answers;
  const shapeText = shape.count === null || shape.value === "single" ? shape.value : `${shape.value} of ${shape.count}`;
  return html`<div class="table"><table class="answers"><caption>Answers</caption>
${columnHeads("Question", "Answer", "From", "Evidence")}<tbody>
${answer("Shape", shapeText, shape)}
${answer("Lock", lock.mechanism === null ? lock.value : `${lock.value} (${lock.mechanism})`, lock)}
${answer("Recovery cost", recovery.value, recovery)}
${answer("Blast radius", blastRadius.value, blastRadius)}
${capacity.value !== null && answer("Capacity", String(capacity.value), capacity)}
</tbody></table></div>`;
}

function answer(question: string, text: string, from: ReportAnswer<unknown>): Markup {
  const cells = [html`${text}`, html`${from.source}`, evidence(from.evidence)].map((cell) => html`<td>${cell}</td>`);
  return html`<tr><th scope="row">${question}</th>${cells}</tr>`;
}

function columnHeads(...titles: readonly string[]): Markup {
  return html`<thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>`;
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
  const why = `because ${target.policy.path.join(", then ")}`;
  return html`<dl class="facts">
<div><dt>Policy</dt><dd>${decisionWords(target.policy)} <span class="quiet">${why}</span></dd></div>
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
  const rows = target.writers.map(({ file, line, job, command }) => {
    return html`<tr><td><code>${brief(file)}:${line}</code> ${brief(job)}</td><td><code>${command}</code></td></tr>`;
  });
  const head = columnHeads("Job", "Command");
  return html`<div class="table"><table><caption>Writers</caption>${head}<tbody>${rows}</tbody></table></div>`;
}

function proof(target: ReportTarget): Markup | null {
  if (target.proof.length === 0) return null;
  const name = (index: number): string => target.writers[index]?.job ?? `writer ${index + 1}`;
  return html`<h3>Why no two of them meet</h3><ul class="plain">${target.proof.map(({ writers: [a, b], by }) => {
    const pair = a === b ? `${name(a)} with itself` : `${name(a)} with ${name(b)}`;
    return html`<li>${pair}: ${by}</li>`;
  })}</ul>`;
}
