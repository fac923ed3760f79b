import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "unreadable-file",
  severity: "error",
  summary: "A file that the audit needs could not be read, or only in part.",
  docs: {
    what: "A workflow, action, root module, playbook or inventory cannot be parsed. Whatever could be read is audited all the same.",
    why: "What is in that file is not audited, so silence about it means nothing.",
    bad: "jobs:\n  deploy\n    runs-on: ubuntu-latest",
    good: "jobs:\n  deploy:\n    runs-on: ubuntu-latest",
    fix: "Left to people: the message names the line and what is wrong with it.",
  },
};

/** One finding for each file, at its first fault. */
export function check(audit: Audit): readonly Finding[] {
  const byFile = new Map<string, (typeof audit.problems)[number][]>();
  for (const problem of audit.problems)
    byFile.set(problem.span.file, [...(byFile.get(problem.span.file) ?? []), problem]);
  return [...byFile].flatMap(([file, problems]): readonly Finding[] => {
    const [first] = problems;
    if (!first) return [];
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
    return [
      {
        rule: meta.id,
        severity: meta.severity,
        confidence: "high",
        target: null,
        message: `${file} could not be read in full: ${first.message}${more}. The other files were audited.`,
        spans: problems.map(({ span }) => span),
        identity: [file],
      },
    ];
  });
}
