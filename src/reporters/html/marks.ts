import type { Severity } from "../../model/report.ts";
import type { Verdict } from "../../model/policy.ts";
import { html, trusted, UNSPOKEN, type Markup } from "./markup.ts";

/** Symbols that the page uses many times; shapes differ, so that colour is never the only sign. */
export const SYMBOLS: Markup = trusted(`<svg class="symbols" width="0" height="0" aria-hidden="true" focusable="false">
<symbol id="m-looser" viewBox="0 0 12 12"><path d="M6 .8 11.2 6 6 11.2.8 6z"/></symbol>
<symbol id="m-unknown" viewBox="0 0 12 12"><path
  d="M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"/></symbol>
<symbol id="m-tighter" viewBox="0 0 12 12"><path d="M1 2.2h10L6 10.6z"/></symbol>
<symbol id="m-matches" viewBox="0 0 12 12"><circle cx="6" cy="6" r="4.4"/></symbol>
<symbol id="m-error" viewBox="0 0 12 12"><path d="M3.6.8h4.8l2.8 2.8v4.8l-2.8 2.8H3.6L.8 8.4V3.6z"/></symbol>
<symbol id="m-warning" viewBox="0 0 12 12"><path d="M6 1 11.4 10.6H.6z"/></symbol>
<symbol id="m-note" viewBox="0 0 12 12"><rect x="2" y="2" width="8" height="8" rx="1"/></symbol>
<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect
  class="hatch" width="2" height="6"/></pattern>
</svg>`);

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  looser: "looser than the policy",
  unknown: "could not be judged",
  tighter: "tighter than the policy",
  matches: "as the policy wants",
};

/** A verdict as a mark and a word. */
export function verdictMark(verdict: Verdict): Markup {
  return html`<span class="mark v-${verdict}">${icon(verdict)}${verdict}</span>`;
}

/** A severity as a mark and a word. */
export function severityMark(severity: Severity): Markup {
  return html`<span class="mark s-${severity}">${icon(severity)}${severity}</span>`;
}

/** The verdict as part of a sentence. */
export function verdictWords(verdict: Verdict): string {
  return VERDICT_WORDS[verdict];
}

/** The mark alone, for a legend or a cell beside its word. */
export function icon(name: Verdict | Severity): Markup {
  return html`<svg class="icon" width="12" height="12" ${UNSPOKEN}><use href="#m-${name}"></use></svg>`;
}
