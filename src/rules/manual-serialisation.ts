import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { SourceFile } from "../model/span.ts";
import { adviceIn } from "./waiting-advice.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "manual-serialisation",
  severity: "warning",
  summary: "People are told to wait for each other by hand.",
  docs: {
    what: "A runbook, a contributing guide or a comment in a workflow makes people keep the order: look first whether a deploy is under way, announce their own, hold back merges. A document that merely explains locking is not one.",
    why: "Such an agreement is forgotten in the night it matters. A concurrency group does what the text asks for.",
    bad: "# IMPORTANT: check the Actions page that no deploy is running. If one is, wait until it has finished.",
    good: "concurrency:\n  group: deploy-production\n  queue: max",
    fix: "Left to people: the group belongs on the jobs, then the sentence can go.",
  },
};

/** Documents that speak to whoever deploys; change logs and texts of the product itself do not. */
const DOCUMENT =
  /(^|\/)(docs?|runbooks?|ops|handbook|wiki|\.github|playbooks?|deploy(ment)?s?|infra(structure)?)\/.*\.(md|mdx|markdown|rst|adoc|txt)$|(^|\/)(README|CONTRIBUTING|RELEAS(E|ES|ING)|DEPLOY(MENT|ING)?|RUNBOOK|OPERATIONS|MAINTAINERS?|DEVELOPMENT)(\.[a-z]+)?$/iu;
/** Trees in which a document is an input of a test or an example, and speaks to nobody who deploys this repository. */
const SAMPLES = /(^|\/)(fixtures?|testdata|tests?|__tests__|specs?|examples?)\//iu;
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$|(^|\/)action\.ya?ml$/u;
/** Longer texts are books, not instructions to the people who deploy this. */
const LONGEST = 200_000;

/** One finding for each file, at the first such sentence, which is quoted. */
export function check(audit: Audit): readonly Finding[] {
  return audit.tree.paths.flatMap((path): readonly Finding[] => {
    const isWorkflow = WORKFLOW.test(path);
    if ((!isWorkflow && !DOCUMENT.test(path)) || SAMPLES.test(path)) return [];
    const read = audit.tree.read(path);
    if (!read?.ok || read.file.text.length > LONGEST) return [];
    const found = adviceIn(isWorkflow ? commentsOf(read.file) : withoutCode(read.file.text));
    const [first] = found;
    if (!first) return [];
    return [
      {
        rule: meta.id,
        severity: meta.severity,
        confidence: "low",
        target: null,
        message: `People are told to keep order by hand: "${first.quote.length > 180 ? `${first.quote.slice(0, 180)}…` : first.quote}" A concurrency group shared by the jobs would do it for them.`,
        spans: found
          .map(({ start, end }) => ({ file: path, start, end: Math.min(end, start + 300) }))
          .filter((span, index, all) => all.findIndex((other) => other.start === span.start) === index),
        identity: [path, first.quote],
      },
    ];
  });
}

/** The comments of a YAML file in their places, everything else blank. */
function commentsOf({ text }: SourceFile): string {
  return text.replaceAll(/^(.*)$/gmu, (line) => {
    const comment = /(^|\s)#(.*)$/u.exec(line);
    if (!comment) return line.trim() === "" ? " ".repeat(line.length) : blank(line);
    const at = line.length - (comment[2] ?? "").length;
    return " ".repeat(at) + line.slice(at);
  });
}

/** A line of YAML between two comments ends the sentence. */
function blank(line: string): string {
  return line.length > 0 ? `.${" ".repeat(line.length - 1)}` : "";
}

/** Markdown without fenced code, in its places. */
function withoutCode(text: string): string {
  return text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gmu, (block) => block.replaceAll(/[^\n]/gu, " "));
}
