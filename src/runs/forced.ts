import { isMention, type Part, type Text } from "../values/text.ts";
import { sidedKey, type Bindings, type Side } from "./unify.ts";

/**
 * Whether two texts that must differ are the same as soon as the bindings hold: they are written alike, and each unknown
 * of one is bound to be that of the other. A group that is named as its target is, so need not be tried out.
 */
export function isForced(pair: { readonly a: Text; readonly b: Text }, bindings: Bindings, sameRun: boolean): boolean {
  return (
    pair.a.length === pair.b.length &&
    pair.a.every((part, index) => isOne(part, pair.b[index] as Part, bindings, sameRun))
  );
}

function isOne(a: Part, b: Part, bindings: Bindings, sameRun: boolean): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  if (!isMention(a) || !isMention(b)) return false;
  if (a.variable.key !== b.variable.key || a.prefix !== b.prefix || a.suffix !== b.suffix) return false;
  const [x, y] = [sidedKey("a", a, sameRun), sidedKey("b", b, sameRun)];
  return x === y || isBoundTo(bindings.get(x), "b", y, sameRun) || isBoundTo(bindings.get(y), "a", x, sameRun);
}

function isBoundTo(bound: ReturnType<Bindings["get"]>, side: Side, key: string, sameRun: boolean): boolean {
  const [only, more] = bound ?? [];
  if (!only || more || only.side !== side || !isMention(only.part)) return false;
  return only.part.prefix === "" && only.part.suffix === "" && sidedKey(side, only.part, sameRun) === key;
}
