import type { Problem, SourceFile } from "../../model/span.ts";
import { entryOf, isNull, mapAt, nameOfKind, parseYaml, type YamlMap, type YamlNode } from "../../syntax/yaml/index.ts";
import type { WorkflowDocument, WorkflowResult } from "./document.ts";
import { concurrencyOf, defaultsOf } from "./parse-blocks.ts";
import { jobOf } from "./parse-job.ts";
import { triggersOf } from "./parse-triggers.ts";
import { fieldAt, fieldMapAt, refuse, type Reader } from "./reader.ts";

/** GitHub reads files of up to a mebibyte. */
export const MAX_WORKFLOW = 1024 * 1024;

/**
 * A workflow file as a typed document with places. Never throws: what GitHub would refuse is in `problems`, and
 * whatever could be read is in the document all the same. Docs: "Workflow syntax for GitHub Actions".
 */
export function parseWorkflow(file: SourceFile): WorkflowResult {
  const known = PARSED.get(file) ?? parseAnew(file);
  PARSED.set(file, known);
  return known;
}

/** A tree gives the same file each time, and an audit of a changed tree reads all the others again. */
const PARSED = new WeakMap<SourceFile, WorkflowResult>();

function parseAnew(file: SourceFile): WorkflowResult {
  const { documents, problems } = parseYaml(file, { mergeKeys: "refuse", maxLength: MAX_WORKFLOW });
  const reader: Reader = { problems: [] };
  const root = documents[0]?.root ?? null;
  const workflow = root?.kind === "map" ? workflowOf(reader, file, root) : null;
  if (workflow === null) reader.problems.push(notAMap(file, root, "a workflow is a map with `on` and `jobs`"));
  // What is wrong with the YAML also misplaces the rest, so the shape is judged only where the YAML is right.
  return { workflow, problems: problems.length > 0 ? problems : reader.problems };
}

/** The problem of a file whose root is no map. */
export function notAMap(file: SourceFile, root: YamlNode | null, wanted: string): Problem {
  const span = root?.span ?? { file: file.path, start: 0, end: 0 };
  return {
    span: { ...span, end: Math.min(span.end, span.start + 1) },
    message: `the file is ${root ? nameOfKind(root) : "empty"}; ${wanted}`,
  };
}

function workflowOf(reader: Reader, file: SourceFile, root: YamlMap): WorkflowDocument {
  const on = entryOf(root, "on");
  const jobs = mapAt(root, "jobs");
  checkPresence(reader, root);
  return {
    path: file.path,
    span: root.span,
    name: fieldAt(reader, root, "name", "workflow"),
    runName: fieldAt(reader, root, "run-name", "workflow"),
    triggers: on && !isNull(on.value) ? triggersOf(reader, on.value) : [],
    onSpan: on?.keySpan ?? null,
    env: fieldMapAt(reader, root, "env", "workflow"),
    defaults: defaultsOf(reader, root, ""),
    concurrency: concurrencyOf(reader, root, ""),
    jobs: (jobs?.entries ?? []).flatMap((entry) => jobOf(reader, entry) ?? []),
  };
}

function checkPresence(reader: Reader, root: YamlMap): void {
  for (const [key, wanted] of [
    ["on", "an event, a list of events or a map of events"],
    ["jobs", "a map of jobs"],
  ] as const) {
    const entry = entryOf(root, key);
    const place = root.entries[0]?.keySpan ?? root.span;
    if (!entry) reader.problems.push({ span: place, message: `the workflow has no \`${key}\`` });
    else if (isNull(entry.value))
      reader.problems.push({ span: entry.keySpan, message: `\`${key}\` is empty; it takes ${wanted}` });
    else if (key === "jobs" && entry.value.kind !== "map") refuse(reader, entry.value, key, wanted);
  }
}
