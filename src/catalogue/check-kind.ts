import type { ErrorObject } from "ajv";
import type { Problem } from "../model/span.ts";
import { eitherOf, nearest } from "../config/nearest.ts";
import { validateKind } from "../generated/validate-kind.js";
import { compileKind } from "./compile.ts";
import { parseTemplate } from "./identity.ts";
import type { KindDocument } from "./kind-document.ts";
import type { KindFile } from "./kind.ts";
import { hasResolver, resolverNames } from "./resolvers.ts";

/**
 * What is wrong with a kind's file: against the shipped schema, then patterns, rules, conditions and the id. Every
 * problem names what was found and what would be right; an empty list says that the kind can be used.
 */
export function checkKind(document: KindDocument): readonly Problem[] {
  if (document.problems.length > 0) return document.problems;
  if (!validateKind(document.value)) return schemaProblems(document, validateKind.errors ?? []);
  return [...formProblems(document), ...idProblems(document)];
}

function schemaProblems(document: KindDocument, errors: readonly ErrorObject[]): readonly Problem[] {
  const found = new Map<string, Problem>();
  for (const error of errors) {
    if (["oneOf", "anyOf", "if"].includes(error.keyword) || isMistyped(error, errors)) continue;
    const path = error.instancePath
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const problem = problemOf(document, error, path);
    found.set(`${problem.span.start} ${path.join("/")}`, problem);
  }
  return [...found.values()];
}

/** A key that is missing because it stands there with a slip of the pen: told once, at the slip. */
function isMistyped(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  if (error.keyword !== "required") return false;
  const missing = String(error.params["missingProperty"]);
  return errors.some(
    (other) =>
      other.keyword === "additionalProperties" &&
      other.instancePath === error.instancePath &&
      nearest(String(other.params["additionalProperty"]), [missing]) !== null,
  );
}

function problemOf(document: KindDocument, error: ErrorObject, path: readonly string[]): Problem {
  const where = path.length === 0 ? "this file" : `\`${path.filter((step) => !/^\d+$/.test(step)).join(".")}\``;
  if (error.keyword === "additionalProperties") {
    const key = String(error.params["additionalProperty"]);
    const known = Object.keys((error.parentSchema?.["properties"] ?? {}) as Record<string, unknown>);
    const near = nearest(key, known);
    const advice = near === null ? `It has ${eitherOf(known)}.` : `Did you mean ${near}?`;
    return { span: document.spanAt([...path, key], true), message: `\`${key}\` is not a key of ${where}. ${advice}` };
  }
  if (error.keyword === "required") {
    const key = String(error.params["missingProperty"]);
    return { span: document.spanAt(path), message: `${where} has no \`${key}\`. Add \`${key}:\`.` };
  }
  const allowed = error.keyword === "enum" ? (error.params["allowedValues"] as readonly unknown[]).map(String) : [];
  const found = JSON.stringify(error.data)?.slice(0, 60) ?? "nothing";
  const right = allowed.length > 0 ? `Use ${eitherOf(allowed)}.` : `It ${error.message ?? "is not allowed here"}.`;
  return { span: document.spanAt(path), message: `${where} is ${found}. ${right}` };
}

/** Reads everything that is otherwise read at first use, so that a mistake is told at once and with its place. */
function formProblems(document: KindDocument): readonly Problem[] {
  const file = document.value as KindFile;
  const problems: Problem[] = [];
  const tryAt = (path: readonly (string | number)[], read: () => unknown): void => {
    try {
      read();
    } catch (error) {
      problems.push({
        span: document.spanAt(path),
        message: `${error instanceof Error ? error.message : String(error)}.`,
      });
    }
  };
  for (const list of ["writes", "reads", "lockReaders", "lockBreakers", "queueWaits"] as const) {
    for (const [index, entry] of (file[list] ?? []).entries()) {
      const alone: KindFile = { ...file, [list]: [entry], leaves: [], ...emptyBut(list) };
      tryAt([list, index], () =>
        compileKind(alone, document.file.path, true).entries.map((compiled) => compiled.details()),
      );
      if (entry.resolver !== undefined && !hasResolver(entry.resolver))
        problems.push(noResolver(document, [list, index, "resolver"], entry.resolver));
    }
  }
  for (const [index, leaves] of (file.leaves ?? []).entries()) {
    const alone: KindFile = { ...file, ...emptyBut("leaves"), leaves: [leaves] };
    tryAt(["leaves", index], () =>
      compileKind(alone, document.file.path, true).leaves.map((compiled) => compiled.details()),
    );
  }
  tryAt([], () => compileKind({ ...file, ...emptyBut("none") }, document.file.path, true).details());
  if (file.resolver !== undefined && !hasResolver(file.resolver))
    problems.push(noResolver(document, ["resolver"], file.resolver));
  return problems;
}

function emptyBut(list: string): Partial<KindFile> {
  const empty = { writes: [], reads: [], lockReaders: [], lockBreakers: [], queueWaits: [], leaves: [] };
  return Object.fromEntries(Object.entries(empty).filter(([name]) => name !== list));
}

function noResolver(document: KindDocument, path: readonly (string | number)[], name: string): Problem {
  const near = nearest(name, resolverNames());
  const advice = near === null ? `Use ${eitherOf(resolverNames())}, or leave it out` : `Did you mean ${near}`;
  return { span: document.spanAt(path), message: `\`${name}\` is not code that the program has. ${advice}?` };
}

function idProblems(document: KindDocument): readonly Problem[] {
  const file = document.value as KindFile;
  const known = new Set(Object.keys(file.parts ?? {}));
  const asked = parseTemplate(file.id).flatMap((piece) => ("part" in piece ? [piece.part] : []));
  const missing = file.resolver === undefined ? asked.filter((part) => !known.has(part)) : [];
  return missing.map((part) => ({
    span: document.spanAt(["id"]),
    message:
      `the id asks for {${part}}, and \`parts\` does not say where that comes from. ` +
      `Add \`${part}:\` with a list of rules.`,
  }));
}
