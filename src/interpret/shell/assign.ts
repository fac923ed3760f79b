import type { ArrayElement, Assignment } from "../../syntax/shell/ast.ts";
import { EMPTY, type Text } from "../../values/text.ts";
import { evaluate, subscript } from "./arithmetic.ts";
import { parseArithmetic } from "../../syntax/shell/index.ts";
import { literalOf } from "../../values/text.ts";
import { expandText, expandWords } from "./expand.ts";
import type { Frame } from "./frame.ts";
import { get } from "./table.ts";
import { appendText, assignElement, assignText, assignValue, declared, elementsOf, scalarOf } from "./variables.ts";
import { mapValue, one, bind, type Outcome, type Value, type World } from "./world.ts";

/** Carries out `name=value`, `name+=value`, `name[i]=value`, `name=(…)`. */
export function assignTo(assignment: Assignment, world: World, frame: Frame): readonly World[] {
  const { value } = assignment;
  if (value === null) return [world];
  if (!("parts" in value)) return assignArray(assignment, value.elements, world, frame);
  return bind(expandText(value, world, frame), (text, next) => assignExpanded(assignment, text, next, frame)).map(
    (end) => end.world,
  );
}

/** The same when the value has been expanded. */
export function assignExpanded(
  { name, index, append }: Assignment,
  text: Text,
  world: World,
  frame: Frame,
): Outcome<null> {
  if (!index) return setText(world, name, text, append, frame);
  return bind(subscript(name, index, world, frame), (at, next) =>
    one(at === null ? next : setElement(next, name, at, text, append), null),
  );
}

function setElement(world: World, name: string, at: string, text: Text, append: boolean): World {
  const value = get(world.vars, name)?.value;
  const before = !append
    ? EMPTY
    : value?.kind === "map"
      ? value.items.get(at)
      : value?.kind === "list"
        ? value.items.get(Number(at))
        : EMPTY;
  return assignElement(world, name, at, appendText(before ?? EMPTY, text));
}

function setText(world: World, name: string, text: Text, append: boolean, frame: Frame): Outcome<null> {
  const variable = declared(world, name);
  if (variable?.fold === "integer") return setInteger(world, name, text, append, frame);
  const before = append && variable ? scalarOf(variable.value) : null;
  return one(assignText(world, name, append ? appendText(before, text) : text), null);
}

/** A variable declared with `-i` takes the value of an expression. */
function setInteger(world: World, name: string, text: Text, append: boolean, frame: Frame): Outcome<null> {
  const known = literalOf(text);
  if (known === null) return one(assignText(world, name, text), null);
  const source = append ? `${name}+(${known === "" ? "0" : known})` : known;
  return bind(evaluate(parseArithmetic(source), world, frame), (value, next) =>
    one(assignText(next, name, value), null),
  );
}

function assignArray(
  assignment: Assignment,
  elements: readonly ArrayElement[],
  world: World,
  frame: Frame,
): readonly World[] {
  const { name, append } = assignment;
  const before = get(world.vars, name)?.value;
  const isMap = before?.kind === "map";
  const start: Value = isMap
    ? { kind: "map", items: append ? before.items : new Map() }
    : { kind: "list", items: append ? listItems(before) : new Map() };
  let outcomes: Outcome<Value> = one(world, start);
  for (const element of elements) outcomes = bind(outcomes, (value, next) => addElement(value, element, next, frame));
  return outcomes.map(({ world: next, value }) => assignValue(next, name, value));
}

function listItems(value: Value | undefined): ReadonlyMap<number, Text> {
  if (!value || value.kind === "none") return new Map();
  return value.kind === "list" ? value.items : new Map(elementsOf(value).map((item, index) => [index, item]));
}

function addElement(value: Value, element: ArrayElement, world: World, frame: Frame): Outcome<Value> {
  if (value.kind === "map") return addKeyed(value, element, world, frame);
  if (value.kind !== "list") return one(world, value);
  if (element.index) {
    return bind(subscript("", element.index, world, frame), (at, next) =>
      mapValue(
        expandText(element.value, next, frame),
        (text): Value => ({
          kind: "list",
          items: new Map(value.items).set(Number(at ?? 0), text),
        }),
      ),
    );
  }
  return mapValue(expandWords([element.value], world, frame), (fields): Value => {
    if (fields.length === 1 && isOpaqueWord(fields[0] ?? EMPTY, element))
      return { kind: "many", each: fields[0] ?? EMPTY };
    const items = new Map(value.items);
    let next = Math.max(-1, ...items.keys()) + 1;
    for (const field of fields) {
      items.set(next, field);
      next += 1;
    }
    return { kind: "list", items };
  });
}

/** `a=($(cmd))` of a command that nobody knows: any number of elements. */
function isOpaqueWord(text: Text, element: ArrayElement): boolean {
  const [only] = text;
  const [part] = element.value.parts;
  return text.length === 1 && typeof only === "object" && part?.kind === "command" && !part.quoted;
}

function addKeyed(
  value: Extract<Value, { kind: "map" }>,
  element: ArrayElement,
  world: World,
  frame: Frame,
): Outcome<Value> {
  const { index } = element;
  if (!index) return one(world, value);
  return bind(expandText(index, world, frame), (key, next) =>
    mapValue(expandText(element.value, next, frame), (text): Value => {
      const known = literalOf(key);
      return known === null ? value : { kind: "map", items: new Map(value.items).set(known, text) };
    }),
  );
}
