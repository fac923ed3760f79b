import { canonical, concat, derive, literalOf, mention, type Text } from "../../values/text.ts";
import type { Value } from "../../values/value.ts";
import { textOf } from "../../values/compare.ts";

/** The name of the derived value that stands inside quotes in a JSON text for a string that is not known. */
export const JSON_STRING = "json";

/** `toJSON(value)`: two blanks of indentation, as GitHub prints it. What is unknown stays a mention in the text. */
export function toJson(value: Value): Text {
  return jsonOf(value, "\n");
}

function jsonOf(value: Value, line: string): Text {
  switch (value.kind) {
    case "string":
      return stringJson(value.text);
    case "list":
      return bracketed(
        "[",
        "]",
        value.items.map((item) => jsonOf(item, `${line}  `)),
        line,
      );
    case "object":
      return value.entries ? objectJson(value.entries, line) : [...named(`toJSON(${value.name})`)];
    case "unknown":
      return unknownJson(value, line);
    case "number":
      return [JSON.stringify(value.value)];
    case "boolean":
      return [String(value.value)];
    case "null":
      return ["null"];
  }
}

function objectJson(entries: readonly (readonly [string, Value])[], line: string): Text {
  const inner = `${line}  `;
  return bracketed(
    "{",
    "}",
    entries.map(([key, value]) => concat([`${JSON.stringify(key)}: `], jsonOf(value, inner))),
    line,
  );
}

function bracketed(open: string, close: string, items: readonly Text[], line: string): Text {
  if (items.length === 0) return [open + close];
  const separated = items.map((item, index) => concat([index === 0 ? "" : ",", `${line}  `], item));
  return concat([open], ...separated, [line + close]);
}

function stringJson(text: Text): Text {
  const parts = text.map(
    (part): Text => (typeof part === "string" ? [escaped(part)] : derive(JSON_STRING, [part], escaped)),
  );
  return concat(['"'], ...parts, ['"']);
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function unknownJson(value: Extract<Value, { kind: "unknown" }>, line: string): Text {
  const { from } = value;
  if (!from) return stringJson(value.text);
  if (from.name === "boolean" || from.name === "number") return value.text;
  return derive(
    `toJSON ${line.length} ${from.name}`,
    from.of,
    (text) => literalOf(jsonOf(from.apply(text), line)) ?? "",
  );
}

function named(label: string): Text {
  return mention({ key: label, label, kind: "output" });
}

/** The text of `join(value, separator)`. */
export function joined(value: Value, separator: Text): Text {
  if (value.kind === "object") return [];
  if (value.kind === "unknown" && value.from) {
    const { of, name, apply } = value.from;
    const by = literalOf(separator);
    if (by !== null) return derive(`join ${name}`, of, (text) => literalOf(joined(apply(text), separator)) ?? "");
    return mention({
      key: `join(${name} ${canonical(of)}, ${canonical(separator)})`,
      label: "join",
      kind: "output",
      given: [of, separator],
    });
  }
  if (value.kind !== "list") return textOf(value);
  return concat(...value.items.flatMap((item, index) => (index === 0 ? [textOf(item)] : [separator, textOf(item)])));
}
