import { nearest } from "../config/nearest.ts";
import { ruleIds } from "../config/schema.ts";
import type { Finding } from "../model/finding.ts";
import type { Location, Span } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";

/** `# signalbox: ignore[RULE, RULE] because REASON` in a workflow, an action or HCL. */
export interface InlineIgnore {
  /** Empty where the comment names none, or cannot be read. */
  readonly rules: readonly string[];
  /** Null where the reason is missing: such a comment hides nothing. */
  readonly because: string | null;
  readonly span: Span;
  readonly line: number;
}

/** Of each comment the rules of which it has hidden a finding. */
export type UsedComments = ReadonlyMap<InlineIgnore, ReadonlySet<string>>;

const FILE = /^\.github\/workflows\/[^/]+\.ya?ml$|(^|\/)action\.ya?ml$|\.(?:tf|tofu|hcl)$/u;
/** Read loosely: a comment that somebody meant and that does nothing has to be told. */
const COMMENT = /(?:#|\/\/)[ \t]*signalbox:[ \t]*ignore\b([^\r\n]*)/gu;
const RULES = /^\s*\[([^\]]*)\]/u;
const REASON = /\bbecause:?\s+(\S.*?)\s*$/u;

/** Every such comment of the tree; files without the marker word are only searched for it. */
export function inlineIgnores(tree: Tree, locate: (span: Span) => Location): readonly InlineIgnore[] {
  return tree.paths
    .filter((path) => FILE.test(path))
    .flatMap((path): readonly InlineIgnore[] => {
      const read = tree.read(path);
      if (!read?.ok || !read.file.text.includes("signalbox:")) return [];
      return [...read.file.text.matchAll(COMMENT)].map((match) => {
        const span = { file: path, start: match.index, end: match.index + match[0].trimEnd().length };
        const rest = match[1] ?? "";
        const rules = (RULES.exec(rest)?.[1] ?? "")
          .split(",")
          .map((rule) => rule.trim())
          .filter((rule) => rule !== "");
        return { rules, because: REASON.exec(rest)?.[1] ?? null, span, line: locate(span).line };
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

/** What is wrong with comments: no rule or reason, a rule that does not exist, or nothing left that they hide. */
export function idleComments(ignores: readonly InlineIgnore[], used: UsedComments): readonly Finding[] {
  return ignores.flatMap((ignore): readonly Finding[] => {
    const message = faultOf(ignore, used.get(ignore) ?? new Set());
    if (message === null) return [];
    const identity = [ignore.span.file, ...ignore.rules, ignore.because ?? ""];
    return [
      {
        rule: "stale-declaration",
        severity: "warning",
        confidence: "high",
        target: null,
        message,
        spans: [ignore.span],
        identity,
      },
    ];
  });
}

function faultOf({ rules, because }: InlineIgnore, used: ReadonlySet<string>): string | null {
  if (rules.length === 0)
    return "This comment names no rule, so it hides nothing. Write `# signalbox: ignore[RULE] because …`.";
  const unknown = rules.find((rule) => !ruleIds.includes(rule));
  if (unknown !== undefined) {
    const near = nearest(unknown, ruleIds);
    return `\`${unknown}\` is not a rule, so this comment does not hide it. ${near === null ? "The documentation lists the rules." : `Did you mean ${near}?`}`;
  }
  if (because === null)
    return `This comment gives no reason, so it hides nothing. Write \`# signalbox: ignore[${rules.join(", ")}] because …\`.`;
  const idle = rules.filter((rule) => !used.has(rule));
  if (idle.length === 0) return null;
  const advice = idle.length === rules.length ? "Remove it." : `Take ${idle.join(", ")} out of it.`;
  return `This comment hides no finding of ${idle.join(", ")} on its line or the next. ${advice}`;
}
