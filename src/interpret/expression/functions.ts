import { bool, str, textValue, type Value } from "../../values/value.ts";
import type { Cube } from "../../values/cube.ts";
import { canonical, concat, literalOf, mention, show, type Text } from "../../values/text.ts";
import type { Branch } from "../../values/decide.ts";
import type { ExpressionContext, Outcome } from "./context.ts";
import { isPrimitive, textOf } from "../../values/compare.ts";
import { pin } from "./decide.ts";
import { fromJson } from "./json-in.ts";
import { joined, toJson } from "./json-out.ts";
import { decideContains, decideEdge } from "./search.ts";

/** Calls a function of GitHub's on values; the status functions look at the context. `case` is the evaluator's own. */
export function call(name: string, args: readonly Value[], context: ExpressionContext, cube: Cube): readonly Outcome[] {
  const [first = str(""), second = str("")] = args;
  switch (name) {
    case "contains":
      return answers(decideContains(first, second, cube));
    case "startswith":
      return answers(decideEdge("starts with", first, second, cube));
    case "endswith":
      return answers(decideEdge("ends with", first, second, cube));
    case "format":
      return format(
        args.map((arg) => pin(arg, cube)),
        cube,
      );
    case "join":
      return [{ cube, value: textValue(joined(pin(first, cube), separatorOf(args[1], cube))) }];
    case "tojson":
      return [{ cube, value: textValue(toJson(pin(first, cube))) }];
    case "fromjson":
      return json(first, cube);
    case "hashfiles":
      return [{ cube, value: textValue(hashOf(args.map(textOf), context)) }];
    default:
      return status(name, context, cube);
  }
}

/** Decisions as values. */
export function answers(branches: readonly Branch[]): readonly Outcome[] {
  return branches.map(({ cube, holds }) => ({ cube, value: bool(holds) }));
}

function json(value: Value, cube: Cube): readonly Outcome[] {
  const known = pin(value, cube);
  const parsed = fromJson(textOf(known));
  return [parsed.ok ? { cube, value: parsed.value } : { cube, value: { kind: "null" }, failed: parsed.message }];
}

function separatorOf(value: Value | undefined, cube: Cube): Text {
  return value && isPrimitive(value) ? textOf(pin(value, cube)) : [","];
}

function hashOf(patterns: readonly Text[], context: ExpressionContext): Text {
  if (context.hashFiles) return context.hashFiles(patterns);
  const label = `hashFiles(${patterns.map(show).join(", ")})`;
  return mention({ key: `hashFiles(${patterns.map(canonical).join(",")})`, label, kind: "output", given: patterns });
}

function status(name: string, context: ExpressionContext, cube: Cube): readonly Outcome[] {
  if (name === "always") return [{ cube, value: bool(true) }];
  const { status } = context;
  if (!status || (name !== "success" && name !== "failure" && name !== "cancelled")) {
    return [{ cube, value: { kind: "null" }, failed: `${name}() is not available here` }];
  }
  return [{ cube, value: bool(status[name]) }];
}

/** `format('{0}-{1}', a, b)`: literal stretches and arguments; `{{` and `}}` are braces. */
function format([template, ...args]: readonly Value[], cube: Cube): readonly Outcome[] {
  const pattern = literalOf(textOf(template ?? str("")));
  if (pattern === null) {
    const given = [template ?? str(""), ...args].map(textOf);
    return [
      {
        cube,
        value: textValue(
          mention({
            key: `format(${given.map(canonical).join(",")})`,
            label: `format(${given.map(show).join(", ")})`,
            kind: "output",
            given,
          }),
        ),
      },
    ];
  }
  const pieces = piecesOf(pattern, args.map(textOf));
  if (typeof pieces === "string") return [{ cube, value: { kind: "null" }, failed: pieces }];
  return [{ cube, value: textValue(concat(...pieces)) }];
}

function piecesOf(pattern: string, args: readonly Text[]): readonly Text[] | string {
  const pieces: Text[] = [];
  let at = 0;
  for (const found of pattern.matchAll(/\{\{|\}\}|\{(\d+)[^}]*\}|[{}]/g)) {
    pieces.push([pattern.slice(at, found.index)]);
    at = found.index + found[0].length;
    if (found[0] === "{{" || found[0] === "}}") pieces.push([found[0].charAt(0)]);
    else if (found[1] === undefined) return `the format string is not valid: ${pattern}`;
    else {
      const arg = args[Number(found[1])];
      if (!arg) return `the format string refers to more arguments than there are: ${pattern}`;
      pieces.push(arg);
    }
  }
  return [...pieces, [pattern.slice(at)]];
}
