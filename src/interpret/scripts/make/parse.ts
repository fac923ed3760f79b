import type { Stretch } from "../../../syntax/shell/ast.ts";

/** A statement of a Makefile; stretches count in the file. */
export type Statement =
  | {
      readonly kind: "assign";
      readonly name: Stretch;
      readonly operator: string;
      readonly value: Stretch;
      readonly override: boolean;
      readonly exported: boolean;
    }
  | {
      readonly kind: "rule";
      readonly targets: Stretch;
      readonly prerequisites: Stretch;
      readonly recipe: readonly Stretch[];
      readonly assignment: Assignment | null;
    }
  | {
      readonly kind: "condition";
      readonly word: "ifeq" | "ifneq" | "ifdef" | "ifndef";
      readonly test: Stretch;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly kind: "include"; readonly files: Stretch }
  /** Lines that go on with the recipe of the rule before, behind a conditional in it. */
  | { readonly kind: "recipe"; readonly lines: readonly Stretch[] }
  /** A line that is only expanded: `$(foreach …,$(eval …))`. */
  | { readonly kind: "expand"; readonly text: Stretch }
  | { readonly kind: "export"; readonly names: Stretch; readonly undo: boolean };

export interface Assignment {
  readonly name: Stretch;
  readonly operator: string;
  readonly value: Stretch;
}

interface Line extends Stretch {
  /** A recipe's line: it begins with a tab. */
  readonly tabbed: boolean;
}

const ASSIGN =
  /^(?<lead>(?:(?:override|export|private)\s+)*)(?<name>[^\s:#=+?!]+)\s*(?<operator>:::=|::=|:=|\+=|\?=|!=|=)[ \t]*/;
const CONDITION = /^\s*(ifeq|ifneq|ifdef|ifndef)\b[ \t]*/;

/**
 * The statements of a Makefile, in order, conditionals as trees. Never throws; lines that are none are left out.
 * https://www.gnu.org/software/make/manual/html_node/Makefile-Contents.html
 */
export function parseMakefile(text: string): readonly Statement[] {
  const known = PARSED.get(text) ?? parseNow(text);
  if (PARSED.size >= MOST_PARSED) PARSED.clear();
  PARSED.set(text, known);
  return known;
}

/** Every call of make reads its file again; a text has one meaning wherever it stands. */
const PARSED = new Map<string, readonly Statement[]>();
const MOST_PARSED = 64;

function parseNow(text: string): readonly Statement[] {
  const source = { text, lines: logicalLines(text), at: 0, open: false };
  const out: Statement[] = [];
  // An `endif` too many ends nothing.
  while (source.at < source.lines.length) {
    out.push(...readBlock(source, 0));
    source.at += 1;
  }
  return out;
}

interface Source {
  readonly text: string;
  readonly lines: readonly Line[];
  at: number;
  /** Lines that begin with a tab belong to a rule's recipe; before any rule and after an assignment they do not. */
  open: boolean;
}

/** Lines, those that end with a backslash joined with the next. */
function logicalLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < text.length) {
    let end = text.indexOf("\n", start);
    while (end > 0 && isContinued(text, start, end)) end = text.indexOf("\n", end + 1);
    const stop = end < 0 ? text.length : end;
    lines.push({ start, end: text[stop - 1] === "\r" ? stop - 1 : stop, tabbed: text[start] === "\t" });
    start = stop + 1;
  }
  return lines;
}

function isContinued(text: string, start: number, end: number): boolean {
  let slashes = 0;
  for (let at = text[end - 1] === "\r" ? end - 2 : end - 1; at >= start && text[at] === "\\"; at -= 1) slashes += 1;
  return slashes % 2 === 1;
}

/** Statements up to an `else` or `endif` of the surrounding conditional. */
function readBlock(source: Source, depth: number): readonly Statement[] {
  const out: Statement[] = [];
  while (source.at < source.lines.length) {
    const line = source.lines[source.at] as Line;
    const text = source.text.slice(line.start, line.end);
    if (!line.tabbed && /^\s*(?:else|endif)\b/.test(text)) return out;
    const statement = readStatement(source, line, text, depth);
    if (statement) out.push(statement);
    source.at += 1;
  }
  return out;
}

function readStatement(source: Source, line: Line, text: string, depth: number): Statement | null {
  const bare = text.trimStart();
  if (bare === "" || bare.startsWith("#")) return null;
  if (line.tabbed && source.open) return { kind: "recipe", lines: recipeFrom(source, source.at - 1) };
  const lead = line.start + text.length - bare.length;
  if (CONDITION.test(text) && depth < 40) return readCondition(source, line, text, depth);
  source.open = false;
  if (/^define\b/.test(bare)) return readDefine(source, lead, bare);
  const include = /^(?:-|s)?include\s+/.exec(bare);
  if (include) return { kind: "include", files: { start: lead + include[0].length, end: line.end } };
  const assigned = readAssign(bare, lead, line.end);
  if (assigned) return assigned;
  const exported = /^(un)?export\b[ \t]*/.exec(bare);
  if (exported)
    return {
      kind: "export",
      names: { start: lead + exported[0].length, end: line.end },
      undo: exported[1] !== undefined,
    };
  const rule = readRule(source, line, text);
  return rule ?? (bare.startsWith("$") ? { kind: "expand", text: { start: lead, end: line.end } } : null);
}

function readAssign(bare: string, lead: number, end: number): Statement | null {
  const match = ASSIGN.exec(bare);
  const groups = match?.groups;
  if (!match || !groups) return null;
  const nameAt = lead + (groups.lead ?? "").length;
  return {
    kind: "assign",
    name: { start: nameAt, end: nameAt + (groups.name ?? "").length },
    operator: groups.operator ?? "=",
    value: { start: lead + match[0].length, end },
    override: /override/.test(groups.lead ?? ""),
    exported: /export/.test(groups.lead ?? ""),
  };
}

function readDefine(source: Source, lead: number, bare: string): Statement | null {
  const match = /^define\s+(\S+)\s*(=|:=|\+=|\?=)?/.exec(bare);
  const first = source.at + 1;
  while (source.at + 1 < source.lines.length) {
    source.at += 1;
    const line = source.lines[source.at] as Line;
    if (/^\s*endef\b/.test(source.text.slice(line.start, line.end))) break;
  }
  const [from, to] = [source.lines[first], source.lines[source.at - 1]];
  if (!match || !from || !to || to.end < from.start) return null;
  const nameAt = lead + match[0].indexOf(match[1] ?? "", 6);
  return {
    kind: "assign",
    name: { start: nameAt, end: nameAt + (match[1] ?? "").length },
    operator: match[2] ?? "=",
    value: { start: from.start, end: to.end },
    override: false,
    exported: false,
  };
}

function readCondition(source: Source, line: Line, text: string, depth: number): Statement {
  const match = CONDITION.exec(text);
  const word = (match?.[1] ?? "ifeq") as "ifeq" | "ifneq" | "ifdef" | "ifndef";
  const test = { start: line.start + (match?.[0].length ?? 0), end: line.end };
  source.at += 1;
  const then = readBlock(source, depth + 1);
  const otherwise = readElse(source, depth);
  return { kind: "condition", word, test, then, otherwise };
}

/** `else`, or `else ifeq …`, which needs no `endif` of its own. */
function readElse(source: Source, depth: number): readonly Statement[] {
  const line = source.lines[source.at];
  const text = line ? source.text.slice(line.start, line.end) : "";
  const match = /^\s*else\b[ \t]*/.exec(text);
  if (!line || !match) return [];
  if (CONDITION.test(text.slice(match[0].length))) {
    return [
      readCondition(source, { ...line, start: line.start + match[0].length }, text.slice(match[0].length), depth),
    ];
  }
  source.at += 1;
  return readBlock(source, depth + 1);
}

function readRule(source: Source, line: Line, text: string): Statement | null {
  const colon = ruleColon(text);
  if (colon === null) return null;
  const double = text[colon + 1] === ":" ? 1 : 0;
  const targets = { start: line.start, end: line.start + colon };
  const restAt = line.start + colon + 1 + double;
  const rest = source.text.slice(restAt, line.end);
  const assigned = readAssign(rest.trimStart(), restAt + rest.length - rest.trimStart().length, line.end);
  if (assigned?.kind === "assign") {
    return { kind: "rule", targets, prerequisites: { start: restAt, end: restAt }, recipe: [], assignment: assigned };
  }
  const semicolon = unbracketed(rest, ";");
  const prerequisites = { start: restAt, end: semicolon === null ? line.end : restAt + semicolon };
  const recipe: Stretch[] = semicolon === null ? [] : [{ start: restAt + semicolon + 1, end: line.end }];
  source.open = true;
  recipe.push(...recipeFrom(source, source.at));
  return { kind: "rule", targets, prerequisites, recipe, assignment: null };
}

/** The recipe lines that follow a line. */
function recipeFrom(source: Source, before: number): readonly Stretch[] {
  const recipe: Stretch[] = [];
  source.at = before;
  while (isRecipe(source, source.lines[source.at + 1])) {
    source.at += 1;
    const each = source.lines[source.at] as Line;
    if (each.tabbed) recipe.push({ start: each.start + 1, end: each.end });
  }
  return recipe;
}

/** Recipe lines, with the empty and comment lines between them. */
function isRecipe(source: Source, line: Line | undefined): boolean {
  return line !== undefined && (line.tabbed || /^\s*(?:#.*)?$/.test(source.text.slice(line.start, line.end)));
}

/** The colon after the targets, not one inside of `$(…)`. */
function ruleColon(text: string): number | null {
  const at = unbracketed(text, ":");
  return at === null || at === 0 ? null : at;
}

function unbracketed(text: string, wanted: string): number | null {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at];
    if (c === "#" && depth === 0) return null;
    if (c === "(" || c === "{") depth += 1;
    else if (c === ")" || c === "}") depth -= 1;
    else if (c === wanted && depth <= 0) return at;
  }
  return null;
}
