// The lines of a pull request's diff on which GitHub takes a comment.

/**
 * The lines of the new side, by number, as a file's `patch` shows them.
 * @param {string} patch as GitHub lists it with a pull request's files; absent for large and binary ones
 * @returns {ReadonlyMap<number, { text: string, hunk: number }>}
 */
export function newLines(patch) {
  const lines = new Map();
  let number = 0;
  let hunk = 0;
  for (const line of patch.split("\n")) {
    const header = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (header) {
      number = Number(header[1]);
      hunk += 1;
    } else if (line.startsWith("+") || line.startsWith(" ")) {
      lines.set(number, { text: line.slice(1), hunk });
      number += 1;
    }
  }
  return lines;
}

/**
 * The lines that edits of one file replace, and what stands there afterwards.
 * @param {string} text
 * @param {readonly { start: number, end: number, text: string }[]} edits
 * @returns {{ first: number, last: number, before: string[], after: string[] } | null} null where nothing is replaced
 */
export function replacement(text, edits) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const lineAt = (offset) => starts.findLastIndex((start) => start <= offset);
  const from = Math.min(...edits.map(({ start }) => start));
  const to = Math.max(...edits.map(({ end }) => end));
  const [first, last] = [lineAt(from), lineAt(Math.max(from, to - 1))];
  const [begin, end] = [starts[first], starts[last + 1] ?? text.length];
  let changed = text.slice(begin, end);
  for (const edit of [...edits].sort((a, b) => b.start - a.start)) {
    changed = changed.slice(0, edit.start - begin) + edit.text + changed.slice(edit.end - begin);
  }
  if (begin === end) return null;
  const linesOf = (part) => part.replace(/\n$/, "").split("\n");
  return { first: first + 1, last: last + 1, before: linesOf(text.slice(begin, end)), after: linesOf(changed) };
}
