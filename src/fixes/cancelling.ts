import { parseWorkflow, type Concurrency } from "../ecosystems/github-actions/index.ts";
import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { SourceFile, Span } from "../model/span.ts";
import { keepAll, stopCancelling } from "./concurrency-edits.ts";
import type { Candidate, Proposer } from "./types.ts";

/** The `concurrency:` blocks that a finding names, with their files. */
export function blocksOf(audit: Audit, finding: Finding): readonly { readonly file: SourceFile; readonly block: Concurrency; readonly hasPullRequests: boolean }[] {
  return finding.spans.flatMap((span) => {
    const read = audit.tree.read(span.file);
    const workflow = read?.ok ? parseWorkflow(read.file).workflow : null;
    if (!workflow || !read?.ok) return [];
    const blocks = [workflow.concurrency, ...workflow.jobs.map(({ concurrency }) => concurrency)];
    const block = blocks.find((one) => one !== null && sameStart(one.span, span));
    const hasPullRequests = workflow.triggers.some(({ event }) => event === "pull_request");
    return block ? [{ file: read.file, block, hasPullRequests }] : [];
  });
}

function sameStart(a: Span, b: Span): boolean {
  return a.file === b.file && a.start === b.start;
}

const PULL_REQUESTS = "${{ github.event_name == 'pull_request' }}";

/** Nothing cancels a writer: cancelling goes, or is left to pull requests where only those can be meant. */
export const proposeNoCancelling: Proposer = (audit, finding) => {
  const blocks = blocksOf(audit, finding);
  if (blocks.length === 0) return [];
  const candidate = (title: string, edits: readonly (ReturnType<typeof keepAll>)[]): Candidate => ({ title, safety: "safe", edits: edits.flat() });
  const onlyPullRequests = blocks.every(({ hasPullRequests }) => hasPullRequests)
    ? [candidate("Cancel pull request runs only", blocks.map(({ file, block }) => stopCancelling(file, block, PULL_REQUESTS)))]
    : [];
  const off = candidate("Do not cancel the run that is at work", blocks.map(({ file, block }) => stopCancelling(file, block)));
  const max = audit.config.platform.name === "github.com"
    ? [candidate("Do not cancel the run that is at work, and keep every waiting one", blocks.map(({ file, block }) => keepAll(file, block)))]
    : [];
  return [...onlyPullRequests, off, ...max].filter(({ edits }) => edits.length > 0);
};
