import { nearest } from "../../config/nearest.ts";
import { matchesId } from "../../config/match.ts";
import { SETTLED_BY_A_REASON } from "../../fixes/document.ts";
import type { Wanted } from "../../fixes/plan.ts";
import { UserError } from "../../io/user-error.ts";
import type { Finding } from "../../model/finding.ts";
import { RULES } from "../../rules/index.ts";

/** The flags of `signalbox patch`, as commander hands them over. */
export interface PatchFlags {
  readonly write?: true;
  readonly unsafe?: true;
  readonly document?: true;
  readonly rule?: readonly string[];
  readonly target?: readonly string[];
  readonly file?: readonly string[];
  readonly interactive?: true;
  readonly output?: string;
  readonly format: "diff" | "json";
  readonly config?: string | false;
}

/** Notes for which there is a fix that only `--unsafe` offers. */
const UNSAFE_NOTES: ReadonlySet<string> = new Set([
  "over-restricted",
  "under-capacity",
  "no-target-lock",
  "no-recovery-path",
]);

/**
 * What no flag decides alone.
 *
 * @throws UserError for a rule that does not exist, or flags that contradict each other
 */
export function checkFlags(flags: PatchFlags): void {
  for (const rule of flags.rule ?? []) {
    if (Object.hasOwn(RULES, rule)) continue;
    const near = nearest(rule, Object.keys(RULES));
    throw new UserError(`--rule ${rule} is no rule.${near ? ` Did you mean ${near}?` : ""}`);
  }
  if (flags.write && flags.output !== undefined)
    throw new UserError("--write edits in place and --output writes patches: use one of them.");
  if (flags.format === "json" && flags.output !== undefined)
    throw new UserError("--output writes patches and --format json prints edits: use one of them.");
}

/** What the flags ask for. Notes only where they are named, or where the asked kind of fix is for notes. */
export function wantedBy(flags: PatchFlags): Wanted {
  const { rule, target, file } = flags;
  const includes = (finding: Finding): boolean => {
    if (finding.severity === "note" && !takesNote(finding, flags)) return false;
    return (
      (!rule || rule.includes(finding.rule)) &&
      (!target || (finding.target !== null && target.some((pattern) => matchesId(pattern, finding.target ?? "")))) &&
      (!file || finding.spans.some((span) => file.some((path) => path.replace(/^\.\//u, "") === span.file)))
    );
  };
  return { unsafe: flags.unsafe === true, document: flags.document === true, includes };
}

function takesNote({ rule }: Finding, flags: PatchFlags): boolean {
  if (flags.rule) return flags.rule.includes(rule);
  return (
    (flags.unsafe === true && UNSAFE_NOTES.has(rule)) || (flags.document === true && SETTLED_BY_A_REASON.has(rule))
  );
}

/** Whether a finding that is left makes the command end with 1: one from warning on, or of a rule that was named. */
export function countsAsLeft({ severity, rule }: Finding, flags: PatchFlags): boolean {
  return severity !== "note" || flags.rule?.includes(rule) === true;
}
