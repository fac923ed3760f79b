import type { Block, Item, List, Redirect, Simple, Statement, Stretch } from "./ast.ts";
import { readArithmetic } from "./arithmetic.ts";
import { compileCase, compileCountedFor, compileFor, compileFunction, compileIf, compileWhile } from "./compounds.ts";
import { readCondition } from "./conditions.ts";
import type { RawNode } from "./raw.ts";
import { readRedirect, readSimple } from "./simple.ts";
import { skipArithmetic } from "./skip.ts";
import { atEnd, reader, skipSpace, type Site } from "./site.ts";

/** The statements of the nodes between two tokens, in order. */
export function compileList(site: Site, nodes: readonly RawNode[]): List {
  const items: Item[] = [];
  for (const node of nodes) {
    if (node.type === "&") background(items);
    if (!isStatement(node) || (node.type === "ERROR" && isBlank(site.text, node))) continue;
    for (const statement of compileNode(site, node)) items.push({ statement, background: false });
  }
  return items;
}

function background(items: Item[]): void {
  const last = items[items.length - 1];
  if (last) items[items.length - 1] = { ...last, background: true };
}

const TOKENS = new Set([
  "comment",
  ";",
  "&",
  "\n",
  ";;",
  ";&",
  ";;&",
  "heredoc_body",
  "(",
  ")",
  "{",
  "}",
  "$(",
  "`",
  "<(",
  ">(",
  "do",
  "done",
  "then",
  "fi",
  "else",
  "elif",
  "if",
  "in",
  "esac",
  "case",
  "for",
  "select",
  "while",
  "until",
  "function",
  "file_redirect",
  "herestring_redirect",
  "heredoc_redirect",
]);

export function isStatement(node: RawNode): boolean {
  return !TOKENS.has(node.type);
}

/** Nothing but blanks and a backslash at the end of a script, on which the grammar stumbles. */
export function isBlank(text: string, { start, end }: Stretch): boolean {
  return /^[\s\\]*$/.test(text.slice(start, end));
}

/**
 * One statement where one is wanted; several (a command that the grammar read over the end of a line) become a block.
 */
export function compileOne(site: Site, node: RawNode): Statement {
  const [first, ...more] = compileNode(site, node);
  if (!first) return { kind: "broken", start: node.start, end: node.end };
  return more.length === 0 ? first : block(node, [first, ...more]);
}

function block(node: RawNode, statements: readonly Statement[]): Block {
  const body = statements.map((statement) => ({ statement, background: false }));
  return { kind: "block", subshell: false, body, redirects: [], start: node.start, end: node.end };
}

function compileNode(site: Site, node: RawNode): readonly Statement[] {
  switch (node.type) {
    case "command":
    case "variable_assignment":
    case "variable_assignments":
    case "declaration_command":
    case "unset_command":
      return compileSimple(site, node);
    case "test_command":
      return compileTest(site, node);
    case "list":
      return [compileAndOr(site, node)];
    case "pipeline":
    case "negated_command":
      return [compilePipeline(site, node)];
    case "redirected_statement":
      return compileRedirected(site, node);
    default:
      return [compileCompound(site, node)];
  }
}

function compileCompound(site: Site, node: RawNode): Statement {
  switch (node.type) {
    case "if_statement":
      return compileIf(site, node);
    case "case_statement":
      return compileCase(site, node);
    case "for_statement":
      return compileFor(site, node);
    case "c_style_for_statement":
      return compileCountedFor(site, node);
    case "while_statement":
      return compileWhile(site, node);
    case "function_definition":
      return compileFunction(site, node);
    case "compound_statement":
      return compileBlock(site, node);
    case "subshell":
      return compileBlock(site, node);
    default:
      return { kind: "broken", start: node.start, end: node.end };
  }
}

/** The grammar sometimes reads over the end of a line (`a=1 b=2` and the command below it); the text decides. */
function compileSimple(site: Site, node: RawNode): readonly Statement[] {
  const source = reader(site, node.start, node.end);
  const out: Statement[] = [];
  for (skipSpace(source); !atEnd(source); skipSpace(source)) {
    const simple = readSimple(source);
    if (simple) out.push(withoutNegation(simple));
  }
  return out;
}

/** Of two negations in a row the grammar takes the second for a command. */
function withoutNegation(simple: Simple): Statement {
  const [first, ...words] = simple.words;
  const [part] = first?.parts ?? [];
  const negates =
    first?.parts.length === 1 && part?.kind === "text" && part.text === "!" && !part.quoted && words.length > 0;
  if (!negates) return simple;
  return { kind: "pipeline", commands: [{ ...simple, words }], negated: true, start: simple.start, end: simple.end };
}

function compileTest(site: Site, node: RawNode): readonly Statement[] {
  const { start, end } = node;
  if (!site.text.startsWith("[[", start)) {
    return site.text.startsWith("((", start) ? [compileBlock(site, node)] : compileSimple(site, node);
  }
  const test = readCondition(site, start + 2, end - 2);
  return [test ? { kind: "condition", test, redirects: [], start, end } : { kind: "broken", start, end }];
}

function compileBlock(site: Site, node: RawNode): Statement {
  const { start, end } = node;
  if (site.text.startsWith("((", start) && skipArithmetic(site.text, start + 2) === end) {
    return { kind: "arithmetic", expression: readArithmetic(site, start + 2, end - 2), redirects: [], start, end };
  }
  const body = compileList(site, node.children);
  return { kind: "block", subshell: node.type === "subshell", body, redirects: [], start, end };
}

function compileAndOr(site: Site, node: RawNode): Statement {
  const [left, operator, right] = node.children.filter((child) => child.type !== "comment");
  if (!left || !operator || !right) return { kind: "broken", start: node.start, end: node.end };
  return {
    kind: operator.type === "&&" ? "and" : "or",
    left: compileOne(site, left),
    right: compileOne(site, right),
    start: node.start,
    end: node.end,
  };
}

function compilePipeline(site: Site, node: RawNode): Statement {
  const negations = node.children.filter((child) => child.type === "!").length;
  const commands = node.children.filter(isPiped).map((child) => compileOne(site, child));
  const joinsErrors = node.children.some((child) => child.type === "|&");
  const [first, ...rest] = commands;
  if (!first) return { kind: "broken", start: node.start, end: node.end };
  // `! a | b` negates the whole; the grammar negates its first command.
  const inner =
    first.kind === "pipeline" && first.negated && (rest.length > 0 || negations > 0) ? first.commands : [first];
  const all = [...inner, ...rest];
  const negated = (negations % 2 === 1) !== (inner[0] !== first);
  return {
    kind: "pipeline",
    commands: joinsErrors ? all.map(withErrors) : all,
    negated,
    start: node.start,
    end: node.end,
  };
}

function isPiped(node: RawNode): boolean {
  return isStatement(node) && !["|", "|&", "!"].includes(node.type);
}

/** `a |& b` is `a 2>&1 | b`. */
function withErrors(statement: Statement, index: number, all: readonly Statement[]): Statement {
  if (index === all.length - 1) return statement;
  const target = {
    parts: [{ kind: "text", text: "1", quoted: false } as const],
    start: statement.end,
    end: statement.end,
  };
  return withRedirects(statement, [{ fd: 2, operator: ">&", target, start: statement.end, end: statement.end }]);
}

function compileRedirected(site: Site, node: RawNode): readonly Statement[] {
  const redirects = node.children.filter(isRedirect).flatMap((child) => {
    const redirect = readRedirect(reader(site, skipTo(site, child.start), child.end));
    return redirect ? [redirect] : [];
  });
  const body = node.children.find((child) => isStatement(child));
  if (!body) return compileSimple(site, node);
  // The redirections and the command's words may alternate: read such a command from its text as a whole.
  if (["command", "declaration_command", "variable_assignment", "unset_command"].includes(body.type))
    return compileSimple(site, node);
  return [withRedirects(compileOne(site, body), redirects)];
}

function isRedirect(node: RawNode): boolean {
  return node.type === "file_redirect" || node.type === "herestring_redirect" || node.type === "heredoc_redirect";
}

function skipTo(site: Site, start: number): number {
  let at = start;
  while (/\s/.test(site.text[at] ?? "")) at += 1;
  return at;
}

/** The statement with more redirections; of a pipeline or a list they belong to its last command. */
export function withRedirects(statement: Statement, redirects: readonly Redirect[]): Statement {
  if (redirects.length === 0) return statement;
  switch (statement.kind) {
    case "and":
    case "or":
      return { ...statement, right: withRedirects(statement.right, redirects) };
    case "pipeline": {
      const last = statement.commands[statement.commands.length - 1];
      return last
        ? { ...statement, commands: [...statement.commands.slice(0, -1), withRedirects(last, redirects)] }
        : statement;
    }
    case "function":
      return { ...statement, body: withRedirects(statement.body, redirects) };
    case "broken":
      return statement;
    default:
      return { ...statement, redirects: [...statement.redirects, ...redirects] };
  }
}
