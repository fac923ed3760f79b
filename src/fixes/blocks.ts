import type { Audit } from "../audit/model.ts";
import { parseWorkflow, type Concurrency, type WorkflowDocument } from "../ecosystems/github-actions/index.ts";
import type { Edit } from "../model/report.ts";
import type { SourceFile, Span } from "../model/span.ts";
import { setGroup } from "./concurrency-edits.ts";
import { hasLongQueue } from "./platform.ts";

/** A `concurrency:` block with the file that it stands in. */
export interface Block {
  readonly file: SourceFile;
  readonly workflow: WorkflowDocument;
  readonly block: Concurrency;
}

/** The block around a place, null where there is none. */
export function blockAt(audit: Audit, span: Span): Block | null {
  const read = audit.tree.read(span.file);
  const workflow = read?.ok ? parseWorkflow(read.file).workflow : null;
  if (!workflow || !read?.ok) return null;
  const blocks = [workflow.concurrency, ...workflow.jobs.map(({ concurrency }) => concurrency)].filter(
    (one) => one !== null,
  );
  const block =
    blocks.find((one) => one.span.start <= span.start && span.end <= one.span.end) ??
    // An alias: the block is written elsewhere than its key stands.
    blocks.find((one) => one.valueSpan.start <= span.start && span.end <= one.valueSpan.end);
  return block ? { file: read.file, workflow, block } : null;
}

/** Those of several places that are blocks, each once. */
export function blocksAt(audit: Audit, spans: readonly Span[]): readonly Block[] {
  const found = spans.flatMap((span) => blockAt(audit, span) ?? []);
  return found.filter(
    ({ block }, index) =>
      found.findIndex(
        ({ block: other }) => other.span.file === block.span.file && other.span.start === block.span.start,
      ) === index,
  );
}

/** The edits by which a block lets nothing be cancelled, and nothing be dropped where the platform has a long queue. */
export function keepApart(audit: Audit, { file, block }: Block): readonly Edit[] {
  if (!block.group) return [];
  return setGroup(file, block, { name: block.group.text, keepAll: hasLongQueue(audit) }) ?? [];
}
