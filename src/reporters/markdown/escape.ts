import { escape } from "html-escaper";
import { oneLine, shorten } from "../view/clean.ts";

/** A backtick pair, or an expression of the workflow language: both are code, whatever they hold. */
const CODE_PART = /`([^`\n]+)`|\$\{\{.*?\}\}/g;
/** What GitHub-flavoured Markdown, or GitHub itself (mentions, issue numbers, commits, emoji, math), would act on. */
const ACTIVE = /[@#<>&[\]|*_~\\^$!`{}]|:\/\/|^www\.|:[\w+-]+:|^gh-\d|^[0-9a-f]{7,40}$/i;

/** A code span that holds exactly this text, on one line, at most `max` long; safe inside a table as well. */
export function code(text: string, max = 200): string {
  const shown = shorten(text, max).replaceAll("|", "\\|");
  if (shown.trim() === "") return "(empty)";
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/**
 * A message as Markdown on one line. Its backtick pairs stay code; every other word that Markdown or the platform would
 * act on becomes code, so that a name from a repository never turns into a link, a mention, an image or a tag.
 */
export function prose(text: string, max = 2_000): string {
  const line = shorten(text, max);
  const parts: string[] = [];
  let at = 0;
  for (const match of line.matchAll(CODE_PART)) {
    parts.push(words(line.slice(at, match.index)), code(match[1] ?? match[0], max));
    at = match.index + match[0].length;
  }
  parts.push(words(line.slice(at)));
  return parts.join("");
}

/** Text inside a raw HTML line such as `<summary>`: no Markdown is read there, and no mention inside `<code>`. */
export function htmlCode(text: string, max = 200): string {
  return `<code>${escape(shorten(text, max))}</code>`;
}

/** A fenced block that its content cannot close; the language is ours. */
export function fence(body: string, language: string): string {
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map((run) => run[0].length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${body.replace(/\n+$/, "")}\n${ticks}`;
}

function words(text: string): string {
  return oneLine(text).replace(/\S+/g, (word) => {
    const [, before = "", middle = "", after = ""] = /^([("']*)(.*?)([)"',.;:?]*)$/.exec(word) ?? [];
    return ACTIVE.test(middle) ? `${before}${code(middle, 2_000)}${after}` : word.replaceAll("`", "\\`");
  });
}
