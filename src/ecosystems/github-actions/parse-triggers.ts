import { entryOf, isNull, nameOfKind, type YamlEntry, type YamlMap, type YamlNode } from "../../syntax/yaml/index.ts";
import type { InputDefinition, InputType, Trigger } from "./document.ts";
import { fieldOf, type Field, type NamedField } from "./field.ts";
import { fieldAt, fieldsAt, mapUnder, refuse, type Reader } from "./reader.ts";

const BARE = {
  types: null,
  branches: null,
  branchesIgnore: null,
  tags: null,
  tagsIgnore: null,
  paths: null,
  pathsIgnore: null,
  workflows: null,
  crons: [],
  inputs: [],
  outputs: [],
  secrets: [],
} as const;

/** `on:` in its three forms: one event, a list of events, a map of events to filters. Each event once. */
export function triggersOf(reader: Reader, node: YamlNode): readonly Trigger[] {
  if (node.kind === "map") return node.entries.map((entry) => configured(reader, entry));
  const items = node.kind === "list" ? node.items : [node];
  const triggers = items.flatMap((item) => bare(reader, item));
  return triggers.filter((trigger, index) => triggers.findIndex(({ event }) => event === trigger.event) === index);
}

function bare(reader: Reader, node: YamlNode): readonly Trigger[] {
  const field = fieldOf(node);
  if (field && field.value !== null) return [{ ...BARE, event: field.text, span: field.span }];
  refuse(reader, node, "on", "an event, a list of events or a map of events");
  return [];
}

function configured(reader: Reader, entry: YamlEntry): Trigger {
  const { key: event, keySpan: span, value } = entry;
  const where = `on.${event}`;
  if (isNull(value)) return { ...BARE, event, span };
  if (event === "schedule") return { ...BARE, event, span, crons: cronsOf(reader, value) };
  if (value.kind !== "map") {
    refuse(reader, value, where, "a map of filters");
    return { ...BARE, event, span };
  }
  return { ...filters(reader, value, where), event, span };
}

function filters(reader: Reader, map: YamlMap, where: string): Omit<Trigger, "event" | "span"> {
  const listAt = (key: string): readonly Field[] | null => fieldsAt(reader, map, key, where);
  return {
    types: listAt("types"),
    branches: listAt("branches"),
    branchesIgnore: listAt("branches-ignore"),
    tags: listAt("tags"),
    tagsIgnore: listAt("tags-ignore"),
    paths: listAt("paths"),
    pathsIgnore: listAt("paths-ignore"),
    workflows: listAt("workflows"),
    crons: [],
    inputs: (mapUnder(reader, map, "inputs", where)?.entries ?? []).map((entry) =>
      inputOf(reader, entry, `${where}.inputs`),
    ),
    outputs: (mapUnder(reader, map, "outputs", where)?.entries ?? []).flatMap((entry) =>
      outputOf(reader, entry, `${where}.outputs`),
    ),
    secrets: (mapUnder(reader, map, "secrets", where)?.entries ?? []).map(({ key }) => key),
  };
}

function cronsOf(reader: Reader, node: YamlNode): readonly Field[] {
  const items = node.kind === "list" ? node.items : [node];
  return items.flatMap((item) => {
    const cron =
      item.kind === "map"
        ? fieldAt(reader, item, "cron", "on.schedule")
        : refuse(reader, item, "on.schedule", "a list of maps with the key `cron`");
    return cron ? [cron] : [];
  });
}

const TYPES: readonly InputType[] = ["string", "boolean", "number", "choice", "environment"];

function inputOf(reader: Reader, entry: YamlEntry, where: string): InputDefinition {
  const { key: name, keySpan: span, value } = entry;
  const plain: InputDefinition = { name, type: "string", options: [], default: null, required: false, span };
  if (value.kind !== "map") {
    if (!isNull(value)) refuse(reader, value, `${where}.${name}`, "a map with `type`, `default`, `required`");
    return plain;
  }
  const type = fieldAt(reader, value, "type", `${where}.${name}`);
  return {
    ...plain,
    type: type ? typeOf(reader, type, `${where}.${name}.type`) : "string",
    options: fieldsAt(reader, value, "options", `${where}.${name}`) ?? [],
    default: fieldAt(reader, value, "default", `${where}.${name}`),
    required:
      entryOf(value, "required")?.value.kind === "scalar" && fieldAt(reader, value, "required", where)?.value === true,
  };
}

function typeOf(reader: Reader, field: Field, where: string): InputType {
  const known = TYPES.find((type) => type === field.text);
  if (known) return known;
  reader.problems.push({
    span: field.span,
    message: `\`${where}: ${field.text}\` is not a type of input; use string, boolean, number, choice or environment`,
  });
  return "string";
}

function outputOf(reader: Reader, entry: YamlEntry, where: string): readonly NamedField[] {
  if (entry.value.kind !== "map") {
    reader.problems.push({
      span: entry.value.span,
      message: `\`${where}.${entry.key}\` is ${nameOfKind(entry.value)}; it takes a map with \`value\``,
    });
    return [];
  }
  const value = fieldAt(reader, entry.value, "value", `${where}.${entry.key}`);
  return value ? [{ ...value, name: entry.key, keySpan: entry.keySpan }] : [];
}
