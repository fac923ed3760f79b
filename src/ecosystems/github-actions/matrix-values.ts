import type { YamlNode } from "../../syntax/yaml/index.ts";
import { canonical } from "../../values/text.ts";
import {
  list,
  NULL,
  object,
  openObject,
  openUnknown,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "../../values/value.ts";
import type { Matrix } from "./document.ts";
import { fieldOf, type Field } from "./field.ts";

/** Gives the value of a scalar in a matrix; expressions are evaluated, literals keep their type. */
export type Resolve = (field: Field) => Value;

/** A matrix with its expressions evaluated. A list that nobody knows is `unknown`. */
export interface ResolvedMatrix {
  readonly axes: readonly (readonly [name: string, values: readonly Value[] | UnknownValue])[];
  readonly include: readonly Value[] | UnknownValue;
  readonly exclude: readonly Value[] | UnknownValue;
  /** All of it comes from one expression that nobody knows. */
  readonly whole: UnknownValue | null;
  /** Why GitHub refuses it, null where it does not. */
  readonly failed: string | null;
}

const EMPTY = { axes: [], include: [], exclude: [], whole: null, failed: null } as const;

/** The lists of a matrix; what is no list where one is needed makes GitHub fail the job. */
export function resolveMatrix(matrix: Matrix, resolve: Resolve): ResolvedMatrix {
  if (matrix.whole) return fromValue(resolve(matrix.whole));
  const axes = matrix.axes.map(({ name, values }) => [name, nodeValue(values, resolve)] as const);
  const include = matrix.include ? nodeValue(matrix.include, resolve) : list([]);
  const exclude = matrix.exclude ? nodeValue(matrix.exclude, resolve) : list([]);
  return assemble(axes, include, exclude);
}

function fromValue(value: Value): ResolvedMatrix {
  if (value.kind === "unknown") return { ...EMPTY, whole: value };
  if (value.kind !== "object") return { ...EMPTY, failed: "the matrix is not a map" };
  if (!value.entries) return { ...EMPTY, whole: { kind: "unknown", text: [], from: null, get: value.get } };
  const axes = value.entries.filter(([name]) => name !== "include" && name !== "exclude");
  return assemble(axes, value.get("include") ?? list([]), value.get("exclude") ?? list([]));
}

function assemble(axes: readonly (readonly [string, Value])[], include: Value, exclude: Value): ResolvedMatrix {
  const lists = axes.map(([name, value]) => [name, itemsOf(value)] as const);
  const [added, removed] = [itemsOf(include), itemsOf(exclude)];
  const wrong = lists.find(([, items]) => items === null || (Array.isArray(items) && items.length === 0));
  if (wrong)
    return {
      ...EMPTY,
      failed: `\`${wrong[0]}\` of the matrix is ${wrong[1] === null ? "not a list" : "an empty list"}`,
    };
  if (added === null || removed === null)
    return { ...EMPTY, failed: "`include` or `exclude` of the matrix is not a list" };
  return { ...EMPTY, axes: lists as ResolvedMatrix["axes"], include: added, exclude: removed };
}

function itemsOf(value: Value): readonly Value[] | UnknownValue | null {
  if (value.kind === "list") return value.items;
  return value.kind === "unknown" ? value : null;
}

/** A node of the matrix as a value. */
function nodeValue(node: YamlNode, resolve: Resolve): Value {
  if (node.kind === "list") return list(node.items.map((item) => nodeValue(item, resolve)));
  if (node.kind === "map") return object(node.entries.map(({ key, value }) => [key, nodeValue(value, resolve)]));
  const field = fieldOf(node);
  return field ? resolve(field) : NULL;
}

/** Scalars of a matrix that hold expressions, in order. */
export function matrixFields(matrix: Matrix): readonly Field[] {
  if (matrix.whole) return [matrix.whole];
  const nodes = [...matrix.axes.map(({ values }) => values), matrix.include, matrix.exclude];
  return nodes.flatMap((node) => (node ? scalarsIn(node) : []));
}

function scalarsIn(node: YamlNode): readonly Field[] {
  if (node.kind === "list") return node.items.flatMap(scalarsIn);
  if (node.kind === "map") return node.entries.flatMap(({ value }) => scalarsIn(value));
  const field = fieldOf(node);
  return field ? [field] : [];
}

/** Element `index` of a list that nobody knows: one unknown that depends on whatever the list depends on. */
export function freshElement(source: UnknownValue, name: string, index: number): UnknownValue {
  const given = source.from?.of ?? source.text;
  const key = `${name}#${index} of ${source.from?.name ?? ""}(${canonical(given)})`;
  return openUnknown({ key, label: name, kind: "output", given: [given] });
}

/** The `matrix` context of a leg of which nothing is known: any property may be there. */
export function freshMatrix(source: UnknownValue, index: number): ObjectValue {
  return openObject("matrix", (property) => freshElement(source, `matrix.${property}`, index));
}
