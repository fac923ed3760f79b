import { Composer, Parser, type CST, type Document, type ParsedNode } from "yaml";
import type { Problem, SourceFile, Span } from "../../model/span.ts";
import { convertDocument } from "./convert.ts";
import { depthOf } from "./depth.ts";
import type { YamlDocument, YamlFile } from "./node.ts";

export interface YamlOptions {
  /** `refuse` makes `<<` a problem, as GitHub does; `apply` (the default) merges as YAML 1.1 readers do. */
  readonly mergeKeys?: "refuse" | "apply";
  /** A doubled key: `refuse` (the default) is a problem, as for GitHub; `last` keeps the later one, as PyYAML does. */
  readonly doubledKeys?: "refuse" | "last";
  /** Files with more characters are refused unread. */
  readonly maxLength?: number;
}

const MAX_LENGTH = 2 * 1024 * 1024;
/** GitHub stops at 50 levels; custom resource definitions of Kubernetes go a little deeper. */
const MAX_DEPTH = 150;
const MAX_PROBLEMS = 20;

/**
 * Text to trees with places, by the core schema of YAML 1.2 (in which `on` is a string). Never throws: what cannot be
 * read is in `problems`, and the documents hold what could be. Aliases are resolved by reference; a file whose
 * aliases would unfold to an absurd size keeps null in their place.
 */
export function parseYaml(file: SourceFile, options: YamlOptions = {}): YamlFile {
  const limit = options.maxLength ?? MAX_LENGTH;
  if (file.text.length > limit) {
    const size = `${(file.text.length / 1048576).toFixed(1)} MB`;
    return unread(file, `the file has ${size}; YAML files of more than ${limit / 1048576} MB are not read`);
  }
  const documents: YamlDocument[] = [];
  const problems: Problem[] = [];
  for (const document of compose(file, problems)) {
    const converted = convertDocument(file, document, options.mergeKeys ?? "apply", options.doubledKeys ?? "refuse");
    documents.push(converted.document);
    // After the first error of a document the others follow from it.
    const [error] = document.errors;
    problems.push(...(error ? [problemAt(file, error.pos[0], error.pos[1], error.message)] : converted.problems));
  }
  return { documents, problems: problems.slice(0, MAX_PROBLEMS) };
}

/**
 * The library's composer is recursive, and a stack that overflows inside a regular expression ends the whole
 * process; so nesting is measured on the token tree first.
 */
function compose(file: SourceFile, problems: Problem[]): readonly Document.Parsed<ParsedNode>[] {
  const composer = new Composer<ParsedNode, true>({
    version: "1.2",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const documents: Document.Parsed<ParsedNode>[] = [];
  let errors = 0;
  try {
    for (const token of new Parser().parse(file.text) as Iterable<CST.Token>) {
      errors += token.type === "error" ? 1 : 0;
      if (errors > MAX_PROBLEMS) break;
      const deep = depthOf(token, MAX_DEPTH);
      if (deep !== null) {
        problems.push(problemAt(file, deep, deep + 1, `values are nested in more than ${MAX_DEPTH} levels`));
        continue;
      }
      documents.push(...composer.next(token));
    }
    documents.push(...composer.end());
  } catch (error) {
    problems.push(problemAt(file, 0, 0, error instanceof Error ? error.message : String(error)));
  }
  return documents;
}

function unread(file: SourceFile, message: string): YamlFile {
  return { documents: [], problems: [{ span: { file: file.path, start: 0, end: 0 }, message }] };
}

function problemAt(file: SourceFile, start: number, end: number, message: string): Problem {
  const last = file.text.length;
  const span: Span = { file: file.path, start: Math.min(start, last), end: Math.min(Math.max(start, end), last) };
  return { span, message: `not valid YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}` };
}
