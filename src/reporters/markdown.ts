import type { Report } from "../model/report.ts";
import { reviewDocument } from "./markdown/document.ts";
import { fit } from "./markdown/fit.ts";
import type { ReporterOptions } from "./view/options.ts";

/** First line of every review comment: by it the comment is found again and updated instead of repeated. */
export const COMMENT_MARKER = "<!-- signalbox:review -->";

/** A comment's body may have 65,536 characters; a longer one is refused whole. */
const COMMENT_LIMIT = 65_536;

/** The report as a pull-request comment in GitHub-flavoured Markdown, complete in the most important things first. */
export function markdown(report: Report, options: ReporterOptions): string {
  const parts = reviewDocument(report, options);
  return fit({ ...parts, head: `${COMMENT_MARKER}\n${parts.head}` }, COMMENT_LIMIT, (text) => text.length);
}
