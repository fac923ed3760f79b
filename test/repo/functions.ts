import ts from "typescript";
import { read } from "./sources.ts";

/** A function and the number of its lines, signature included. */
export interface FunctionSize {
  readonly file: string;
  readonly line: number;
  readonly lines: number;
}

/** What the style forbids in a source file, each with its line. */
export interface Oddity {
  readonly file: string;
  readonly line: number;
  readonly what: "any" | "default export" | "enum" | "namespace" | "class";
}

export interface Inspected {
  readonly functions: readonly FunctionSize[];
  readonly odd: readonly Oddity[];
}

/** All functions of a file, and what it has that the style forbids. */
export function inspect(file: string): Inspected {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, false);
  const functions: FunctionSize[] = [];
  const odd: Oddity[] = [];
  const lineOf = (offset: number): number => source.getLineAndCharacterOfPosition(offset).line + 1;
  const visit = (node: ts.Node): void => {
    const line = lineOf(node.getStart(source));
    if (ts.isFunctionLike(node)) functions.push({ file, line, lines: lineOf(node.end) - line + 1 });
    const what = oddityOf(node);
    if (what !== null) odd.push({ file, line, what });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { functions, odd };
}

function oddityOf(node: ts.Node): Oddity["what"] | null {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return "any";
  if (ts.isExportAssignment(node)) return "default export";
  if (ts.isEnumDeclaration(node)) return "enum";
  if (ts.isModuleDeclaration(node)) return "namespace";
  return ts.isClassDeclaration(node) && !extendsError(node) ? "class" : null;
}

/** Errors are the one kind of class that TypeScript leaves no other way for. */
function extendsError(node: ts.ClassDeclaration): boolean {
  const parents = node.heritageClauses?.flatMap(({ types }) => types.map(({ expression }) => expression)) ?? [];
  return parents.some((parent) => ts.isIdentifier(parent) && parent.text === "Error");
}
