import { createHash } from "node:crypto";
import type { Report } from "../model/report.ts";
import { blindSpots, ruleHelp } from "./html/appendix.ts";
import { pageContext, type PageContext } from "./html/context.ts";
import { filters } from "./html/filters.ts";
import { findingArticle } from "./html/findings.ts";
import { SYMBOLS } from "./html/marks.ts";
import { html as markup, trusted, type Markup } from "./html/markup.ts";
import { masthead } from "./html/masthead.ts";
import { matrix } from "./html/matrix.ts";
import { SCRIPT } from "./html/script.ts";
import { STYLE } from "./html/style.ts";
import { targetList } from "./html/targets.ts";
import type { ReporterOptions } from "./view/options.ts";
import { count } from "./view/words.ts";

interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

/** From here on what is not on the screen is not laid out. A smaller page is, so that it can be captured whole. */
const MANY = 150;

/**
 * The report as one HTML file that needs nothing else: style and script are inside and allowed by their hashes, and the
 * page's own policy forbids every request. It reads without the script, which adds filters and deep links into folds.
 */
export function html(report: Report, options: ReporterOptions): string {
  const context = pageContext(report, options);
  const sections = sectionsOf(context);
  const title = options.subject === undefined ? "Concurrency review" : `Concurrency review of ${options.subject}`;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${securityPolicy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body class="${context.targets.length + context.groups.length > MANY ? "many" : "few"}">
<a class="skip" href="#main">Skip to the findings</a>
${SYMBOLS}
${masthead(context)}
<nav aria-label="Sections">${sections.map((section) => markup`<a href="#${section.id}">${section.title}</a>`)}</nav>
${filters(context)}
<main id="main" tabindex="-1">
${sections.map(sectionBlock)}
</main>
<footer><p>Made by signalbox ${report.tool.version} from the repository's files alone:
a proof covers the workflows of this repository.</p></footer>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`;
  return page.markup;
}

function sectionBlock({ id, title, body }: Section): Markup {
  return markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${body}</section>`;
}

function sectionsOf(context: PageContext): Section[] {
  const loud = context.groups.filter((group) => group.first.severity !== "note");
  const notes = context.groups.filter((group) => group.first.severity === "note");
  const grid = matrix(context);
  const blind = blindSpots(context);
  const rules = ruleHelp(context);
  return [
    { id: "findings", title: "Findings", body: findingList(context, loud) },
    { id: "targets", title: "Policy and what is configured", body: targetSection(context) },
    ...(grid === null ? [] : [{ id: "matrix", title: "Who writes what", body: grid }]),
    ...(notes.length === 0 ? [] : [{ id: "notes", title: "Notes", body: noteList(context, notes) }]),
    ...(blind === null ? [] : [{ id: "limits", title: "Not judged", body: blind }]),
    ...(rules === null ? [] : [{ id: "rules", title: "Rules", body: rules }]),
  ];
}

function findingList(context: PageContext, groups: PageContext["groups"]): Markup {
  if (groups.length === 0) return markup`<p class="none">No error and no warning.</p>`;
  return markup`${groups.map((group) => findingArticle(context, group))}
<p class="none" data-empty="findings" hidden>No finding fits the filters.</p>`;
}

function noteList(context: PageContext, groups: PageContext["groups"]): Markup {
  const articles = groups.map((group) => findingArticle(context, group));
  return markup`<details class="notes"><summary>${count(groups.length, "note")}</summary>${articles}</details>`;
}

function targetSection(context: PageContext): Markup {
  if (context.targets.length === 0) return markup`<p class="none">No target.</p>`;
  return markup`<p class="quiet scale">The bar is how many writers the policy lets in, the point how many the
pipelines let in: one at the left, no bound at the right.</p>
${targetList(context)}<p class="none" data-empty="targets" hidden>No target fits the filters.</p>`;
}

/** Nothing may be loaded or sent; the one style and the one script are named by hash, so no other can run. */
function securityPolicy(): string {
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `style-src ${hash(STYLE)}`,
    `script-src ${hash(SCRIPT)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
