import { concat, EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import { sourcePiece, valuePiece, type ScriptPiece, type ScriptSource } from "../../shell/source.ts";
import { unknownText } from "../../shell/unknown.ts";

export type Variables = ReadonlyMap<string, Text>;

const ACTION = /\{\{-?\s*(.*?)\s*-?\}\}/gs;

/**
 * The text with its `{{ … }}` replaced: names, `default`, a few functions; anything else is an unknown value.
 * https://taskfile.dev/docs/reference/templating
 */
export function expandTemplate(source: ScriptSource, variables: Variables): readonly ScriptPiece[] {
  const pieces: ScriptPiece[] = [];
  let at = 0;
  for (const match of source.text.matchAll(ACTION)) {
    if (match.index > at) pieces.push(sourcePiece(source, at, match.index));
    const end = match.index + match[0].length;
    pieces.push(valuePiece(valueOf(match[1] ?? "", variables), source.span(match.index, end)));
    at = end;
  }
  if (at < source.text.length) pieces.push(sourcePiece(source, at, source.text.length));
  return pieces;
}

export function templateText(source: ScriptSource, variables: Variables): Text {
  return concat(...expandTemplate(source, variables).map(({ text }) => text));
}

function valueOf(expression: string, variables: Variables): Text {
  const stages = expression.split("|").map((stage) => stage.trim());
  return stages.reduce<Text | null>((before, stage) => apply(stage, before, variables), null) ?? EMPTY;
}

function apply(stage: string, before: Text | null, variables: Variables): Text {
  const words = stage.match(/"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|\S+/g) ?? [];
  const [head = "", ...rest] = words;
  const args = [...rest.map((word) => operand(word, variables)), ...(before ? [before] : [])];
  const name = /^\.([A-Za-z_]\w*)$/.exec(head)?.[1];
  if (rest.length === 0 && before === null && (name !== undefined || /^["'`]/.test(head)))
    return operand(head, variables);
  const last = args[args.length - 1] ?? EMPTY;
  switch (head) {
    case "default":
      return last.length === 0 ? (args[0] ?? EMPTY) : last;
    case "coalesce":
      return args.find((text) => text.length > 0) ?? EMPTY;
    case "trim":
    case "toString":
      return mapKnown(last, (text) => text.trim());
    case "lower":
      return mapKnown(last, (text) => text.toLowerCase());
    case "upper":
      return mapKnown(last, (text) => text.toUpperCase());
    case "OS":
      return ["linux"];
    case "ARCH":
      return ["amd64"];
    default:
      return unknownText(`{{ ${stage} }}`, args);
  }
}

function mapKnown(text: Text, change: (text: string) => string): Text {
  const known = literalOf(text);
  return known === null ? unknownText("template", [text]) : literal(change(known));
}

function operand(word: string, variables: Variables): Text {
  const name = /^\.([A-Za-z_]\w*)$/.exec(word)?.[1];
  if (name !== undefined) return variables.get(name) ?? EMPTY;
  return literal(word.replace(/^(["'`])(.*)\1$/s, "$2"));
}
