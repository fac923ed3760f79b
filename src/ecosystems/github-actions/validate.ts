import type { Problem, SourceFile, Span } from "../../model/span.ts";
import { parseYaml } from "../../syntax/yaml/index.ts";
import { MAX_WORKFLOW } from "./parse-workflow.ts";

/** A place as the library gives it: lines and columns from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * What GitHub's own parser (`@actions/workflow-parser`) has to say against a workflow, empty where it takes it. Heavy,
 * so that only what writes workflows asks for it. The YAML is looked at first: the library runs out of memory on an
 * alias bomb, and its stack overflows on deep nesting.
 */
export async function validateWorkflow(file: SourceFile): Promise<readonly Problem[]> {
  const { problems } = parseYaml(file, { mergeKeys: "refuse", maxLength: MAX_WORKFLOW });
  if (problems.length > 0) return problems;
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import("@actions/workflow-parser");
  const { context, value } = parseWorkflow({ name: file.path, content: file.text }, new NoOperationTraceWriter());
  if (value && context.errors.count === 0) await convertWorkflowTemplate(context, value);
  const lines = lineStarts(file.text);
  return context.errors
    .getErrors()
    .map(({ rawMessage, range }) => ({ span: spanOf(file, lines, range?.start, range?.end), message: rawMessage }));
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function spanOf(file: SourceFile, lines: readonly number[], start: Place | undefined, end: Place | undefined): Span {
  const offset = ({ line, column }: Place): number =>
    Math.min((lines[line - 1] ?? file.text.length) + column - 1, file.text.length);
  const from = start ? offset(start) : 0;
  return { file: file.path, start: from, end: Math.max(from, end ? offset(end) : from) };
}
