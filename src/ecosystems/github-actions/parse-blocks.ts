import { hasExpression } from "../../syntax/expression/index.ts";
import { entryOf, isNull, type YamlEntry, type YamlMap, type YamlNode } from "../../syntax/yaml/index.ts";
import type { Concurrency, Container, EnvironmentUse, Matrix, RunDefaults, Strategy } from "./document.ts";
import { fieldOf } from "./field.ts";
import { fieldAt, fieldMapAt, fieldsAt, mapUnder, refuse, type Reader } from "./reader.ts";

/** `concurrency:` of a workflow or job, in both forms; an empty one has no group. */
export function concurrencyOf(reader: Reader, map: YamlMap, where: string): Concurrency | null {
  const entry = entryOf(map, "concurrency");
  if (!entry) return null;
  const { keySpan, span, value } = entry;
  const common = { keySpan, span, valueSpan: value.span };
  if (value.kind === "map") {
    const at = `${where}concurrency`;
    return {
      ...common,
      shorthand: false,
      group: fieldAt(reader, value, "group", at),
      cancelInProgress: fieldAt(reader, value, "cancel-in-progress", at),
      queue: fieldAt(reader, value, "queue", at),
      keys: new Map(value.entries.map(({ key, keySpan: at }) => [key, at])),
    };
  }
  if (value.kind === "list") refuse(reader, value, `${where}concurrency`, "a group's name, or a map with `group`");
  const group = isNull(value) ? null : fieldOf(value);
  return { ...common, shorthand: true, group, cancelInProgress: null, queue: null, keys: new Map() };
}

/** `environment:` as a name or as a map with `name` and `url`. */
export function environmentOf(reader: Reader, map: YamlMap, where: string): EnvironmentUse | null {
  const entry = entryOf(map, "environment");
  if (!entry || isNull(entry.value)) return null;
  const { keySpan, value } = entry;
  if (value.kind === "map") {
    const name = fieldAt(reader, value, "name", `${where}.environment`);
    return name && { name, url: fieldAt(reader, value, "url", `${where}.environment`), keySpan, span: value.span };
  }
  const name =
    fieldOf(value) ?? refuse(reader, value, `${where}.environment`, "an environment's name, or a map with `name`");
  return name && { name, url: null, keySpan, span: value.span };
}

/** `defaults.run`. */
export function defaultsOf(reader: Reader, map: YamlMap, where: string): RunDefaults {
  const defaults = mapUnder(reader, map, "defaults", where);
  const run = defaults && mapUnder(reader, defaults, "run", `${where}defaults`);
  if (!run) return { shell: null, workingDirectory: null };
  const at = `${where}defaults.run`;
  return { shell: fieldAt(reader, run, "shell", at), workingDirectory: fieldAt(reader, run, "working-directory", at) };
}

export function strategyOf(reader: Reader, map: YamlMap, where: string): Strategy | null {
  const strategy = mapUnder(reader, map, "strategy", where);
  if (!strategy) return null;
  const at = `${where}.strategy`;
  const matrix = entryOf(strategy, "matrix");
  return {
    matrix: matrix && !isNull(matrix.value) ? matrixOf(reader, matrix.value, `${at}.matrix`) : null,
    maxParallel: fieldAt(reader, strategy, "max-parallel", at),
    failFast: fieldAt(reader, strategy, "fail-fast", at),
    span: strategy.span,
  };
}

function matrixOf(reader: Reader, node: YamlNode, where: string): Matrix | null {
  if (node.kind === "map") {
    const axes = node.entries.filter(({ key }) => key !== "include" && key !== "exclude");
    return {
      whole: null,
      span: node.span,
      axes: axes.flatMap((entry) => axisOf(reader, entry, where)),
      include: combinations(reader, node, "include", where),
      exclude: combinations(reader, node, "exclude", where),
    };
  }
  const whole = fieldOf(node);
  if (whole && hasExpression(whole.text)) return { whole, axes: [], include: null, exclude: null, span: node.span };
  return refuse(reader, node, where, "a map of lists, or one expression");
}

function axisOf(reader: Reader, entry: YamlEntry, where: string): Matrix["axes"] {
  const values = listOrExpression(reader, entry.value, `${where}.${entry.key}`);
  return values ? [{ name: entry.key, keySpan: entry.keySpan, values }] : [];
}

function combinations(reader: Reader, map: YamlMap, key: string, where: string): YamlNode | null {
  const entry = entryOf(map, key);
  return entry && !isNull(entry.value) ? listOrExpression(reader, entry.value, `${where}.${key}`) : null;
}

function listOrExpression(reader: Reader, node: YamlNode, where: string): YamlNode | null {
  const field = fieldOf(node);
  if (node.kind === "list" || (field && hasExpression(field.text))) return node;
  return refuse(reader, node, where, "a list, or an expression that gives one");
}

/** `container:` and each of `services:`, as an image's name or as a map. */
export function containerOf(reader: Reader, name: string, node: YamlNode, where: string): Container | null {
  const bare = { name, env: { entries: [], whole: null, span: null }, ports: [], options: null, span: node.span };
  if (node.kind !== "map") {
    const image = fieldOf(node) ?? refuse(reader, node, where, "an image, or a map with `image`");
    return image && { ...bare, image };
  }
  return {
    ...bare,
    image: fieldAt(reader, node, "image", where),
    env: fieldMapAt(reader, node, "env", where),
    ports: fieldsAt(reader, node, "ports", where) ?? [],
    options: fieldAt(reader, node, "options", where),
  };
}
