import { EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import { fileNames } from "../../shell/globbing.ts";
import { resolvePath } from "../../shell/paths.ts";
import { joinTexts, mapParts } from "../../shell/texts.ts";
import { unknownText } from "../../shell/unknown.ts";
import { expandText, patsubst, rawOf, textOf, valueOf, type Expansion } from "./expand.ts";
import { shellOutput } from "./shell.ts";
import type { Raw } from "./state.ts";
import { variableOf } from "./variables.ts";
import { splitWords } from "./words.ts";
import { table } from "../../../values/table.ts";

type Words = readonly Text[];
type Plain = (args: readonly Text[], context: Expansion) => Text;

function list(words: Words): Text {
  return joinTexts(
    words.filter((word) => word.length > 0),
    " ",
  );
}

function each(apply: (word: Text) => Text): Plain {
  return ([words = EMPTY]) => list(splitWords(words).map(apply));
}

/** A function of a known word; of an unknown one an unknown value. */
function known(name: string, apply: (word: string) => string): Plain {
  return each((word) => {
    const text = literalOf(word);
    return text === null ? unknownText(name, [word]) : literal(apply(text));
  });
}

function fits(word: Text, pattern: Text): boolean {
  const [text, wanted] = [literalOf(word), literalOf(pattern)];
  if (text === null || wanted === null) return false;
  const [before = "", after = ""] = wanted.split("%");
  return wanted.includes("%")
    ? text.startsWith(before) && text.endsWith(after) && text.length >= before.length + after.length
    : text === wanted;
}

function number(text: Text | undefined): number {
  return Number(literalOf(text ?? EMPTY) ?? "NaN");
}

/** Functions whose arguments are expanded first. https://www.gnu.org/software/make/manual/html_node/Functions.html */
const PLAIN: Readonly<Record<string, Plain>> = table({
  subst: ([from = EMPTY, to = EMPTY, text = EMPTY]) => {
    const [a, b] = [literalOf(from), literalOf(to)];
    return a === null || b === null || a === ""
      ? unknownText("subst", [from, to, text])
      : mapParts(text, `subst ${a},${b}`, (part) => part.replaceAll(a, b));
  },
  patsubst: ([from = EMPTY, to = EMPTY, words = EMPTY]) =>
    list(splitWords(words).map((word) => patsubst(word, literalOf(from) ?? "", literalOf(to) ?? ""))),
  strip: ([words = EMPTY]) => list(splitWords(words)),
  findstring: ([part = EMPTY, text = EMPTY]) => (literalOf(text)?.includes(literalOf(part) ?? "\0") ? part : EMPTY),
  filter: ([patterns = EMPTY, words = EMPTY]) =>
    list(splitWords(words).filter((word) => splitWords(patterns).some((pattern) => fits(word, pattern)))),
  "filter-out": ([patterns = EMPTY, words = EMPTY]) =>
    list(splitWords(words).filter((word) => !splitWords(patterns).some((pattern) => fits(word, pattern)))),
  sort: ([words = EMPTY]) =>
    list(
      [...new Map(splitWords(words).map((word) => [JSON.stringify(word), word])).entries()]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, word]) => word),
    ),
  word: ([at, words = EMPTY]) => splitWords(words)[number(at) - 1] ?? EMPTY,
  words: ([words = EMPTY]) => [String(splitWords(words).length)],
  wordlist: ([from, to, words = EMPTY]) => list(splitWords(words).slice(number(from) - 1, number(to))),
  firstword: ([words = EMPTY]) => splitWords(words)[0] ?? EMPTY,
  lastword: ([words = EMPTY]) => splitWords(words).at(-1) ?? EMPTY,
  dir: known("dir", (word) => (word.includes("/") ? word.slice(0, word.lastIndexOf("/") + 1) : "./")),
  notdir: known("notdir", (word) => word.slice(word.lastIndexOf("/") + 1)),
  basename: known("basename", (word) => word.replace(/\.[^./]*$/, "")),
  suffix: known("suffix", (word) => /\.[^./]*$/.exec(word)?.[0] ?? ""),
  addprefix: ([prefix = EMPTY, words = EMPTY]) =>
    list(splitWords(words).map((word) => ([...prefix, ...word].length === 0 ? EMPTY : joinTexts([prefix, word], "")))),
  addsuffix: ([suffix = EMPTY, words = EMPTY]) => list(splitWords(words).map((word) => joinTexts([word, suffix], ""))),
  abspath: ([words = EMPTY], { run }) => list(splitWords(words).map((word) => resolvePath(run.folder, word))),
  realpath: ([words = EMPTY], { run }) => list(splitWords(words).map((word) => resolvePath(run.folder, word))),
  wildcard: ([patterns = EMPTY], { run, state }) =>
    list(
      splitWords(patterns).flatMap(
        (pattern) =>
          fileNames(
            [{ text: pattern, quoted: false, splits: false }],
            { ...state.world, cwd: run.folder },
            run.call.frame,
          ) ?? [],
      ),
    ),
  info: () => EMPTY,
  warning: () => EMPTY,
  error: () => EMPTY,
  file: () => EMPTY,
  flavor: () => EMPTY,
  origin: ([name = EMPTY], { state, run }) =>
    literal(variableOf(literalOf(name) ?? "", state, run)?.origin ?? "undefined"),
  value: ([name = EMPTY], context) => textOf(valueOf(literalOf(name) ?? "", context)),
});

const LAZY = new Set(["if", "or", "and", "foreach", "call", "shell", "eval"]);

export function isFunction(name: string): boolean {
  return LAZY.has(name) || Object.hasOwn(PLAIN, name);
}

export function callFunction(name: string, args: readonly Raw[], context: Expansion): Text {
  const value = (raw: Raw | undefined): Text => (raw ? expandText(raw, context) : EMPTY);
  switch (name) {
    case "if":
      return choose(
        value(args[0]),
        () => value(args[1]),
        () => value(args[2]),
      );
    case "or":
      return firstThat(args, value, (text) => text.length > 0);
    case "and":
      return args.map(value).some((text) => text.length === 0) ? EMPTY : value(args[args.length - 1]);
    case "shell":
      return shellOutput(joined(args), context);
    case "eval":
      context.run.evals.push(expandText(joined(args), context));
      return EMPTY;
    case "foreach":
      return forEach(args, context);
    case "call":
      return callVariable(args.map(value), context);
    default: {
      const plain = Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined;
      return plain
        ? plain(
            args.map((raw, index) =>
              index === 0 || index === args.length - 1 ? trimmed(value(raw), index === 0) : value(raw),
            ),
            context,
          )
        : EMPTY;
    }
  }
}

/** Blanks around a first argument do not count. */
function trimmed(text: Text, first: boolean): Text {
  return first && literalOf(text) !== null ? literal((literalOf(text) ?? "").trimStart()) : text;
}

function choose(condition: Text, yes: () => Text, no: () => Text): Text {
  const text = literalOf(condition);
  // An unknown condition is taken to be something: `$(if $(CI),…)`.
  return text !== null && text.trim() === "" ? no() : yes();
}

function firstThat(args: readonly Raw[], value: (raw: Raw) => Text, accepts: (text: Text) => boolean): Text {
  for (const raw of args) {
    const text = value(raw);
    if (accepts(text)) return text;
  }
  return EMPTY;
}

/** The arguments of `shell` may hold commas. */
function joined(args: readonly Raw[]): Raw {
  const [first, last] = [args[0], args[args.length - 1]];
  return first && last
    ? rawOf(first.source, first.stretch.start, last.stretch.end)
    : rawOf({ text: "", span: (start, end) => ({ file: "", start, end }) });
}

function forEach(args: readonly Raw[], context: Expansion): Text {
  const [name, words, body] = args;
  if (!name || !words || !body) return EMPTY;
  const variable = literalOf(expandText(name, context))?.trim() ?? "";
  const items = splitWords(expandText(words, context));
  return list(
    items.map((item) => expandText(body, { ...context, locals: new Map(context.locals).set(variable, item) })),
  );
}

function callVariable(args: readonly Text[], context: Expansion): Text {
  const locals = new Map(context.locals);
  args.forEach((text, index) => locals.set(String(index), text));
  return textOf(valueOf(literalOf(args[0] ?? EMPTY)?.trim() ?? "", { ...context, locals }));
}
