import { stripped } from "../values/cube.ts";
import { isDerived, type Derived, type Mention, type Text } from "../values/text.ts";
import { sidedKey, type Side } from "./unify.ts";

/** Concrete values of unknown parts, by their sided key. */
export type Values = ReadonlyMap<string, string>;

/** A text of one side with every unknown written out; what has no value is empty. */
export function rendered(side: Side, text: Text, values: Values, sameRun: boolean): string {
  return text.map((part) => partText(side, part, values, sameRun)).join("");
}

/** The same for one part. */
export function partText(side: Side, part: Text[number], values: Values, sameRun: boolean): string {
  return typeof part === "string" ? part : (partValue(side, part, values, sameRun) ?? "");
}

/** Null where a mention has no value yet. */
export function partValue(side: Side, part: Mention | Derived, values: Values, sameRun: boolean): string | null {
  const write = (text: Text): string => rendered(side, text, values, sameRun);
  if (isDerived(part)) return applied(part, write(part.of));
  if (isSettledConstant(part))
    return `<${part.variable.base ?? part.variable.label}@${(part.variable.given ?? []).map(write).join(",")}>`;
  const value = values.get(sidedKey(side, part, sameRun));
  return value === undefined ? null : stripped(part, value);
}

const APPLIED = new WeakMap<Derived, Map<string, string>>();

/** The function's value, worked out once for each argument: it may be a whole jq filter. */
function applied(part: Derived, argument: string): string {
  const known = APPLIED.get(part) ?? new Map<string, string>();
  APPLIED.set(part, known);
  const value = known.get(argument) ?? part.apply(argument);
  known.set(argument, value);
  return value;
}

/** A secret of an environment: one value for each environment, so its value follows from the environment's name. */
export function isSettledConstant(part: Mention): boolean {
  return part.variable.kind === "constant" && part.variable.given !== undefined;
}
