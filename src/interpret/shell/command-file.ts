import { concat, literalOf, type Text } from "../../values/text.ts";
import { joinTexts, leading, linesOf } from "./texts.ts";

/** What a command file says. `open`: it also sets something under names that nobody knows. */
export interface CommandFile {
  readonly values: ReadonlyMap<string, Text>;
  readonly open: boolean;
}

/**
 * The content of `$GITHUB_OUTPUT` or `$GITHUB_ENV`: `name=value` lines and `name<<DELIMITER` blocks. Names are literal;
 * of a line whose name is not known only that it is there. A later entry of a name replaces an earlier one.
 * https://docs.github.com/en/actions/writing-workflows/choosing-what-your-workflow-does/workflow-commands-for-github-actions#multiline-strings
 */
export function parseCommandFile(text: Text): CommandFile {
  const values = new Map<string, Text>();
  let open = false;
  const lines = linesOf(text);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? [];
    const lead = leading(line);
    const equals = lead.indexOf("=");
    const block = lead.indexOf("<<");
    if (block >= 0 && (equals < 0 || block < equals)) {
      const delimiter = concat([lead.slice(block + 2)], line.slice(1));
      const end = endOfBlock(lines, index + 1, delimiter);
      set(values, lead.slice(0, block), joinTexts(lines.slice(index + 1, end), "\n"));
      index = end;
    } else if (equals >= 0) set(values, lead.slice(0, equals), concat([lead.slice(equals + 1)], line.slice(1)));
    else open ||= literalOf(line) === null;
  }
  return { values, open };
}

function set(out: Map<string, Text>, name: string, value: Text): void {
  if (name === "") return;
  out.delete(name);
  out.set(name, value);
}

/** The line that repeats the delimiter, which may hold unknown parts (`EOF-$RANDOM`). */
function endOfBlock(lines: readonly Text[], from: number, delimiter: Text): number {
  const known = literalOf(delimiter);
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index] ?? [];
    const text = literalOf(line);
    if (known !== null ? text === known : JSON.stringify(line) === JSON.stringify(delimiter)) return index;
  }
  return lines.length;
}
