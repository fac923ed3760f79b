import type { Assignment, Word } from "../../syntax/shell/ast.ts";
import { assignmentOf } from "../../syntax/shell/simple.ts";
import { literal, literalOf, type Text } from "../../values/text.ts";
import { assignExpanded, assignTo } from "./assign.ts";
import { expandText, expandWords } from "./expand.ts";
import type { Frame } from "./frame.ts";
import { get } from "./table.ts";
import { assignText, declare, hide } from "./variables.ts";
import { bind, type ShellVariable, type Value, type World } from "./world.ts";

const DECLARATIONS = new Set(["export", "local", "declare", "typeset", "readonly"]);

/** Whether the builtin takes assignments as arguments. */
export function declaresVariables(name: string): boolean {
  return DECLARATIONS.has(name);
}

interface Wish {
  readonly change: Partial<Omit<ShellVariable, "value">>;
  readonly array: "list" | "map" | null;
  readonly local: boolean;
  /** `declare -p`, `declare -f`: shows, changes nothing. */
  readonly shows: boolean;
}

/** `export`, `local`, `declare`, `readonly`. https://www.gnu.org/software/bash/manual/bash.html#index-declare */
export function runDeclaration(
  name: string,
  words: readonly Word[],
  argv: readonly Text[],
  world: World,
  frame: Frame,
): readonly World[] {
  const flags = argv
    .slice(1)
    .map(literalOf)
    .filter((word) => word !== null && /^[-+][a-zA-Z]+$/.test(word));
  const wish = wishOf(name, flags.join(""), world);
  if (wish.shows) return [{ ...world, status: 0 }];
  // A failing `$( )` in `local x=$(…)` does not count: the status is the declaration's own.
  let worlds: readonly World[] = [world];
  for (const word of words.slice(1)) {
    const assignment = assignmentOf(word);
    worlds = worlds.flatMap((each) =>
      each.flow.kind !== "next"
        ? [each]
        : assignment
          ? declareAssigned(assignment, wish, each, frame)
          : declareWords(word, wish, each, frame),
    );
  }
  return worlds.map((end) => (end.flow.kind === "next" ? { ...end, status: 0 } : end));
}

function wishOf(name: string, flags: string, world: World): Wish {
  const has = (flag: string): boolean => flags.includes(flag);
  const inFunction = world.hidden !== null;
  const exported = name === "export" || has("x");
  const unexport = (name === "export" && has("n")) || flags.includes("+x");
  return {
    change: {
      ...(exported && !unexport ? { exported: true } : unexport ? { exported: false } : {}),
      ...(name === "readonly" || has("r") ? { fixed: true } : {}),
      ...(has("i")
        ? { fold: "integer" as const }
        : has("l")
          ? { fold: "lower" as const }
          : has("u")
            ? { fold: "upper" as const }
            : {}),
    },
    array: has("A") ? "map" : has("a") ? "list" : null,
    local: (name === "local" || name === "declare" || name === "typeset") && inFunction && !has("g"),
    shows: has("p") || has("f") || has("F"),
  };
}

function prepare(name: string, wish: Wish, world: World): World {
  const hidden = wish.local ? hide(world, name) : world;
  const before = get(hidden.vars, name)?.value;
  const { fixed: _, ...change } = wish.change;
  const fresh: Value | undefined =
    wish.array && before?.kind !== wish.array ? { kind: wish.array, items: new Map() } : undefined;
  return declare(hidden, name, change, fresh);
}

function finish(name: string, wish: Wish, world: World): World {
  return wish.change.fixed ? declare(world, name, { fixed: true }) : world;
}

function declareAssigned(assignment: Assignment, wish: Wish, world: World, frame: Frame): readonly World[] {
  const { name, value } = assignment;
  if (!value || !("parts" in value))
    return assignTo(assignment, prepare(name, wish, world), frame).map((end) => finish(name, wish, end));
  // The value is expanded before the name is hidden: `local x=$x`.
  return bind(expandText(value, world, frame), (text, next) =>
    assignExpanded(assignment, text, prepare(name, wish, next), frame),
  ).map((end) => finish(name, wish, end.world));
}

/** Names without a value, which may come out of an expansion: `export $NAMES`, `export "$line"`. */
function declareWords(word: Word, wish: Wish, world: World, frame: Frame): readonly World[] {
  return expandWords([word], world, frame).map(({ world: next, value }) => {
    let end = next;
    for (const text of value) end = declareText(text, wish, end);
    return end;
  });
}

function declareText(text: Text, wish: Wish, world: World): World {
  const [first = "", ...rest] = text;
  const match = typeof first === "string" ? /^([A-Za-z_]\w*)(=)?/.exec(first) : null;
  const name = match?.[1];
  if (typeof first !== "string" || name === undefined) return world;
  const prepared = prepare(name, wish, world);
  const assigned = match?.[2]
    ? assignText(prepared, name, [...literal(first.slice(match[0].length)), ...rest])
    : prepared;
  return finish(name, wish, assigned);
}
