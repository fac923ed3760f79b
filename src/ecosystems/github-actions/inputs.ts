import { mention, type Text } from "../../values/text.ts";
import {
  bool,
  booleanOf,
  NULL,
  num,
  numberOf,
  object,
  str,
  textValue,
  type ObjectValue,
  type Value,
} from "../../values/value.ts";
import type { Variable } from "../../values/variable.ts";
import type { InputDefinition } from "./document.ts";
import type { Field } from "./field.ts";

const NUMBER = {
  id: "is a decimal number",
  check: (value: string): boolean => value.trim() !== "" && Number.isFinite(Number(value)),
};

/**
 * The `inputs` of a run that somebody starts by hand, or of a called workflow whose callers are elsewhere: each
 * input is whatever its type allows (docs "Workflow syntax", `on.workflow_dispatch.inputs`).
 */
export function freeInputs(definitions: readonly InputDefinition[]): ObjectValue {
  return object(
    definitions.map((input) => [input.name, freeInput(input)]),
    "inputs",
  );
}

/** `github.event.inputs` of a dispatch: the same values, all of them strings. */
export function inputStrings(definitions: readonly InputDefinition[]): ObjectValue {
  return object(
    definitions.map((input) => [input.name, textValue(textOfInput(input))]),
    "github.event.inputs",
  );
}

function freeInput(input: InputDefinition): Value {
  const variable = variableOf(input);
  if (input.type === "boolean") return booleanOf(variable);
  return input.type === "number" ? numberOf(variable) : textValue(textOfInput(input));
}

function textOfInput(input: InputDefinition): Text {
  const [only] = input.options;
  return input.type === "choice" && input.options.length === 1 && only ? [only.text] : mention(variableOf(input));
}

function variableOf(input: InputDefinition): Variable {
  const key = `inputs.${input.name}`;
  const base = { key, label: key, kind: "chosen" } as const;
  if (input.type === "boolean")
    return { ...base, domain: input.default?.text === "true" ? ["true", "false"] : ["false", "true"] };
  if (input.type === "choice" && input.options.length > 0)
    return { ...base, domain: [...new Set(input.options.map(({ text }) => text))] };
  if (input.type === "number")
    return {
      ...base,
      tests: [{ ...NUMBER, examples: [input.default?.text ?? "", "0", "7", "41"].filter(NUMBER.check) }],
    };
  return input.required ? { ...base, nonEmpty: true } : base;
}

/**
 * The `inputs` that a called workflow sees: what the caller gives, else the default, else the type's zero. `resolve`
 * gives the value of a default, in which `github`, `inputs` and `vars` may stand. What is not declared is not there.
 */
export function calledInputs(
  definitions: readonly InputDefinition[],
  given: ReadonlyMap<string, Value>,
  resolve: (field: Field) => Value,
): ObjectValue {
  const byName = new Map([...given].map(([name, value]) => [name.toLowerCase(), value]));
  return object(
    definitions.map((input) => {
      const value = byName.get(input.name.toLowerCase()) ?? (input.default ? resolve(input.default) : NULL);
      return [input.name, typed(input, value)];
    }),
    "inputs",
  );
}

function typed(input: InputDefinition, value: Value): Value {
  if (value.kind === "null") return input.type === "boolean" ? bool(false) : input.type === "number" ? num(0) : str("");
  if (value.kind !== "string" || value.text.length > 1) return value;
  const [only = ""] = value.text;
  if (typeof only !== "string") return value;
  if (input.type === "boolean" && (only === "true" || only === "false")) return bool(only === "true");
  return input.type === "number" && NUMBER.check(only) ? num(Number(only)) : value;
}
