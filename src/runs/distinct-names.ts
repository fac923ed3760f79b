import { concat, derive, isMention, type Mention, type Part, type Text } from "../values/text.ts";
import type { Variable } from "../values/variable.ts";
import { idOf, shapeOf, type Use } from "./uses.ts";

/**
 * Answers of commands are shown by a short label, so that two targets may be shown alike which are given different things
 * (`{steps.stack.outputs.name}` of two environments, a long command that is cut). Their labels then say what differs, so
 * that one id is one target.
 */
export function distinctNames(uses: readonly Use[]): readonly Use[] {
  const shapes = new Map<string, Map<string, Text>>();
  for (const { id, recognition } of uses) {
    if (id.every((part) => typeof part === "string")) continue;
    const name = idOf(recognition.kind, id);
    const known = shapes.get(name);
    if (known) known.set(shapeOf(id), id);
    else shapes.set(name, new Map([[shapeOf(id), id]]));
  }
  const renamed = new Map<string, Renaming>();
  for (const [name, alike] of shapes) {
    if (alike.size < 2) continue;
    for (const [shape, renaming] of renamings(alike)) renamed.set(`${name}\n${shape}`, renaming);
  }
  if (renamed.size === 0) return uses;
  return uses.map((use) => {
    const renaming = renamed.get(`${idOf(use.recognition.kind, use.id)}\n${shapeOf(use.id)}`);
    return renaming ? relabelled(use, renaming) : use;
  });
}

/** Which part of an id gets a word more, and the word. */
interface Renaming {
  readonly at: number;
  readonly word: string;
}

const LONGEST = 32;

function renamings(alike: ReadonlyMap<string, Text>): readonly (readonly [string, Renaming])[] {
  const texts = [...alike].sort(([a], [b]) => (a < b ? -1 : 1));
  const at = differingPart(texts.map(([, text]) => text));
  const words = ownWords(texts.map(([, text]) => shapeOf(text.slice(at, at + 1))));
  return texts.map(([shape], index) => [shape, { at, word: words[index] ?? `${index + 1}` }]);
}

/** The first unknown part in which they differ. */
function differingPart(texts: readonly Text[]): number {
  const [first = []] = texts;
  const differs = first.findIndex(
    (part, at) =>
      typeof part !== "string" &&
      texts.every((text) => text[at] !== undefined && typeof text[at] !== "string") &&
      new Set(texts.map((text) => shapeOf(text.slice(at, at + 1)))).size > 1,
  );
  return differs >= 0 ? differs : first.findIndex((part) => typeof part !== "string");
}

/** For each text the first word that no other has, null where it has none. */
function ownWords(texts: readonly string[]): readonly (string | null)[] {
  const words = texts.map((text) => [...new Set(text.match(WORDS) ?? [])]);
  const counts = new Map<string, number>();
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.map((own) => own.find((word) => counts.get(word) === 1 && word.length <= LONGEST) ?? null);
}

const WORDS = /[\p{L}\p{N}_-]+/gu;

/** Uses of runs that were not walked again stay the same objects. */
const RELABELLED = new WeakMap<Use, { readonly word: string; readonly use: Use }>();

function relabelled(use: Use, { at, word }: Renaming): Use {
  const known = RELABELLED.get(use);
  if (known?.word === word) return known.use;
  const id = concat(...use.id.map((part, index): Text => [index === at ? withWord(part, word) : part]));
  const named = { ...use, id };
  RELABELLED.set(use, { word, use: named });
  return named;
}

function withWord(part: Part, word: string): Part {
  if (typeof part === "string") return part;
  if (isMention(part)) return { ...part, variable: labelled(part.variable, word) };
  const inner = part.of.findIndex((one) => typeof one !== "string");
  const of = part.of.map((one, index) => (index === inner ? withWord(one, word) : one));
  const [made = part] = derive(part.name, of, part.apply);
  return made;
}

const LABELLED = new WeakMap<Variable, Map<string, Variable>>();

/** The same variable with a word more to its label: one object for each, since texts are compared by the variables in them. */
function labelled(variable: Mention["variable"], word: string): Variable {
  const known = LABELLED.get(variable) ?? new Map<string, Variable>();
  LABELLED.set(variable, known);
  const one = known.get(word) ?? { ...variable, word };
  known.set(word, one);
  return one;
}
