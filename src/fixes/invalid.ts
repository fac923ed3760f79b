import type { Concurrency, Field, Job } from "../ecosystems/github-actions/index.ts";
import type { Edit } from "../model/report.ts";
import { parseTemplate, references } from "../syntax/expression/index.ts";
import { entryOf } from "../syntax/yaml/index.ts";
import { blockAt, type Block } from "./blocks.ts";
import { keepAll, stopCancelling } from "./concurrency-edits.ts";
import { hasLongQueue } from "./platform.ts";
import type { Candidate, Proposer } from "./types.ts";
import { mapStartingAt, workflowText } from "./workflow-text.ts";
import { cut } from "./yaml-edits.ts";
import { quotedLike } from "./yaml-text.ts";

/** What makes a refused block one that the platform takes, for each way in which it can be wrong. */
export const proposeValidBlock: Proposer = (audit, finding) => {
  const [span] = finding.spans;
  const found = span ? blockAt(audit, span) : null;
  if (!found) return [];
  const { file, block } = found;
  const { queue, cancelInProgress, group } = block;
  const candidates: readonly Candidate[] = [
    ...(queue && !hasLongQueue(audit)
      ? [safe("Remove `queue`, which this server does not know: it keeps one waiting run", withoutQueue(found))]
      : []),
    ...(queue && hasLongQueue(audit) ? [safe("Keep every waiting run, and cancel none", keepAll(file, block))] : []),
    ...(queue && cancelInProgress ? [safe("Cancel none", stopCancelling(file, block))] : []),
    ...(group ? [safe("Write out what the expression stands for", substituted(group, found))] : []),
    ...(group ? fallbacks(group, found) : []),
    ...(group === null && !block.shorthand ? [safe("Give the group a name", named(found))] : []),
  ];
  return candidates.filter(({ edits }) => edits.length > 0);
};

function safe(title: string, edits: readonly Edit[]): Candidate {
  return { title, safety: "safe", edits };
}

function withoutQueue({ file, block }: Block): readonly Edit[] {
  const source = workflowText(file);
  const map = mapStartingAt(source.root, block.valueSpan.start);
  const entry = map && entryOf(map, "queue");
  const edit = map && entry ? cut(source, map, entry) : null;
  return edit ? [edit] : [];
}

/** `env.NAME` as its `env:` says, `github.job` as the job's key: contexts that a group cannot read. */
function substituted(group: Field, { file, workflow, block }: Block): readonly Edit[] {
  const job = workflow.jobs.find(({ concurrency }) => concurrency?.keySpan.start === block.keySpan.start) ?? null;
  const text = rewritten(group, (body) => {
    const name = /^env\.(\w+)$/iu.exec(body)?.[1];
    if (name !== undefined)
      return [...(job?.env.entries ?? []), ...workflow.env.entries].find((entry) => entry.name === name)?.text ?? null;
    return /^github\.job$/iu.test(body) ? (job?.id ?? null) : null;
  });
  return regrouped(group, file.text, text, block);
}

/**
 * What is empty on some runs falls back on the ref, so that the runs of a branch still wait for each other, or on the
 * run. Somebody else's branch may have any name, also that of a group: then the event's name keeps the two apart.
 */
function fallbacks(group: Field, { file, block }: Block): readonly Candidate[] {
  return ["", "${{ github.event_name }}-"].flatMap((before) =>
    ["github.ref", "github.run_id"].map((value) => {
      const text = rewritten(group, (body, isReference) =>
        isReference && !/\bgithub\.(?:ref|run_id)\b/u.test(body) ? `\${{ ${body} || ${value} }}` : null,
      );
      const edits = text === group.text ? [] : regrouped(group, file.text, before + text, block);
      return safe("Give the group a name where the expression has no value, too", edits);
    }),
  );
}

function rewritten(group: Field, rewrite: (body: string, isReference: boolean) => string | null): string {
  return parseTemplate(group.text)
    .map((part) => {
      if (part.kind === "literal") return part.text;
      const whole = group.text.slice(part.start, part.end);
      return part.parsed.ok ? (rewrite(part.body.trim(), references(part.parsed.ast).length > 0) ?? whole) : whole;
    })
    .join("");
}

function regrouped(group: Field, text: string, name: string, block: Concurrency): readonly Edit[] {
  if (name === group.text) return [];
  const { file, start, end } = block.shorthand ? block.valueSpan : group.span;
  return [{ file, start, end, text: quotedLike(text.slice(start, end), name) }];
}

/** A mapping without a group: the workflow and the ref, as GitHub's documentation names groups, and the job's key. */
function named({ file, workflow, block }: Block): readonly Edit[] {
  const source = workflowText(file);
  const first = mapStartingAt(source.root, block.valueSpan.start)?.entries[0];
  if (!first) return [];
  const job: Job | undefined = workflow.jobs.find(
    ({ concurrency }) => concurrency?.keySpan.start === block.keySpan.start,
  );
  const name = `\${{ github.workflow }}-\${{ github.ref }}${job ? `-${job.id}` : ""}`;
  const inFlow = file.text[block.valueSpan.start] === "{";
  const lineStart = file.text.lastIndexOf("\n", first.keySpan.start - 1) + 1;
  const rest = inFlow ? ", " : source.eol + file.text.slice(lineStart, first.keySpan.start);
  const at = first.keySpan.start;
  return [{ file: file.path, start: at, end: at, text: `group: ${inFlow ? JSON.stringify(name) : name}${rest}` }];
}
