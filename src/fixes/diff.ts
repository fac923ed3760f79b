import { createTwoFilesPatch } from "diff";

/** A file's text before and after; null before: there is no such file yet. */
export interface Change {
  readonly before: string | null;
  readonly after: string;
}

/**
 * One unified diff of all changed files, as `git apply` takes it. Files are in the order of their names.
 */
export function unifiedDiff(texts: ReadonlyMap<string, Change>): string {
  return [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([, { before, after }]) => before !== after)
    .map(diffOf)
    .join("");
}

function diffOf([path, { before, after }]: readonly [string, Change]): string {
  const [from, to] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  const isNew = before === null;
  const patch = createTwoFilesPatch("BEFORE", "AFTER", before ?? "", after, undefined, undefined, { context: 3 });
  // The library begins with a ruler and writes names in its own manner; git wants its own.
  const hunks = patch.slice(patch.indexOf("@@"));
  return `diff --git ${from} ${to}\n${isNew ? "new file mode 100644\n" : ""}--- ${isNew ? "/dev/null" : ended(from)}\n+++ ${ended(to)}\n${hunks}`;
}

/** As git writes a name that has more in it than printable ASCII: in quotes, bytes in octal. */
function quoted(path: string): string {
  if (/^[\x20-\x7e]*$/u.test(path) && !/["\\]/u.test(path)) return path;
  const bytes = [...new TextEncoder().encode(path)].map((byte) => {
    const char = String.fromCharCode(byte);
    if (char === '"' || char === "\\") return `\\${char}`;
    return byte < 0x20 || byte > 0x7e ? `\\${byte.toString(8).padStart(3, "0")}` : char;
  });
  return `"${bytes.join("")}"`;
}

/** A name with a blank ends with a tab, so that whoever reads the line knows where it ends. */
function ended(path: string): string {
  return path.includes(" ") && !path.startsWith('"') ? `${path}\t` : path;
}
