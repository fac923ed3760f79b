import type { Case, CaseArm, Statement, Word } from "./ast.ts";
import { readArithmetic } from "./arithmetic.ts";
import { expandBraces } from "./braces.ts";
import { compileList, compileOne, isStatement, withRedirects } from "./compile.ts";
import type { RawNode } from "./raw.ts";
import { readRedirect } from "./simple.ts";
import { atEnd, peek, reader, skipBlank, skipSpace, take, type Site } from "./site.ts";
import { readWord } from "./words.ts";

type Nodes = readonly RawNode[];

/** The nodes between the tokens `from` and `to` (both exclusive). */
function between(nodes: Nodes, from: string, ...to: readonly string[]): Nodes {
  const start = nodes.findIndex((node) => node.type === from) + 1;
  const length = nodes.slice(start).findIndex((node) => to.includes(node.type));
  return length < 0 ? nodes.slice(start) : nodes.slice(start, start + length);
}

export function compileIf(site: Site, node: RawNode): Statement {
  const rest = ["elif_clause", "else_clause", "fi"];
  const arm = (
    nodes: Nodes,
    word: string,
  ): { condition: ReturnType<typeof compileList>; body: ReturnType<typeof compileList> } => ({
    condition: compileList(site, between(nodes, word, "then")),
    body: compileList(site, between(nodes, "then", ...rest)),
  });
  const elifs = node.children.filter((child) => child.type === "elif_clause");
  const otherwise = node.children.find((child) => child.type === "else_clause");
  return {
    kind: "if",
    arms: [arm(node.children, "if"), ...elifs.map((clause) => arm(clause.children, "elif"))],
    otherwise: otherwise ? compileList(site, between(otherwise.children, "else", "fi")) : null,
    redirects: [],
    start: node.start,
    end: node.end,
  };
}

export function compileWhile(site: Site, node: RawNode): Statement {
  const [word] = node.children;
  const body = node.children.find((child) => child.type === "do_group");
  return {
    kind: "while",
    until: word?.type === "until",
    condition: compileList(site, between(node.children, word?.type ?? "while", "do_group")),
    body: body ? compileList(site, body.children) : [],
    redirects: [],
    start: node.start,
    end: node.end,
  };
}

export function compileFor(site: Site, node: RawNode): Statement {
  const name = node.children.find((child) => child.type === "variable_name");
  const into = node.children.findIndex((child) => child.type === "in");
  const body = bodyOf(node);
  if (!name || !body) return { kind: "broken", start: node.start, end: node.end };
  const wordsStart = into < 0 ? null : (node.children[into]?.end ?? null);
  return {
    kind: "for",
    name: site.text.slice(name.start, name.end).trim(),
    words: wordsStart === null ? null : readWords(site, wordsStart, body.start),
    body: compileList(site, body.children),
    redirects: [],
    start: node.start,
    end: node.end,
  };
}

function bodyOf(node: RawNode): RawNode | undefined {
  return node.children.find((child) => child.type === "do_group" || child.type === "compound_statement");
}

/** The words of a `for`, up to `;` or the end of the line. */
function readWords(site: Site, start: number, end: number): readonly Word[] {
  const source = reader(site, start, end);
  const words: Word[] = [];
  for (skipBlank(source); !atEnd(source) && !/[;\n]/.test(peek(source)); skipBlank(source)) {
    const word = readWord(source, "word");
    if (word.parts.length === 0) break;
    words.push(...expandBraces(word));
  }
  return words;
}

export function compileCountedFor(site: Site, node: RawNode): Statement {
  const open = node.children.find((child) => child.type === "((");
  const close = node.children.find((child) => child.type === "))");
  const body = bodyOf(node);
  if (!open || !close || !body) return { kind: "broken", start: node.start, end: node.end };
  const bounds = [open.end, ...semicolons(site.text, open.end, close.start), close.start];
  const [init, condition, step] = [0, 1, 2].map((index) => {
    const start = (bounds[index] ?? 0) + (index > 0 ? 1 : 0);
    const end = bounds[index + 1] ?? start;
    return site.text.slice(start, end).trim() === "" ? null : readArithmetic(site, start, end);
  });
  return {
    kind: "counted-for",
    init: init ?? null,
    condition: condition ?? null,
    step: step ?? null,
    body: compileList(site, body.children),
    redirects: [],
    start: node.start,
    end: node.end,
  };
}

function semicolons(text: string, start: number, end: number): readonly number[] {
  const first = text.indexOf(";", start);
  const second = text.indexOf(";", first + 1);
  return first < 0 || second < 0 || second > end ? [end, end] : [first, second];
}

export function compileFunction(site: Site, node: RawNode): Statement {
  const name = node.children.find((child) => child.type === "word");
  const body = node.children
    .filter((child) => child !== name && isStatement(child))
    .find((child) => child.type !== "word");
  if (!name || !body) return { kind: "broken", start: node.start, end: node.end };
  const redirects = node.children
    .filter((child) => child.type === "file_redirect")
    .flatMap((child) => {
      const redirect = readRedirect(reader(site, child.start, child.end));
      return redirect ? [redirect] : [];
    });
  return {
    kind: "function",
    name: site.text.slice(name.start, name.end).trim(),
    body: withRedirects(compileOne(site, body), redirects),
    start: node.start,
    end: node.end,
  };
}

export function compileCase(site: Site, node: RawNode): Statement {
  const into = node.children.find((child) => child.type === "in");
  const start = site.text.indexOf("case", node.start) + 4;
  const source = reader(site, start, into?.start ?? node.end);
  skipBlank(source);
  const subject = readWord(source, "word");
  const items = node.children.filter((child) => child.type === "case_item");
  const statement: Case = {
    kind: "case",
    subject,
    arms: items.map((item) => compileArm(site, item)),
    redirects: [],
    start: node.start,
    end: node.end,
  };
  return statement;
}

function compileArm(site: Site, item: RawNode): CaseArm {
  const source = reader(site, item.start, item.end);
  skipSpace(source);
  take(source, /\(/y);
  const patterns: Word[] = [];
  for (skipBlank(source); !atEnd(source) && peek(source) !== ")"; skipBlank(source)) {
    const word = readWord(source, "case");
    if (word.parts.length > 0) patterns.push(word);
    skipBlank(source);
    if (!take(source, /\|/y) && word.parts.length === 0) break;
  }
  const body = item.children.filter((child) => child.start >= source.at && child.type !== ")");
  const fall = item.children.some((child) => child.type === ";&");
  const test = item.children.some((child) => child.type === ";;&");
  return {
    patterns,
    body: compileList(site, body),
    then: fall ? "fall" : test ? "test" : "leave",
    start: item.start,
    end: item.end,
  };
}
