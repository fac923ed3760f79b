import { concat, EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import { sourceAt, sourcePiece, valuePiece, type ScriptPiece, type ScriptSource } from "../../shell/source.ts";
import { joinTexts } from "../../shell/texts.ts";
import { splitWords } from "./words.ts";
import { callFunction, isFunction } from "./functions.ts";
import type { MakeRun, MakeState, MakeVariable, Raw } from "./state.ts";
import { variableOf } from "./variables.ts";
import { table } from "../../../values/table.ts";

const MAX_DEPTH = 30;

/** `$@` and its like, and variables of `foreach` and `call`. */
export type Locals = ReadonlyMap<string, Text>;

export interface Expansion {
  readonly state: MakeState;
  readonly run: MakeRun;
  readonly locals: Locals;
  readonly depth: number;
}

/**
 * Expands `$(name)`, `${name}`, `$x` and the functions of make; what is no reference keeps its place.
 * https://www.gnu.org/software/make/manual/html_node/Reference.html
 */
export function expandRaw({ source, stretch }: Raw, context: Expansion): readonly ScriptPiece[] {
  if (context.depth > MAX_DEPTH) return [];
  const { text } = source;
  const out: ScriptPiece[] = [];
  let from = stretch.start;
  for (let at = stretch.start; at < stretch.end; at += 1) {
    if (text[at] !== "$") continue;
    if (at > from) out.push(sourcePiece(source, from, at));
    const end = endOfReference(text, at, stretch.end);
    if (text[at + 1] === "$") out.push(sourcePiece(source, at, at + 1));
    else out.push(...expandReference(source, at, end, context));
    from = end;
    at = end - 1;
  }
  if (stretch.end > from) out.push(sourcePiece(source, from, stretch.end));
  return out;
}

/** The same as one text. */
export function expandText(raw: Raw, context: Expansion): Text {
  return concat(...expandRaw(raw, context).map((piece) => piece.text));
}

export function textOf(pieces: readonly ScriptPiece[]): Text {
  return concat(...pieces.map((piece) => piece.text));
}

export function rawOf(source: ScriptSource, start = 0, end = source.text.length): Raw {
  return { source, stretch: { start, end } };
}

function endOfReference(text: string, at: number, end: number): number {
  const open = text[at + 1];
  if (open !== "(" && open !== "{") return Math.min(at + 2, end);
  const close = open === "(" ? ")" : "}";
  let depth = 0;
  for (let i = at + 1; i < end; i += 1) {
    if (text[i] === open) depth += 1;
    if (text[i] === close) depth -= 1;
    if (depth === 0) return i + 1;
  }
  return end;
}

function expandReference(source: ScriptSource, at: number, end: number, context: Expansion): readonly ScriptPiece[] {
  const open = source.text[at + 1];
  const bracketed = open === "(" || open === "{";
  const inner = bracketed ? { start: at + 2, end: Math.max(at + 2, end - 1) } : { start: at + 1, end };
  const deeper = { ...context, depth: context.depth + 1 };
  const content = source.text.slice(inner.start, inner.end);
  const span = source.span(at, end);
  const named = /^([a-z][a-z-]*)[ \t]+/.exec(content);
  if (bracketed && named && isFunction(named[1] ?? "")) {
    const args = splitArguments(source, inner.start + named[0].length, inner.end);
    return [valuePiece(callFunction(named[1] ?? "", args, deeper), span)];
  }
  const colon = bracketed ? substitution(content) : null;
  const nameRaw = { source, stretch: colon ? { start: inner.start, end: inner.start + colon.at } : inner };
  const name = literalOf(expandText(nameRaw, deeper));
  if (name === null) return [valuePiece(EMPTY, span)];
  const value = valueOf(name, deeper);
  // A command stands where its recipe is, also the words of it that a variable holds.
  if (!colon) return [valuePiece(textOf(value), span)];
  const [from, to] = [colon.from, colon.to].map(
    (part) => literalOf(expandText(rawOf(sourceAt(span, part)), deeper)) ?? "",
  );
  const words = splitWords(textOf(value)).map((word) =>
    patsubst(word, from?.includes("%") ? from : `%${from ?? ""}`, from?.includes("%") ? (to ?? "") : `%${to ?? ""}`),
  );
  return [valuePiece(joinTexts(words, " "), span)];
}

/** `$(x:.c=.o)`. */
function substitution(content: string): { readonly at: number; readonly from: string; readonly to: string } | null {
  const match = /^([\w.-]+):([^=]*)=(.*)$/s.exec(content);
  return match ? { at: (match[1] ?? "").length, from: match[2] ?? "", to: match[3] ?? "" } : null;
}

export function patsubst(word: Text, from: string, to: string): Text {
  const known = literalOf(word);
  if (known === null) return word;
  const [before = "", after = ""] = from.split("%");
  const fits = from.includes("%")
    ? known.startsWith(before) && known.endsWith(after) && known.length >= before.length + after.length
    : known === from;
  return fits ? literal(to.replace("%", known.slice(before.length, known.length - after.length))) : word;
}

/** The arguments of a function, at commas outside of brackets. */
function splitArguments(source: ScriptSource, start: number, end: number): readonly Raw[] {
  const args: Raw[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < end; at += 1) {
    const c = source.text[at];
    if (c === "(" || c === "{") depth += 1;
    if (c === ")" || c === "}") depth -= 1;
    if (c !== "," || depth !== 0) continue;
    args.push(rawOf(source, from, at));
    from = at + 1;
  }
  return [...args, rawOf(source, from, end)];
}

const DEFAULTS = table({ MAKE: "make", SHELL: "/bin/sh", MAKE_COMMAND: "make", RM: "rm -f", MAKEFLAGS: "" });

/** A variable's value where it is used. */
export function valueOf(name: string, context: Expansion): readonly ScriptPiece[] {
  const { source } = context.run.call.frame.code;
  const here = source.span(context.run.call.place.start, context.run.call.place.end);
  const local = context.locals.get(name) ?? directoryPart(name, context);
  if (local) return [valuePiece(local, here)];
  const variable = variableOf(name, context.state, context.run);
  if (variable) return valueOfVariable(variable, context);
  const known = DEFAULTS[name];
  if (known !== undefined) return [valuePiece(literal(known), here)];
  return name === "CURDIR" ? [valuePiece(context.run.folder, here)] : [];
}

export function valueOfVariable(variable: MakeVariable, context: Expansion): readonly ScriptPiece[] {
  return variable.value.flatMap((part) =>
    "source" in part ? expandRaw(part, { ...context, depth: context.depth + 1 }) : part,
  );
}

/** `$(@D)`, `$(@F)`. */
function directoryPart(name: string, { locals }: Expansion): Text | undefined {
  const match = /^([@<^*])([DF])$/.exec(name);
  const whole = match ? literalOf(locals.get(match[1] ?? "") ?? EMPTY) : null;
  if (!match || whole === null) return undefined;
  const slash = whole.lastIndexOf("/");
  return literal(match[2] === "D" ? (slash < 0 ? "." : whole.slice(0, slash)) : whole.slice(slash + 1));
}
