import { readArithmetic } from "./arithmetic.ts";
import type { Arithmetic, HoleContext, Item, List, Script, Stretch } from "./ast.ts";
import { compileList, isBlank } from "./compile.ts";
import { maskHoles, skeleton } from "./mask.ts";
import { parseRaw, type RawNode } from "./raw.ts";
import { detached, remembered } from "../remembered.ts";
import { readSimple } from "./simple.ts";
import { reader, type Site } from "./site.ts";
import { endOfSubstitution, scanScript, skipBackticks } from "./skip.ts";

export { isBashLoaded, loadBash } from "./load.ts";
export * from "./ast.ts";

/** Parsed scripts by text and holes; one script is parsed once however many runs go through it. */
const cache = remembered<Script>(1_000_000);

/**
 * Parses a script; `holes` are its `${{ … }}`, in order. Never throws: what is no shell becomes `broken` statements.
 * `loadBash` must have been awaited.
 */
export function parseShell(text: string, holes: readonly Stretch[] = []): Script {
  const key = holes.length === 0 ? text : `${holes.map(({ start, end }) => `${start}-${end}`).join(" ")}\n${text}`;
  const known = cache.get(key);
  if (known) return known;
  const script = parseNow(detached(text), holes);
  cache.set(detached(key), script);
  return script;
}

function parseNow(text: string, holes: readonly Stretch[]): Script {
  const masked = maskHoles(text, holes);
  const { heredocs, masks, tooDeep, unclosed } = scanScript(masked);
  const parsed = skeleton(masked, heredocs, masks);
  const root = tooDeep ? null : parseRaw(parsed);
  const broken: Stretch[] = [];
  const contexts: HoleContext[] = holes.map(() => "none");
  const site: Site = {
    text: masked,
    holes,
    contexts,
    heredocs: new Map(heredocs.map((heredoc) => [heredoc.start, heredoc])),
    bodies: new Map(heredocs.map((heredoc) => [heredoc.bodyStart, heredoc.end])),
    substitution: substitutions(parsed, root, () => site),
  };
  const whole: List = [{ statement: { kind: "broken", start: 0, end: text.length }, background: false }];
  const body = root ? compileList(site, root.type === "program" ? root.children : [root]) : whole;
  collectBroken(root, masked, broken);
  // Where only one of the two readings stumbles, it may be the one that is wrong.
  if (unclosed !== null && broken.length > 0) return unfinished(text, holes, unclosed);
  return { body, contexts, broken };
}

/** A shell reads and runs whole lines, until one has a quote in it that nothing closes (bash(1), "Quoting"). */
function unfinished(text: string, holes: readonly Stretch[], quote: number): Script {
  const start = text.lastIndexOf("\n", quote) + 1;
  const before = parseNow(
    text.slice(0, start),
    holes.filter(({ end }) => end <= start),
  );
  const whole = before.body.filter(({ statement }) => before.broken.every((part) => statement.end <= part.start));
  const rest: Item = { statement: { kind: "broken", start, end: text.length, unfinished: true }, background: false };
  return {
    body: [...whole, rest],
    contexts: holes.map((_, index) => before.contexts[index] ?? "none"),
    broken: [{ start, end: text.length }],
  };
}

function collectBroken(node: RawNode | null, text: string, broken: Stretch[]): void {
  if (!node) broken.push({ start: 0, end: text.length });
  else if (node.type === "ERROR" && isBlank(text, node)) return;
  else if (node.type === "ERROR" || node.children.some(({ missing }) => missing))
    broken.push({ start: node.start, end: node.end });
  else for (const child of node.children) collectBroken(child, text, broken);
}

/**
 * Finds the commands of a substitution: the grammar's own node where it has one at this offset, else (in
 * here-documents, after an error) the text between the parentheses, parsed by itself.
 */
function substitutions(text: string, root: RawNode | null, site: () => Site): Site["substitution"] {
  let nodes: Map<number, RawNode> | null = null;
  let depth = 0;
  return (start) => {
    nodes ??= substitutionNodes(text, root);
    const node = nodes.get(start);
    if (node) return { body: bodyOf(site(), node), end: node.end };
    const whole = site().text;
    const ticks = whole[start] === "`";
    const from = start + (ticks ? 1 : 2);
    const end = ticks ? skipBackticks(whole, from) : endOfSubstitution(whole, from);
    const closed = /[)`]/.test(whole[end - 1] ?? "");
    depth += 1;
    const body = depth > 40 ? [] : fragment(site(), from, closed ? end - 1 : end);
    depth -= 1;
    return { body, end };
  };
}

/** The commands of a substitution; `$(< file)` has only a redirection. */
function bodyOf(site: Site, node: RawNode): List {
  const redirect = node.children.find((child) => child.type === "file_redirect");
  const body = compileList(site, node.children);
  if (body.length > 0 || !redirect) return body;
  const simple = readSimple(reader(site, redirect.start, redirect.end));
  return simple ? [{ statement: simple, background: false }] : [];
}

function substitutionNodes(text: string, root: RawNode | null): Map<number, RawNode> {
  const found = new Map<number, RawNode>();
  const visit = (node: RawNode): void => {
    if (node.type === "command_substitution" || node.type === "process_substitution") {
      // The grammar counts blanks before an expansion in a string as part of it.
      const lead = /^\s*/.exec(text.slice(node.start, node.end))?.[0].length ?? 0;
      found.set(node.start + lead, node);
    }
    for (const child of node.children) visit(child);
  };
  if (root) visit(root);
  return found;
}

/** Part of the script, parsed by itself but read with the offsets of the whole. */
function fragment(site: Site, start: number, end: number): List {
  const inner = site.text.slice(start, end);
  const { heredocs, masks, tooDeep } = scanScript(inner);
  const raw = tooDeep ? null : parseRaw(skeleton(inner, heredocs, masks));
  if (!raw) return [{ statement: { kind: "broken", start, end }, background: false }];
  const root = shift(raw, start);
  const nodes = substitutionNodes(site.text, root);
  const moved = heredocs.map((heredoc) => shiftHeredoc(heredoc, start));
  const here: Site = {
    ...site,
    heredocs: new Map([...site.heredocs, ...moved.map((heredoc) => [heredoc.start, heredoc] as const)]),
    bodies: new Map([...site.bodies, ...moved.map((heredoc) => [heredoc.bodyStart, heredoc.end] as const)]),
    substitution: (at) => {
      const node = nodes.get(at);
      return node ? { body: bodyOf(here, node), end: node.end } : site.substitution(at);
    },
  };
  return compileList(here, root.type === "program" ? root.children : [root]);
}

function shift(node: RawNode, by: number): RawNode {
  return {
    type: node.type,
    start: node.start + by,
    end: node.end + by,
    children: node.children.map((child) => shift(child, by)),
  };
}

function shiftHeredoc<
  T extends { start: number; delimiterEnd: number; bodyStart: number; bodyEnd: number; end: number },
>(heredoc: T, by: number): T {
  const { start, delimiterEnd, bodyStart, bodyEnd, end } = heredoc;
  return {
    ...heredoc,
    start: start + by,
    delimiterEnd: delimiterEnd + by,
    bodyStart: bodyStart + by,
    bodyEnd: bodyEnd + by,
    end: end + by,
  };
}

/** A string that is read as an arithmetic expression: the value of a variable in `$(( … ))`. */
export function parseArithmetic(text: string): Arithmetic {
  const site: Site = {
    text,
    holes: [],
    contexts: [],
    heredocs: new Map(),
    bodies: new Map(),
    substitution: (start) => ({ body: [], end: start + 1 }),
  };
  return readArithmetic(site, 0, text.length);
}
