import type { ReportFinding } from "../../model/report.ts";
import type { FindingGroup } from "../view/families.ts";
import { brief, cut } from "../view/clean.ts";
import { fixDiff } from "../view/patch.ts";
import { count } from "../view/words.ts";
import { findingAnchor, ruleAnchor, targetAnchor } from "./anchors.ts";
import { entryAttributes, type PageContext } from "./context.ts";
import { html, joined, type Markup } from "./markup.ts";
import { severityMark } from "./marks.ts";
import { diffBlock, sourceExcerpt } from "./source.ts";
import { timeline } from "./timeline.ts";

const PLACES = 6;
const VALUES = 24;
/** Longer than any message but for the names in it. */
const MESSAGE = 2_000;

/** One finding, or a family of them, as an article with its drawing, its places and its fix. */
export function findingArticle(context: PageContext, group: FindingGroup): Markup {
  const { first, members } = group;
  const target = first.target === null ? undefined : context.targetById.get(first.target);
  const drawing =
    first.witness === undefined ? null : timeline(first.witness, target, first.target ?? "the target", first.cause);
  const attributes = entryAttributes(context, "findings", target, members);
  return html`<article class="finding entry" id="${findingAnchor(first.fingerprint)}" ${attributes}>
${members.slice(1).map((member) => html`<span id="${findingAnchor(member.fingerprint)}"></span>`)}
<header>${severityMark(first.severity)} ${ruleName(context, first.rule)} ${anchorLink(first)}</header>
<p class="lead">${message(first.message)}</p>
${targetLine(context, group)}
${drawing}
${detail(context, group)}
</article>`;
}

/** A message in which backtick pairs are set as code; everything is still text. */
export function message(text: string): Markup {
  const parts = (text.length <= MESSAGE ? text : cut(text, MESSAGE)).split(/`([^`\n]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function ruleName(context: PageContext, rule: string): Markup {
  if (context.options.rules?.has(rule) !== true) return html`<code class="rule">${rule}</code>`;
  return html`<a class="rule" href="#${ruleAnchor(rule)}"><code>${rule}</code></a>`;
}

function anchorLink(finding: ReportFinding): Markup {
  return html`<a class="anchor" href="#${findingAnchor(finding.fingerprint)}" aria-label="Link to this finding">#</a>`;
}

function targetLine(context: PageContext, group: FindingGroup): Markup | null {
  const { first, values, members } = group;
  if (first.target === null) return null;
  if (values.length === 0) return html`<p class="on">on ${targetLink(context, first.target)}</p>`;
  const links = members
    .slice(0, VALUES)
    .map((member, index) => targetLink(context, member.target ?? "", values[index]));
  const more = members.length > VALUES ? `, and ${members.length - VALUES} more` : "";
  const many = count(members.length, "target");
  return html`<p class="on">on ${many} of <code>${group.target}</code>: ${joined(links, ", ")}${more}</p>`;
}

/** A link to a target's entry, or its name alone where the report has no such entry. */
export function targetLink(context: PageContext, id: string, text: string = id): Markup {
  if (!context.targetById.has(id)) return html`<code>${brief(text)}</code>`;
  return html`<a href="#${targetAnchor(id)}"><code>${brief(text)}</code></a>`;
}

function detail(context: PageContext, group: FindingGroup): Markup {
  const { first } = group;
  const { sources } = context.options;
  const places = first.locations.slice(0, PLACES).map((place) => sourceExcerpt(place, sources));
  const more = first.locations.length > PLACES ? html`<p>and ${first.locations.length - PLACES} more places</p>` : null;
  const isOpen = first.fix === undefined && first.advice === undefined;
  const title = isOpen ? "Where" : first.fix === undefined ? "Where, and what to do" : "Where, and the fix";
  const sure = `Confidence: ${first.confidence}.${first.cause === undefined ? "" : ` Cause: ${first.cause}.`}`;
  return html`<details class="more"><summary>${title}</summary>
<div class="excerpts">${places}${more}</div>
${fix(context, first)}
<p class="quiet">${sure}</p>
</details>`;
}

function fix(context: PageContext, finding: ReportFinding): Markup | null {
  if (finding.fix === undefined) {
    return finding.advice === undefined
      ? null
      : html`<div class="fix"><h3>By hand</h3><p>${message(finding.advice)}</p></div>`;
  }
  const diff = fixDiff(finding.fix, context.options.sources);
  const advice =
    finding.fix.safety === "safe"
      ? "It cannot change what is deployed, only when."
      : "It needs a person: it changes more than when things run.";
  return html`<div class="fix"><h3>${finding.fix.title}</h3>
<p class="quiet">${advice}</p>
${diff !== "" && diffBlock(diff)}</div>`;
}
