import { oneLine } from "../../reporters/view/clean.ts";
import { formatDuration } from "../runner/duration.ts";
import type { StoreSnapshot } from "../store.ts";
import { queueView } from "./view.ts";
import type { QueueView } from "./view.ts";

/** Tables of holders and waiters for a job summary, in at most `room` bytes; what did not fit is counted. */
export function queueMarkdown(snapshot: StoreSnapshot, room: number): string {
  return snapshot.targets.map((target) => targetMarkdown(queueView(snapshot, target), room)).join("");
}

function targetMarkdown(view: QueueView, room: number): string {
  const head = `**${code(view.target)}**: ${view.holders.length} of ${view.permits} in use, ${view.waiters.length} waiting\n\n`;
  const title = "| place | run | who | for | link |\n|---|---|---|---|---|\n";
  const rows = [
    ...view.holders.map((h) =>
      row([`slot ${h.slot} (${h.state})`, h.run, h.actor, formatDuration(h.heldSeconds * 1000), h.url]),
    ),
    ...view.waiters.map((w) => row([`${w.position}`, w.run, w.actor, formatDuration(w.ageSeconds * 1000), w.url])),
  ];
  let text = head + title;
  const reserve = 100;
  let shown = 0;
  while (shown < rows.length && Buffer.byteLength(text) + Buffer.byteLength(rows[shown] ?? "") + reserve < room) {
    text += rows[shown] ?? "";
    shown += 1;
  }
  const cut = rows.length - shown;
  if (cut > 0) text += `\n${cut} more not shown: the summary has a size limit.\n`;
  return Buffer.byteLength(text) <= room ? `${text}\n` : "";
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |\n`;
}

/** Names come from people and branches: nothing of them may end a cell or become markup. */
function cell(text: string): string {
  return oneLine(text).replace(/[\\|<>`*_[\]]/g, (sign) => `\\${sign}`);
}

function code(text: string): string {
  return `\`${oneLine(text).replaceAll("`", "'")}\``;
}
