import { targetNamed } from "../audit/target-named.ts";
import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Edit, FixSafety } from "../model/report.ts";
import type { Span } from "../model/span.ts";
import { distinct } from "./apply.ts";
import { insertWord } from "./command-edits.ts";
import { proposeOneGroup } from "./one-group.ts";
import { endOfCommand } from "./shell-edits.ts";
import type { Candidate, Proposer } from "./types.ts";

/**
 * A target that takes so many at once: runs wait for each other, one run is made narrower, or both. What somebody has
 * declared the target to bear may be held to without asking; a bound that is only assumed may not.
 */
export const proposeWithinCapacity: Proposer = (audit, finding) => {
  const target = targetNamed(audit, finding.target);
  const limit = target?.policy.limit ?? null;
  if (!target || limit === null) return proposeOneGroup(audit, finding);
  const safety = target.answers.capacity.source === "declared" ? "safe" : "unsafe";
  const narrower = widths(audit, target, limit, safety, (value) => value > limit);
  const groups = proposeOneGroup(audit, finding);
  const both = groups
    .filter((group) => group.safety === "safe")
    .flatMap((group) =>
      narrower.slice(0, 1).map(
        (one): Candidate => ({
          ...one,
          title: `${group.title}. ${one.title}`,
          edits: [...group.edits, ...one.edits],
        }),
      ),
    );
  return [...groups, ...narrower, ...both];
};

/** A target that bears more than it gets: what bounds a run is raised to what was declared. */
export const proposeUpToCapacity: Proposer = (audit, finding) => {
  const target = targetNamed(audit, finding.target);
  const limit = target?.policy.limit ?? null;
  return target && limit !== null
    ? [...widths(audit, target, limit, "unsafe", (value) => value < limit), ...moreLegs(audit, target, limit)]
    : [];
};

function widths(
  audit: Audit,
  target: AuditedTarget,
  limit: number,
  safety: FixSafety,
  differs: (value: number) => boolean,
): readonly Candidate[] {
  if (target.kind !== "ansible-fleet") return [];
  const spans = [...target.answers.shape.evidence.flatMap(({ span }) => (span ? [span] : [])), ...commandsOf(target)];
  const forks = distinct(spans.flatMap((span) => numbersIn(audit, span, FORKS, limit, differs)));
  const serial = distinct(spans.flatMap((span) => numbersIn(audit, span, SERIAL, limit, differs)));
  const added = distinct(
    commandsOf(target).flatMap((span) =>
      insertWord(audit, span, /\bansible-playbook\b/u, /(?:^|\s)(?:--forks|-f)\b/u, `--forks ${limit}`),
    ),
  );
  const combined = (one: readonly Edit[], other: readonly Edit[]): readonly Edit[] =>
    one.length > 0 && other.length > 0 ? [...one, ...other] : [];
  const why =
    safety === "safe"
      ? "as was declared"
      : differs(limit + 1)
        ? "as is assumed to be safe: each run takes longer"
        : "as was declared: each run changes more at once";
  const ways: readonly (readonly [string, readonly Edit[]])[] = [
    ["forks", forks],
    ["serial", serial],
    ["--forks", added],
    ["forks and serial", combined(forks, serial)],
    ["--forks and serial", combined(added, serial)],
  ];
  return ways
    .filter(([, edits]) => edits.length > 0)
    .map(([what, edits]) => ({ title: `Let a run be on ${limit} hosts at once (${what}), ${why}`, safety, edits }));
}

function commandsOf({ presences }: AuditedTarget): readonly Span[] {
  return presences.flatMap(({ use }) => [use.act.act.span, ...use.act.act.via]);
}

/** `forks = 50` in ansible.cfg, `--forks=50` and `-f 50` on a command, `ANSIBLE_FORKS: 50` around it. */
const FORKS =
  /(?:^[ \t]*forks[ \t]*[=:][ \t]*|(?:^|\s)--forks[= ]|(?:^|\s)-f[ ]?|\bANSIBLE_FORKS["']?[ \t]*[:=][ \t]*["']?)(\d+)\b/gmu;
const SERIAL = /^[ \t-]*serial:[ \t]*["']?(\d+)["']?[ \t]*(?:#.*)?\r?$/gmu;

/** Numbers of that kind on the lines of a place, as edits that set them. */
function numbersIn(
  audit: Audit,
  span: Span,
  pattern: RegExp,
  limit: number,
  differs: (value: number) => boolean,
): readonly Edit[] {
  const read = audit.tree.read(span.file);
  if (!read?.ok) return [];
  const { text } = read.file;
  const from = text.lastIndexOf("\n", span.start - 1) + 1;
  const to = endOfCommand(text, Math.max(span.start, span.end));
  return [...text.slice(from, to).matchAll(pattern)]
    .filter((match) => differs(Number(match[1])))
    .map((match) => {
      const start =
        from + match.index + match[0].indexOf(match[1] ?? "", match[0].search(/\d+\b["']?[ \t]*(?:#.*)?\r?$/u));
      return { file: span.file, start, end: start + (match[1] ?? "").length, text: String(limit) };
    });
}

/** `max-parallel` below what the target bears. */
function moreLegs(audit: Audit, target: AuditedTarget, limit: number): readonly Candidate[] {
  const edits = distinct(
    target.presences.flatMap(({ use }) => {
      const read = audit.tree.read(use.unit.file);
      const found = read?.ok
        ? /^[ \t]*max-parallel:[ \t]*(\d+)/mu.exec(read.file.text.slice(use.unit.span.start, use.unit.span.end))
        : null;
      if (!found || Number(found[1]) >= limit) return [];
      const start = use.unit.span.start + found.index + found[0].length - (found[1] ?? "").length;
      return [{ file: use.unit.file, start, end: start + (found[1] ?? "").length, text: String(limit) }];
    }),
  );
  return edits.length > 0
    ? [{ title: `Let ${limit} legs run at a time, as many as the target is declared to bear`, safety: "unsafe", edits }]
    : [];
}
