import type { PageContext } from "./context.ts";
import { html, type Markup } from "./markup.ts";

const VERDICTS = ["looser", "unknown", "tighter", "matches"];
const SEVERITIES = ["error", "warning", "note"];

/** The bar that narrows the page. It works with the script only, and so shows with the script only. */
export function filters(context: PageContext): Markup {
  return html`<form class="filters" role="search" aria-label="Narrow the report" hidden>
<label class="search"><span>Search</span><input type="search" id="filter-text" autocomplete="off" spellcheck="false" placeholder="id, job, group, file…" aria-keyshortcuts="/"></label>
${select("verdict", "Verdict", VERDICTS.map((value) => [value, value]))}
${select("severity", "Severity", SEVERITIES.map((value) => [value, value]))}
${select("kind", "Kind", context.kinds.map((value, index) => [String(index), value]))}
${select("rule", "Rule", context.rules.map((value, index) => [String(index), value]))}
<button type="reset">Show all</button>
<p role="status" id="filter-status"></p>
</form>`;
}

function select(facet: string, title: string, choices: readonly (readonly [string, string])[]): Markup {
  return html`<label><span>${title}</span><select id="filter-${facet}" data-facet="${facet}"><option value="">any</option>${choices.map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )}</select></label>`;
}
