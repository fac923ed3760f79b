import { cut } from "../view/clean.ts";

/**
 * Text for a SARIF message. The standard keeps `{` and `}` for placeholders and wants them doubled (3.11.5), but code
 * scanning shows what is doubled as it stands; so expressions and template holes are written with ‹ ›, which reads well
 * in both. `[x](y)` would become a link (3.11.6), so its bracket is escaped.
 */
export function sarifText(text: string, max = 4_000): string {
  return cut(text, max)
    .replace(/\$\{\{\s*/g, "‹")
    .replace(/\s*\}\}/g, "›")
    .replaceAll("{", "‹")
    .replaceAll("}", "›")
    .replaceAll("](", "\\](");
}

/** A link to the related location with this id, as code scanning shows it inside a message. */
export function sarifLink(text: string, id: number): string {
  const label = sarifText(text, 200)
    .replaceAll("\\](", "](")
    .replace(/[\\[\]]/g, "\\$&");
  return `[${label}](${id})`;
}

/** Markdown for a message: braces as in `sarifText`; the caller has escaped the rest. */
export function sarifMarkdown(markdown: string): string {
  return markdown.replaceAll("{", "‹").replaceAll("}", "›");
}
