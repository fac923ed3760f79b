import type { Stretch } from "../../../syntax/shell/ast.ts";

export interface Parameter {
  readonly name: string;
  /** The default's expression; null where there is none. */
  readonly fallback: Stretch | null;
  /** `*` takes any number of arguments, `+` at least one. */
  readonly rest: boolean;
  readonly exported: boolean;
}

export interface Dependency {
  readonly name: string;
  readonly args: readonly Stretch[];
  /** After `&&`: runs behind the recipe. */
  readonly after: boolean;
}

export interface Recipe {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly dependencies: readonly Dependency[];
  readonly lines: readonly Stretch[];
}

export interface Justfile {
  readonly recipes: ReadonlyMap<string, Recipe>;
  readonly aliases: ReadonlyMap<string, string>;
  readonly variables: readonly { readonly name: string; readonly value: Stretch; readonly exported: boolean }[];
  readonly exportsAll: boolean;
}

const ASSIGN = /^(export\s+)?([A-Za-z_][\w-]*)\s*:=\s*/;
const DEFAULT = /"[^"]*"|'[^']*'|`[^`]*`|\([^)]*\)|[^\s:]+/.source;
const PARAMETER = String.raw`\s+[*+$]*[A-Za-z_][\w-]*(?:\s*=\s*(?:${DEFAULT}))?`;
/** `name parameters: dependencies`. */
const HEADER = new RegExp(String.raw`^@?([A-Za-z_][\w-]*)((?:${PARAMETER})*)\s*:(?!=)(.*)$`, "s");

/** The recipes and variables of a justfile; what is none is left out. https://just.systems/man/en/ */
export function parseJustfile(text: string): Justfile {
  const recipes = new Map<string, Recipe>();
  const aliases = new Map<string, string>();
  const variables: { name: string; value: Stretch; exported: boolean }[] = [];
  let exportsAll = false;
  let current: { recipe: Recipe; lines: Stretch[] } | null = null;
  for (const line of linesOf(text)) {
    const content = text.slice(line.start, line.end);
    if (/^[ \t]/.test(content) || (current !== null && content.trim() === "")) {
      current?.lines.push(line);
      continue;
    }
    if (current) recipes.set(current.recipe.name, { ...current.recipe, lines: current.lines });
    current = null;
    const alias = /^alias\s+([\w-]+)\s*:=\s*([\w-]+)/.exec(content);
    const assigned = ASSIGN.exec(content);
    if (/^set\s+export\b(?!\s*:=\s*false)/.test(content)) exportsAll = true;
    else if (alias) aliases.set(alias[1] ?? "", alias[2] ?? "");
    else if (assigned)
      variables.push({
        name: assigned[2] ?? "",
        value: { start: line.start + assigned[0].length, end: line.end },
        exported: assigned[1] !== undefined,
      });
    else {
      const recipe = readHeader(content, line.start);
      if (recipe) current = { recipe, lines: [] };
    }
  }
  if (current) recipes.set(current.recipe.name, { ...current.recipe, lines: current.lines });
  return { recipes, aliases, variables, exportsAll };
}

function* linesOf(text: string): Generator<Stretch> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start);
    const stop = end < 0 ? text.length : end;
    yield { start, end: text[stop - 1] === "\r" ? stop - 1 : stop };
    start = stop + 1;
  }
}

function readHeader(content: string, offset: number): Recipe | null {
  const match = HEADER.exec(content.replace(/\s#.*$/, ""));
  if (!match) return null;
  const parametersAt = offset + content.indexOf(match[1] ?? "") + (match[1] ?? "").length;
  const parameters = [
    ...(match[2] ?? "").matchAll(/([*+$]*)([A-Za-z_][\w-]*)(?:(\s*=\s*)("[^"]*"|'[^']*'|`[^`]*`|\([^)]*\)|[^\s:]+))?/g),
  ].map((found): Parameter => {
    const at = parametersAt + found.index + (found[1] ?? "").length + (found[2] ?? "").length + (found[3] ?? "").length;
    const fallback = found[4] === undefined ? null : { start: at, end: at + found[4].length };
    return {
      name: found[2] ?? "",
      fallback,
      rest: /[*+]/.test(found[1] ?? ""),
      exported: (found[1] ?? "").includes("$"),
    };
  });
  const dependencies = readDependencies(match[3] ?? "", offset + content.length - (match[3] ?? "").length);
  return { name: match[1] ?? "", parameters, dependencies, lines: [] };
}

function readDependencies(text: string, offset: number): readonly Dependency[] {
  let after = false;
  const out: Dependency[] = [];
  for (const found of text.matchAll(/(&&)|\(\s*([\w:-]+)([^)]*)\)|([A-Za-z_][\w:-]*)/g)) {
    if (found[1]) after = true;
    else if (found[4] !== undefined) out.push({ name: found[4], args: [], after });
    else {
      const argsAt = offset + found.index + found[0].indexOf(found[2] ?? "") + (found[2] ?? "").length;
      const args = [...(found[3] ?? "").matchAll(/"[^"]*"|'[^']*'|\S+/g)].map((arg) => ({
        start: argsAt + arg.index,
        end: argsAt + arg.index + arg[0].length,
      }));
      out.push({ name: found[2] ?? "", args, after });
    }
  }
  return out;
}
