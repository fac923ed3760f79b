import type { Operation, Parameter } from "../../syntax/shell/ast.ts";
import { isUnsure } from "../../values/cube.ts";
import { decideEmpty, decideEqual } from "../../values/decide.ts";
import { enumerate } from "../../values/enumerate.ts";
import { EMPTY, literal, literalOf, type Text } from "../../values/text.ts";
import { subscript } from "./arithmetic.ts";
import { evaluateNumber, expandPieces, expandText } from "./expand.ts";
import { exposed } from "./expose.ts";
import { tellCut, type Frame } from "./frame.ts";
import { patternOf } from "./patterns.ts";
import type { Piece } from "./pieces.ts";
import { specialValue } from "./special.ts";
import { entriesOf, get } from "./table.ts";
import { mapWhole } from "./texts.ts";
import { foldText, replaceText, sliceText, trimText } from "./trim.ts";
import { unknownText } from "./unknown.ts";
import { assignElement, assignText, elementsOf, lookup, starOf } from "./variables.ts";
import { branches, EXIT, mapValue, one, bind, withCube, type Outcome, type Value, type World } from "./world.ts";

/** What a parameter stands for: its strings, none where it is not set. */
interface Found {
  readonly name: string;
  readonly items: readonly Text[];
  /** `$@`, `${a[*]}`: however many there are. */
  readonly whole: "@" | "*" | null;
}

/**
 * `$x`, `${x…}` and their relatives.
 * https://www.gnu.org/software/bash/manual/bash.html#Shell-Parameter-Expansion
 */
export function expandParameter(
  parameter: Parameter,
  quoted: boolean,
  world: World,
  frame: Frame,
): Outcome<readonly Piece[]> {
  if (parameter.name === "") return one(world, piecesOf(unread(frame, parameter), quoted, world));
  if (parameter.indirect) return expandIndirect(parameter, quoted, world, frame);
  return bind(findParameter(parameter, parameter.name, world, frame), (found, next) =>
    operate(parameter, found, quoted, next, frame),
  );
}

function unread(frame: Frame, parameter: Parameter): Found {
  tellCut(frame, parameter, "an expansion that this parser does not read");
  const text = frame.code.source.text.slice(parameter.start, parameter.end);
  return { name: "", items: [unknownText(text, [])], whole: null };
}

function findParameter(parameter: Parameter, name: string, world: World, frame: Frame): Outcome<Found> {
  const { index } = parameter;
  if (index === null) {
    if (name === "@" || name === "*") return one(world, { name, items: world.args, whole: name });
    return mapValue(specialValue(name, world, frame), (text) => ({
      name,
      items: text === null ? [] : [text],
      whole: null,
    }));
  }
  const value = lookup(world, name)?.value ?? { kind: "none" };
  if (index === "@" || index === "*") return one(world, { name, items: arrayItems(name, value, frame), whole: index });
  if (value.kind === "map")
    return bind(expandText(index, world, frame), (key, next) => mapItem(name, value, key, next));
  return mapValue(subscript(name, index, world, frame), (at) => ({
    name,
    items: itemAt(name, value, at, frame),
    whole: null,
  }));
}

type MapValue = Extract<Value, { kind: "map" }>;

/** Keys of a map that are tried one by one where the key is not known. */
const MOST_KEYS = 12;

/** `${map[$key]}`: the element of each key that it can be, as in a `case`; of a command's answer an unknown one. */
function mapItem(name: string, value: MapValue, key: Text, world: World): Outcome<Found> {
  const { items } = value;
  const found = (inner: World, texts: readonly Text[]): Outcome<Found> =>
    one(inner, { name, items: texts, whole: null });
  const finite = enumerate(world.machine.cube, key, MOST_KEYS);
  if (finite.length > 1) return finite.flatMap(({ cube, text }) => mapItem(name, value, text, withCube(world, cube)));
  const known = literalOf(finite[0]?.text ?? key);
  if (known !== null) return found(world, optional(items.get(known)));
  if (items.size > MOST_KEYS || key.some((part) => typeof part !== "string" && isUnsure(part)))
    return found(world, [unknownText(`${name}[…]`, [...items.values(), key])]);
  return [...items].reduceRight<(inner: World) => Outcome<Found>>(
    (otherwise, [each, item]) =>
      (inner) =>
        bind(branches(inner, decideEqual(inner.machine.cube, key, literal(each))), (holds, next) =>
          holds ? found(next, [item]) : otherwise(next),
        ),
    (inner) => found(inner, []),
  )(world);
}

function arrayItems(name: string, value: Value, frame: Frame): readonly Text[] {
  const special = callStack(name, frame);
  if (special) return special;
  return elementsOf(value);
}

function itemAt(name: string, value: Value, at: string | null, frame: Frame): readonly Text[] {
  const special = callStack(name, frame);
  if (special) return special[Number(at ?? 0)] ? [special[Number(at ?? 0)] as Text] : [];
  if (at === null || value.kind === "many")
    return [unknownText(`${name}[…]`, at === null ? elementsOf(value) : [...elementsOf(value), literal(at)])];
  if (value.kind === "map") return optional(value.items.get(at));
  const number = Number(at);
  if (value.kind === "text") return number === 0 || number === -1 ? [value.text] : [];
  if (value.kind === "none") return [];
  return optional(value.items.get(number < 0 ? Math.max(...value.items.keys()) + 1 + number : number));
}

function optional(text: Text | undefined): readonly Text[] {
  return text === undefined ? [] : [text];
}

function callStack(name: string, frame: Frame): readonly Text[] | null {
  if (name === "BASH_SOURCE") return [frame.code.name];
  if (name === "FUNCNAME") return frame.calls.map(literal);
  return null;
}

function expandIndirect(parameter: Parameter, quoted: boolean, world: World, frame: Frame): Outcome<readonly Piece[]> {
  const { name, index, operation } = parameter;
  if (operation?.kind === "names") {
    const names = [...entriesOf(world.vars)]
      .map(([key]) => key)
      .filter((key) => key.startsWith(name))
      .sort();
    return one(world, piecesOf({ name, items: names.map(literal), whole: "@" }, quoted, world));
  }
  if (index === "@" || index === "*") {
    const value = lookup(world, name)?.value ?? { kind: "none" };
    return one(world, piecesOf({ name, items: keysOf(value), whole: index }, quoted, world));
  }
  return bind(findParameter(parameter, name, world, frame), (found, next) => {
    const [named = EMPTY] = found.items;
    const finite = enumerate(next.machine.cube, named, MOST_KEYS);
    if (finite.length > 1)
      return finite.flatMap(({ cube }) => expandIndirect(parameter, quoted, withCube(next, cube), frame));
    const target = literalOf(finite[0]?.text ?? named);
    if (target === null)
      return one(next, piecesOf({ name, items: [unknownText("indirect", found.items)], whole: null }, quoted, next));
    const element = /^(\w+)\[([@*\w]+)\]$/.exec(target);
    const direct = { ...parameter, indirect: false, name: element?.[1] ?? target, index: indexOf(element?.[2]) };
    return /^\w+$|^[@*]$/.test(direct.name)
      ? expandParameter(direct, quoted, next, frame)
      : one(next, piecesOf({ name, items: [], whole: null }, quoted, next));
  });
}

function indexOf(text: string | undefined): Parameter["index"] {
  if (text === undefined || text === "@" || text === "*") return text ?? null;
  return { parts: [{ kind: "text", text, quoted: true }], start: 0, end: 0 };
}

function keysOf(value: Value): readonly Text[] {
  switch (value.kind) {
    case "list":
      return [...value.items.keys()].sort((a, b) => a - b).map((key) => [String(key)]);
    case "map":
      return [...value.items.keys()].map(literal);
    case "many":
      return [unknownText("keys", [value.each])];
    case "text":
      return [["0"]];
    case "none":
      return [];
  }
}

function piecesOf({ items, whole }: Found, quoted: boolean, world: World): readonly Piece[] {
  if (whole === null) return [{ text: items[0] ?? EMPTY, quoted, splits: !quoted }];
  if (whole === "*" && quoted) return [{ text: starOf(world, items), quoted, splits: false }];
  return items.map((text, index) => ({ text, quoted, splits: !quoted, ends: index < items.length - 1 }));
}

function operate(
  parameter: Parameter,
  found: Found,
  quoted: boolean,
  world: World,
  frame: Frame,
): Outcome<readonly Piece[]> {
  const { operation } = parameter;
  const missing = found.items.length === 0 && found.whole === null && world.options.nounset;
  if (parameter.length && !missing)
    return one(world, piecesOf({ ...found, items: [lengthOf(found, world)], whole: null }, quoted, world));
  if (
    operation &&
    (operation.kind === "default" ||
      operation.kind === "assign" ||
      operation.kind === "error" ||
      operation.kind === "alternate")
  ) {
    return operateOnAbsence(parameter, operation, found, quoted, world, frame);
  }
  if (missing) return one({ ...world, flow: EXIT, status: 1 }, []);
  if (!operation) return one(world, piecesOf(found, quoted, world));
  if (operation.kind === "slice") return slice(operation, found, quoted, world, frame);
  let outcomes: Outcome<readonly Text[]> = one(world, []);
  for (const item of found.items) {
    outcomes = bind(outcomes, (done, next) =>
      bind(exposed(item, next), (shown, last) =>
        mapValue(transform(operation, shown, last, frame), (text) => [...done, text]),
      ),
    );
  }
  return bind(outcomes, (items, next) => one(next, piecesOf({ ...found, items }, quoted, next)));
}

function lengthOf(found: Found, world: World): Text {
  if (found.name === "#") return [String(world.args.length)];
  if (found.whole === null) return mapWhole(found.items[0] ?? EMPTY, "length", (value) => String([...value].length));
  const value = get(world.vars, found.name)?.value;
  return value?.kind === "many" ? unknownText(`number of ${found.name}`, [value.each]) : [String(found.items.length)];
}

type OnAbsence = Extract<Operation, { kind: "default" | "assign" | "error" | "alternate" }>;

function operateOnAbsence(
  parameter: Parameter,
  operation: OnAbsence,
  found: Found,
  quoted: boolean,
  world: World,
  frame: Frame,
): Outcome<readonly Piece[]> {
  return bind(isAbsent(operation, found, world), (absent, next) => {
    if (operation.kind === "alternate")
      return absent
        ? one(next, piecesOf({ ...found, items: [], whole: found.whole }, quoted, next))
        : operand(operation, quoted, next, frame);
    if (!absent) return one(next, piecesOf(found, quoted, next));
    if (operation.kind === "default") return operand(operation, quoted, next, frame);
    if (operation.kind === "error") return one({ ...next, flow: EXIT, status: 1 }, []);
    return bind(expandText(operation.word, next, frame), (text, last) =>
      mapValue(assigned(parameter, text, last, frame), () => [{ text, quoted, splits: !quoted }]),
    );
  });
}

function isAbsent(operation: OnAbsence, { items }: Found, world: World): Outcome<boolean> {
  if (items.length === 0) return one(world, true);
  if (!operation.orEmpty || items.length > 1) return one(world, false);
  return branches(world, decideEmpty(world.machine.cube, items[0] ?? EMPTY));
}

function assigned(parameter: Parameter, text: Text, world: World, frame: Frame): Outcome<null> {
  const { name, index } = parameter;
  if (index === null || typeof index === "string") return one(assignText(world, name, text), null);
  return bind(subscript(name, index, world, frame), (at, next) =>
    one(at === null ? next : assignElement(next, name, at, text), null),
  );
}

/** The word after `:-`: what is unquoted in it is split like the expansion itself. */
function operand(operation: OnAbsence, quoted: boolean, world: World, frame: Frame): Outcome<readonly Piece[]> {
  return mapValue(expandPieces(operation.word, world, frame), (pieces) => {
    if (!quoted) return pieces.map((piece) => (piece.quoted ? piece : { ...piece, splits: true }));
    return pieces.length === 0
      ? [{ text: EMPTY, quoted, splits: false }]
      : pieces.map((piece) => ({ ...piece, quoted: true, splits: false }));
  });
}

function slice(
  operation: Extract<Operation, { kind: "slice" }>,
  found: Found,
  quoted: boolean,
  world: World,
  frame: Frame,
): Outcome<readonly Piece[]> {
  return bind(evaluateNumber(operation.offset, world, frame), (offset, next) =>
    bind(operation.length ? evaluateNumber(operation.length, next, frame) : one(next, undefined), (length, last) => {
      const unknown = offset === null || length === null;
      const items = unknown
        ? found.items.map((item) => unknownText("slice", [item]))
        : sliced(found, offset, length ?? null, frame);
      return one(last, piecesOf({ ...found, items }, quoted, last));
    }),
  );
}

function sliced(found: Found, offset: number, length: number | null, frame: Frame): readonly Text[] {
  if (found.whole === null) return found.items.map((item) => sliceText(item, offset, length));
  // `${@:1}` counts from `$1`, `${@:0}` from `$0`.
  const items = found.name === "@" || found.name === "*" ? [frame.name, ...found.items] : found.items;
  const start = offset < 0 ? items.length + offset : offset;
  return start < 0 ? [] : items.slice(start, length === null ? undefined : start + length);
}

function transform(operation: Operation, item: Text, world: World, frame: Frame): Outcome<Text> {
  switch (operation.kind) {
    case "prefix":
    case "suffix":
      return bind(expandPieces(operation.pattern, world, frame), (pattern, next) =>
        trimText(next, item, pattern, operation.kind, operation.greedy),
      );
    case "replace":
      return bind(expandPieces(operation.pattern, world, frame), (pattern, next) =>
        bind(expandText(operation.by, next, frame), (by, last) =>
          replaceText(last, item, pattern, by, operation.where),
        ),
      );
    case "case":
      return bind(
        operation.pattern ? expandPieces(operation.pattern, world, frame) : one(world, null),
        (pattern, next) => one(next, foldText(item, operation.to, operation.all, pattern ? patternOf(pattern) : null)),
      );
    case "transform":
      return one(world, transformed(item, operation.operator));
    default:
      return one(world, item);
  }
}

function transformed(item: Text, operator: string): Text {
  switch (operator) {
    case "U":
      return foldText(item, "upper", true, null);
    case "L":
      return foldText(item, "lower", true, null);
    case "u":
      return foldText(item, "upper", false, null);
    case "Q":
      return mapWhole(item, "@Q", (value) => `'${value.replaceAll("'", "'\\''")}'`);
    default:
      return unknownText(`@${operator}`, [item]);
  }
}
