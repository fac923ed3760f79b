import { table } from "../../values/table.ts";

/** https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md#quoted-templates */
const ESCAPES: Readonly<Record<string, string>> = table({ n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" });
const ESCAPE = /\\(?:([nrt"\\])|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))|([$%])\4\{/g;

/** What a stretch of a quoted string means: backslash escapes, `$${` and `%%{`. Unknown escapes stay as they are. */
export function unquote(source: string): string {
  if (!source.includes("\\") && !source.includes("{")) return source;
  return source.replaceAll(ESCAPE, (whole: string, simple?: string, short?: string, long?: string, sign?: string) => {
    if (sign) return `${sign}{`;
    if (simple) return ESCAPES[simple] ?? whole;
    const code = Number.parseInt(short ?? long ?? "0", 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** What a stretch of a heredoc means: only `$${` and `%%{` are escapes there. */
export function unescapeHeredoc(source: string): string {
  return source.replaceAll(/([$%])\1\{/g, "$1{");
}

/**
 * Removes the common indentation of a `<<-` heredoc. Takes the literal stretches in order, interpolations between them;
 * a stretch starts a line only where the one before it ended in a line break.
 */
export function dedent(stretches: readonly string[]): readonly string[] {
  const indent = commonIndent(stretches);
  if (indent === 0) return stretches;
  const margin = new RegExp(`^[ \\t]{1,${indent}}`);
  return stretches.map((stretch, index) => {
    const atLineStart = index === 0 || (stretches[index - 1] ?? "").endsWith("\n");
    const lines = stretch.split("\n");
    return lines.map((line, number) => (number > 0 || atLineStart ? line.replace(margin, "") : line)).join("\n");
  });
}

function commonIndent(stretches: readonly string[]): number {
  const lines = stretches
    .join("\u0000")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const widths = lines.map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  return widths.length === 0 ? 0 : Math.min(...widths);
}
