import { parse as parseYaml } from "yaml";
import { settle } from "../../../values/cube.ts";
import { enumerate } from "../../../values/enumerate.ts";
import { concat, EMPTY, isDerived, isLiteral, literalOf, type Text } from "../../../values/text.ts";
import { EVENT } from "../../machine.ts";
import type { Call, Program } from "../call.ts";
import { resolvePath } from "../paths.ts";
import { childEnvironment } from "../program.ts";
import { replaceFile } from "../streams.ts";
import { withCube } from "../world.ts";
import { withoutFinalNewlines, mapWhole } from "../texts.ts";
import { evaluateFilter, isTrue, newScope, NotComputed, type Json } from "./jq/evaluate.ts";
import { looksInside, marked, newMarks, unmarked, type Marks } from "./marks.ts";
import { parseFilter, type Filter } from "./jq/syntax.ts";
import { answered, inputOf, type Input } from "./input.ts";
import { table } from "../../../values/table.ts";

interface Wish {
  readonly filter: string;
  readonly files: readonly Text[];
  readonly raw: boolean;
  readonly joined: boolean;
  readonly compact: boolean;
  readonly noInput: boolean;
  readonly slurp: boolean;
  readonly rawInput: boolean;
  readonly status: boolean;
  readonly sorted: boolean;
  readonly variables: ReadonlyMap<string, { readonly text: Text; readonly json: boolean }>;
  readonly inPlace: boolean;
}

/** Arguments of jq and yq; null where one of them is not known. */
function wishOf(call: Call): Wish | null {
  const flags = new Set<string>();
  const operands: Text[] = [];
  const variables = new Map<string, { text: Text; json: boolean }>();
  const words = call.argv.slice(1);
  for (let at = 0; at < words.length; at += 1) {
    const word = literalOf(words[at] ?? EMPTY);
    if (word === "--arg" || word === "--argjson") {
      variables.set(literalOf(words[at + 1] ?? EMPTY) ?? "", {
        text: words[at + 2] ?? EMPTY,
        json: word === "--argjson",
      });
      at += 2;
    } else if (
      word !== null &&
      /^--(?:indent|tab|seq|slurpfile|rawfile|args|jsonargs|from-file)$|^-[a-zA-Z]*[fL]/.test(word)
    )
      return null;
    else if (word !== null && /^--\w/.test(word)) flags.add(word.slice(2));
    else if (word !== null && /^-[a-zA-Z]+$/.test(word)) for (const letter of word.slice(1)) flags.add(letter);
    else operands.push(words[at] ?? EMPTY);
  }
  const verb = literalOf(operands[0] ?? EMPTY);
  const rest = verb === "e" || verb === "eval" || verb === "ea" ? operands.slice(1) : operands;
  const filter = literalOf(rest[0] ?? ["."]);
  if (filter === null) return null;
  const has = (...names: readonly string[]): boolean => names.some((name) => flags.has(name));
  return {
    filter,
    files: rest.slice(1),
    raw: has("r", "raw-output", "j", "join-output", "unwrapScalar"),
    joined: has("j", "join-output"),
    compact: has("c", "compact-output"),
    noInput: has("n", "null-input"),
    slurp: has("s", "slurp"),
    rawInput: has("R", "raw-input"),
    status: has("e", "exit-status"),
    sorted: has("S", "sort-keys"),
    variables,
    inPlace: has("i", "inplace", "in-place"),
  };
}

type Reader = (text: string) => readonly Json[];

/** Values that an argument can have, each of which is computed by itself. */
const MOST_VALUES = 8;

/** So often one command is computed; of more combinations nothing is written out. */
const MOST_RUNS = 16;

/** The program for each of the few values that its arguments can have: `--arg env "$STAGE"`. */
function program(name: "jq" | "yq"): Program {
  return (call) => {
    const { world, frame } = call;
    const wish = wishOf(call);
    const filter = wish && parseFilter(wish.filter);
    if (wish && !filter) return null;
    const found = enumerate(world.machine.cube, concat(...call.argv), MOST_VALUES, MOST_RUNS);
    frame.budget.steps -= found.length - 1;
    const outcomes = found.map(({ cube }) => {
      const one = { ...call, world: withCube(world, cube), argv: call.argv.map((word) => settle(word, cube)) };
      return withKnownWords(name, one, wish?.filter ?? null, filter);
    });
    return outcomes.some((outcome) => outcome === null) ? null : outcomes.flatMap((outcome) => outcome ?? []);
  };
}

/** One command whose filter is known; `read` is what `text` spells. */
function withKnownWords(name: "jq" | "yq", call: Call, text: string | null, read: Filter | null): ReturnType<Program> {
  const wish = wishOf(call);
  const filter = wish && (wish.filter === text ? read : parseFilter(wish.filter));
  if (!wish || !filter || wish.sorted) return null;
  const input = wish.noInput ? { text: EMPTY, world: call.world } : inputOf(call, wish.files);
  if (!input) return answered(call.world, EMPTY, 2);
  // mikefarah's yq prints scalars raw and documents as YAML; of other programs' JSON nothing is assumed.
  if (name === "yq" && wish.inPlace) return answered(changedFile(call, wish), EMPTY);
  const reader = name === "jq" ? readJson : readYaml;
  const ofEvent = eventProperty(wish, input);
  if (ofEvent) return answered(input.world, concat(ofEvent, ["\n"]));
  const opaque = !isLiteral(input.text) && isOneValue(input.text);
  if (opaque) {
    const apply = (value: string): string =>
      compute(wish, filter, value, reader, call, newMarks())?.text.replace(/\n$/, "") ?? "";
    return answered(
      input.world,
      concat(mapWhole(withoutFinalNewlines(input.text), `${name} ${wish.raw ? "-r " : ""}${wish.filter}`, apply), [
        "\n",
      ]),
    );
  }
  const marks = newMarks();
  const result = compute(wish, filter, marked(input.text, marks), reader, call, marks);
  const asked = [...wish.variables].some(([key, { text: given }]) => !isLiteral(given) && isKey(wish.filter, key));
  const hidden = marks.parts.length > 0 && (asked || looksInside(wish.filter));
  const shownText = result && !hidden ? unmarked(result.text, marks) : null;
  return shownText && result ? answered(input.world, shownText, wish.status ? result.status : 0) : null;
}

const PROPERTY = /^\.[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/u;

/** `jq -r .pull_request.number "$GITHUB_EVENT_PATH"` is what `github.event.pull_request.number` is. */
function eventProperty(wish: Wish, { text, world }: Pick<Input, "text" | "world">): Text | null {
  const parts = text.filter((part) => typeof part !== "string" || part.trim() !== "");
  const [only] = parts;
  if (parts.length !== 1 || !only || typeof only === "string" || isDerived(only) || only.variable !== EVENT.variable)
    return null;
  const path = PROPERTY.test(wish.filter) ? wish.filter.slice(1).split(".") : null;
  // Strings stay in quotes where nobody asks for them raw.
  return path && (wish.raw || /^(?:number|id)$/u.test(path.at(-1) ?? "")) ? world.ambient.event(path) : null;
}

/** Whether a variable's value decides what is looked up or chosen, instead of only being passed on. */
function isKey(filter: string, name: string): boolean {
  if (!/^\w+$/.test(name) || filter.length > 2000) return true;
  const variable = `\\$${name}\\b`;
  const looked = `(?<=[\\w.\\])"?])\\[[^\\]]*${variable}`;
  const compared = `[=<>!]=?\\s*${variable}|${variable}\\s*(?:[=<>!]=|[<>])`;
  return new RegExp(`${looked}|${compared}|\\bif\\b`, "u").test(filter);
}

/** The whole document is one unknown value. */
function isOneValue(text: Text): boolean {
  return text.filter((part) => typeof part !== "string" || part.trim() !== "").length === 1;
}

function changedFile(call: Call, wish: Wish): Call["world"] {
  let { world } = call;
  for (const file of wish.files) world = replaceFile(world, resolvePath(world.cwd, file), null);
  return world;
}

const readJson: Reader = (text) => {
  if (text.trim() === "") return [];
  try {
    return [JSON.parse(text) as Json];
  } catch {
    return text
      .trim()
      .split("\n")
      .map((line) => parseLine(line));
  }
};

function parseLine(line: string): Json {
  try {
    return JSON.parse(line) as Json;
  } catch {
    throw new NotComputed("not JSON");
  }
}

const readYaml: Reader = (text) => {
  try {
    return [parseYaml(text, { maxAliasCount: 50 }) as Json];
  } catch {
    throw new NotComputed("not YAML");
  }
};

function compute(
  wish: Wish,
  filter: Filter,
  text: string,
  read: Reader,
  call: Call,
  marks: Marks,
): { readonly text: string; readonly status: number } | null {
  try {
    const variables = new Map<string, Json>();
    for (const [name, { text: value, json }] of wish.variables)
      variables.set(name, json ? parseLine(marked(value, marks)) : marked(value, marks));
    const usesEnv = /(?<![.\w"])env\b|\$ENV\b/.test(wish.filter);
    const env = new Map(
      usesEnv ? [...childEnvironment(call)].map(([name, value]) => [name, marked(value, marks)]) : [],
    );
    const read1 = wish.rawInput
      ? wish.slurp
        ? [text]
        : text.replace(/\n$/, "").split("\n")
      : wish.noInput
        ? [null]
        : read(text);
    const inputs: readonly Json[] = wish.slurp && !wish.rawInput ? [read1] : read1;
    const results = inputs.flatMap((input) => evaluateFilter(filter, input, newScope(variables, env)));
    const last = results.at(-1);
    const printed = results.map((value) => shown(value, wish) + (wish.joined ? "" : "\n")).join("");
    return { text: printed, status: last === undefined ? 4 : isTrue(last) ? 0 : 1 };
  } catch (error) {
    if (error instanceof NotComputed) return null;
    throw error;
  }
}

function shown(value: Json, { raw, compact }: Wish): string {
  if (typeof value === "string" && raw) return value;
  return compact ? JSON.stringify(value) : JSON.stringify(value, null, 2);
}

export const jqPrograms: Readonly<Record<string, Program>> = table({
  jq: program("jq"),
  gojq: program("jq"),
  jaq: program("jq"),
  yq: yaml(program("yq")),
});

/** yq prints strings raw without being asked. */
function yaml(inner: Program): Program {
  return (call, effect) => inner({ ...call, argv: [call.argv[0] ?? EMPTY, ["-r"], ...call.argv.slice(1)] }, effect);
}
