import { brief } from "../view/clean.ts";
import type { Location } from "../../model/span.ts";
import { quote } from "../view/places.ts";
import { html, type Markup } from "./markup.ts";

const LONGEST_LINE = 240;

/** A few lines of a file around a place, the place itself marked; only its name when the file is not at hand. */
export function sourceExcerpt(place: Location, sources: ReadonlyMap<string, string>): Markup {
  const lines = quote(sources.get(place.file), place, 2);
  const name = html`<p class="file"><code>${brief(place.file)}:${place.line}</code></p>`;
  if (lines.length === 0) return name;
  return html`<div class="excerpt">${name}<pre tabindex="0" aria-label="${place.file}, line ${place.line}">${lines.map(
    ([number, text]) => {
      const own = number >= place.line && number <= place.endLine;
      const shown = text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;
      return html`<span class="${own ? "line own" : "line"}"><span class="number">${number}</span>${shown}
</span>`;
    },
  )}</pre></div>`;
}

/** A unified diff with its added and removed lines marked. */
export function diffBlock(diff: string): Markup {
  const lines = diff.replace(/\n$/, "").split("\n");
  return html`<pre class="diff" tabindex="0" aria-label="The fix as a diff">${lines.map(
    (line) => html`<span class="line ${lineKind(line)}">${line}
</span>`,
  )}</pre>`;
}

function lineKind(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("@@")) return "meta";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : "same";
}
