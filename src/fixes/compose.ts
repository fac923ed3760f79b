import type { Edit } from "../model/report.ts";
import { distinct } from "./apply.ts";

/** An edit of the text as it was before all fixes, and which fixes it is part of. */
export interface ComposedEdit extends Edit {
  readonly of: ReadonlySet<number>;
}

/**
 * Edits that were made one fix after the other, each in what the ones before had left, as edits of the text as it was
 * at first: applied together they give the same file. Where a later fix touches what an earlier one has written the two
 * become one edit, which then belongs to both.
 */
export function composeEdits(fixes: readonly (readonly Edit[])[]): readonly ComposedEdit[] {
  const byFile = new Map<string, readonly ComposedEdit[]>();
  fixes.forEach((edits, fix) => {
    // From the end backwards, as they are applied: no edit moves one that is still to come.
    for (const edit of [...distinct(edits)].sort((a, b) => b.start - a.start || b.end - a.end)) {
      byFile.set(edit.file, add(byFile.get(edit.file) ?? [], edit, fix));
    }
  });
  return [...byFile.values()].flat();
}

function add(composed: readonly ComposedEdit[], edit: Edit, fix: number): readonly ComposedEdit[] {
  // Where each earlier edit's text stands now.
  let shift = 0;
  const placed = composed.map((one) => {
    const from = one.start + shift;
    shift += one.text.length - (one.end - one.start);
    return { one, from, to: from + one.text.length };
  });
  const touched = placed.filter(({ from, to }) => edit.start <= to && edit.end >= from);
  const [first] = touched;
  const last = touched.at(-1);
  const original = (now: number): number =>
    now -
    placed.filter(({ to }) => to <= now).reduce((sum, { one }) => sum + one.text.length - (one.end - one.start), 0);
  if (!first || !last)
    return sorted([...composed, { ...edit, start: original(edit.start), end: original(edit.end), of: new Set([fix]) }]);
  return sorted([
    ...composed.filter((one) => !touched.some((each) => each.one === one)),
    merged(edit, fix, touched, original),
  ]);
}

interface Placed {
  readonly one: ComposedEdit;
  readonly from: number;
  readonly to: number;
}

/** One edit for several that touch. Original text between them is known only as a stretch, so it must not be there. */
function merged(edit: Edit, fix: number, touched: readonly Placed[], original: (now: number) => number): ComposedEdit {
  const first = touched[0] as Placed;
  const last = touched.at(-1) as Placed;
  const head = first.one.text.slice(0, Math.max(0, edit.start - first.from));
  const tail = last.one.text.slice(Math.max(0, edit.end - last.from));
  const start = Math.min(first.one.start, edit.start < first.from ? original(edit.start) : first.one.start);
  const end = Math.max(last.one.end, edit.end > last.to ? original(edit.end) : last.one.end);
  return {
    file: edit.file,
    start,
    end,
    text: head + edit.text + tail,
    of: new Set([fix, ...touched.flatMap(({ one }) => [...one.of])]),
  };
}

function sorted(edits: readonly ComposedEdit[]): readonly ComposedEdit[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
}
