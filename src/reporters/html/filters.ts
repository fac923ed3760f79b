import type { PageContext } from "./context.ts";
import { html, type Markup } from "./markup.ts";

const VERDICTS = ["looser", "unknown", "tighter", "matches"];
const SEVERITIES = ["error", "warning", "note"];

/** The bar that narrows the page. It works with the script only, and so shows with the script only. */
export function filters(context: PageContext): Markup {
  return html`<form class="filters" role="search" aria-label="Narrow the report" hidden>
<label class="search"><span>Search</span><input type="search" id="filter-text" autocomplete="off" spellcheck="false"
  placeholder="id, job, group, file…" aria-keyshortcuts="/"></label>
${select("verdict", "Verdict", named(VERDICTS))}
${select("severity", "Severity", named(SEVERITIES))}
${select("kind", "Kind", numbered(context.kinds))}
${select("rule", "Rule", numbered(context.rules))}
<button type="reset">Show all</button>
<p role="status" id="filter-status"></p>
</form>`;
}

/** What a choice is called in the page's attributes, and what a reader sees. */
type Choice = readonly [value: string, text: string];

function named(words: readonly string[]): Choice[] {
  return words.map((word) => [word, word]);
}

function numbered(names: readonly string[]): Choice[] {
  return names.map((name, index) => [String(index), name]);
}

function select(facet: string, title: string, choices: readonly Choice[]): Markup {
  const options = choices.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`<label><span>${title}</span><select id="filter-${facet}" data-facet="${facet}">
<option value="">any</option>${options}</select></label>`;
}
