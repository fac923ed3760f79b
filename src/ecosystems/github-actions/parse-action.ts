import type { SourceFile } from "../../model/span.ts";
import { entryOf, isNull, mapAt, parseYaml, stringAt, type YamlEntry, type YamlMap } from "../../syntax/yaml/index.ts";
import type { ActionDocument, ActionInput, ActionResult } from "./document.ts";
import type { NamedField } from "./field.ts";
import { stepsOf } from "./parse-steps.ts";
import { MAX_WORKFLOW, notAMap } from "./parse-workflow.ts";
import { fieldAt, type Reader } from "./reader.ts";

/** An `action.yml` as a typed document. Never throws. Docs: "Metadata syntax for GitHub Actions". */
export function parseAction(file: SourceFile): ActionResult {
  const { documents, problems } = parseYaml(file, { mergeKeys: "refuse", maxLength: MAX_WORKFLOW });
  const reader: Reader = { problems: [] };
  const root = documents[0]?.root ?? null;
  const action = root?.kind === "map" ? actionOf(reader, file, root) : null;
  if (action === null) reader.problems.push(notAMap(file, root, "an action is a map with `runs`"));
  // What is wrong with the YAML also misplaces the rest, so the shape is judged only where the YAML is right.
  return { action, problems: problems.length > 0 ? problems : reader.problems };
}

function actionOf(reader: Reader, file: SourceFile, root: YamlMap): ActionDocument {
  const steps = entryOf(mapAt(root, "runs"), "steps");
  const using = usingOf(stringAt(root, "runs", "using"));
  if (using === "unknown")
    reader.problems.push({
      span: entryOf(root, "runs")?.keySpan ?? root.span,
      message: "`runs.using` is missing or not known; it takes composite, docker or a version of node",
    });
  if (using === "composite" && !steps)
    reader.problems.push({
      span: entryOf(root, "runs")?.keySpan ?? root.span,
      message: "`runs.steps` is missing; a composite action has steps",
    });
  return {
    path: file.path,
    span: root.span,
    name: fieldAt(reader, root, "name", "action"),
    using,
    inputs: (mapAt(root, "inputs")?.entries ?? []).map((entry) => inputOf(reader, entry)),
    outputs: (mapAt(root, "outputs")?.entries ?? []).flatMap((entry) => outputOf(reader, entry)),
    steps: using === "composite" && steps && !isNull(steps.value) ? stepsOf(reader, steps.value, "runs.steps") : [],
  };
}

function usingOf(using: string | null): ActionDocument["using"] {
  if (using === null) return "unknown";
  if (/^node\d+$/i.test(using)) return "node";
  const known = using.toLowerCase();
  return known === "composite" || known === "docker" ? known : "unknown";
}

function inputOf(reader: Reader, entry: YamlEntry): ActionInput {
  const { key: name, keySpan: span, value } = entry;
  if (value.kind !== "map") return { name, default: null, required: false, span };
  const where = `inputs.${name}`;
  return {
    name,
    default: fieldAt(reader, value, "default", where),
    required: fieldAt(reader, value, "required", where)?.value === true,
    span,
  };
}

function outputOf(reader: Reader, entry: YamlEntry): readonly NamedField[] {
  if (entry.value.kind !== "map") return [];
  const value = fieldAt(reader, entry.value, "value", `outputs.${entry.key}`);
  return value ? [{ ...value, name: entry.key, keySpan: entry.keySpan }] : [];
}
