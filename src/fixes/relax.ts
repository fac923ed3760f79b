import { targetNamed } from "../audit/target-named.ts";
import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Edit } from "../model/report.ts";
import type { Span } from "../model/span.ts";
import { entryOf } from "../syntax/yaml/index.ts";
import { blocksAt, type Block } from "./blocks.ts";
import { distinct } from "./apply.ts";
import { giveJobGroup } from "./concurrency-edits.ts";
import { groupName } from "./group-name.ts";
import { hasLongQueue } from "./platform.ts";
import { textFor, type Scheme } from "./scheme.ts";
import { selectorOf } from "./selectors.ts";
import type { Candidate, Proposer } from "./types.ts";
import { mapStartingAt, workflowText } from "./workflow-text.ts";
import { together, writingJobs } from "./writing-jobs.ts";
import { cut } from "./yaml-edits.ts";

/** Targets that wait for each other get a group each; a target that bears any number gets none. */
export const proposeLess: Proposer = (audit, finding) => {
  const blocks = blocksAt(audit, finding.spans);
  const target = targetNamed(audit, finding.target);
  if (blocks.length === 0 || !target) return [];
  const removed = blocks.flatMap((block) => withoutBlock(block));
  const free: Candidate = {
    title: "Take the group away: this target bears any number of writers, which will then really meet",
    safety: "unsafe",
    edits: removed,
  };
  if (target.policy.decision === "allow") return removed.length > 0 ? [free] : [];
  const edits = groupEach(audit, finding.spans, blocks);
  return edits && edits.length > 0
    ? [
        {
          title:
            "Give each target a group of its own, so that only writers of one target wait; work that took turns until now will overlap",
          safety: "unsafe",
          edits,
        },
      ]
    : [];
};

/** The block goes with its key. */
function withoutBlock({ file, workflow, block }: Block): readonly Edit[] {
  const source = workflowText(file);
  const isWorkflow = workflow.concurrency?.keySpan.start === block.keySpan.start;
  const job = workflow.jobs.find(({ concurrency }) => concurrency?.keySpan.start === block.keySpan.start);
  const map = isWorkflow
    ? source.root
    : job
      ? mapStartingAt(source.root, entryOf(entryOf(source.root, "jobs")?.value ?? null, job.id)?.value.span.start ?? -1)
      : null;
  const entry = map && entryOf(map, "concurrency");
  const edit = map && entry ? cut(source, map, entry) : null;
  return edit ? [edit] : [];
}

/** Every writer under the shared blocks gets its own targets' name; a whole run's block gives way to that. */
function groupEach(audit: Audit, spans: readonly Span[], blocks: readonly Block[]): readonly Edit[] | null {
  const isUnder = ({ presences }: AuditedTarget): boolean =>
    presences.some(({ groups }) =>
      groups.some(({ declaration }) =>
        spans.some((span) => span.file === declaration.span.file && span.start === declaration.span.start),
      ),
    );
  const targets = audit.targets.filter((target) => target.policy.decision !== "allow" && isUnder(target));
  const outer = blocks.filter(({ workflow, block }) => workflow.concurrency?.keySpan.start === block.keySpan.start);
  const taken = new Set<string>();
  const edits: Edit[] = outer.flatMap((block) => [...withoutBlock(block)]);
  for (const family of familiesOf(audit, targets)) {
    const jobs = writingJobs(audit, family);
    if (!jobs) return null;
    const name = groupName(
      family[0]?.kind ?? "",
      family.map(({ id }) => id),
      (one) => taken.has(one),
    );
    taken.add(name);
    const [widest] = jobs;
    const selector = family.length > 1 && widest ? selectorOf(widest) : null;
    const scheme: Scheme = selector ? [`${name}-`, selector.values] : [name];
    for (const job of jobs) {
      const text = textFor(scheme, job);
      const own =
        text === null ? null : giveJobGroup(job.file, job.job.id, { name: text, keepAll: hasLongQueue(audit) });
      if (!own) return null;
      edits.push(...own);
    }
  }
  return distinct(edits);
}

function familiesOf(audit: Audit, targets: readonly AuditedTarget[]): readonly (readonly AuditedTarget[])[] {
  const families: (readonly AuditedTarget[])[] = [];
  for (const target of targets) {
    if (families.some((family) => family.includes(target))) continue;
    families.push(together(audit, target));
  }
  return families;
}
