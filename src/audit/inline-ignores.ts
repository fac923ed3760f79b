import type { Finding } from "../model/finding.ts";
import type { Location, Span } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";

/** `# signalbox: ignore[RULE, RULE] because REASON` in a workflow, an action or HCL. */
export interface InlineIgnore {
  readonly rules: readonly string[];
  /** Null where the reason is missing: such a comment hides nothing. */
  readonly because: string | null;
  readonly span: Span;
  readonly line: number;
}

const FILE = /^\.github\/workflows\/[^/]+\.ya?ml$|(^|\/)action\.ya?ml$|\.(?:tf|tofu|hcl)$/u;
const COMMENT = /(?:#|\/\/)\s*signalbox:\s*ignore\[([\w\s,-]*)\](?:\s+because:?\s+(\S.*?))?\s*$/gmu;

/** Every such comment of the tree; files without the marker word are only searched for it. */
export function inlineIgnores(tree: Tree, locate: (span: Span) => Location): readonly InlineIgnore[] {
  return tree.paths.filter((path) => FILE.test(path)).flatMap((path): readonly InlineIgnore[] => {
    const read = tree.read(path);
    if (!read?.ok || !read.file.text.includes("signalbox:")) return [];
    return [...read.file.text.matchAll(COMMENT)].map((match) => {
      const span = { file: path, start: match.index, end: match.index + match[0].length };
      const rules = (match[1] ?? "").split(",").map((rule) => rule.trim()).filter((rule) => rule !== "");
      return { rules, because: match[2] ?? null, span, line: locate(span).line };
    });
  });
}

/** A comment hides findings of its rules that have a place on its own line or the one below it. */
export function hidesHere(ignore: InlineIgnore, finding: Finding, locate: (span: Span) => Location): boolean {
  if (ignore.because === null || !ignore.rules.includes(finding.rule)) return false;
  return finding.spans.some((span) => {
    if (span.file !== ignore.span.file) return false;
    const { line } = locate(span);
    return line === ignore.line || line === ignore.line + 1;
  });
}

/** What is wrong with comments: no reason, or nothing left that they hide. */
export function idleComments(ignores: readonly InlineIgnore[], used: ReadonlySet<InlineIgnore>): readonly Finding[] {
  return ignores.filter((ignore) => !used.has(ignore)).map((ignore): Finding => ({
    rule: "stale-declaration",
    severity: "warning",
    confidence: "high",
    target: null,
    message: ignore.because === null
      ? `This comment gives no reason, so it hides nothing. Write \`# signalbox: ignore[${ignore.rules.join(", ")}] because …\`.`
      : `This comment hides no finding of ${ignore.rules.join(", ")} on its line or the next. Remove it.`,
    spans: [ignore.span],
    identity: [ignore.span.file, ...ignore.rules, ignore.because ?? ""],
  }));
}
