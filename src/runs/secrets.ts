import { concat, isDerived, isMention, show, type Mention, type Part, type Text } from "../values/text.ts";
import type { Variable } from "../values/variable.ts";
import { shapeOf, type Use } from "./uses.ts";

/**
 * A secret that jobs read under different `environment:` names may be one value or several. It separates two targets
 * only if nothing else does (design section 4): where the rest of the id already names or follows the environment, or
 * one environment's name contains the other's (`prod`, `prod-rollback`), the secret counts as one value and its
 * environment leaves the id. Confidence is then medium, which the mention's kind already says.
 */
export function joinSecrets(uses: readonly Use[]): readonly Use[] {
  const shared = sharedSecrets(uses);
  if (shared.size === 0) return uses;
  return uses.map((use) => {
    const id = withoutEnvironment(use.id, `${use.recognition.kind} `, shared);
    return id.every((part, index) => part === use.id[index]) ? use : { ...use, id };
  });
}

interface Sighting {
  readonly environment: string;
  readonly rest: string;
}

function sharedSecrets(uses: readonly Use[]): ReadonlySet<string> {
  const sightings = new Map<string, Sighting[]>();
  for (const { id, recognition } of uses) {
    for (const part of id) {
      if (!isScoped(part)) continue;
      const key = `${recognition.kind} ${part.variable.base ?? part.variable.label}`;
      const rest = shapeOf(concat(...id.map((other): Text => (isScoped(other) ? ["\u0000"] : [other]))));
      sightings.set(key, [
        ...(sightings.get(key) ?? []),
        { environment: show((part.variable.given ?? []).flat()), rest },
      ]);
    }
  }
  return new Set([...sightings].filter(([, seen]) => isOneValue(seen)).map(([key]) => key));
}

function isOneValue(seen: readonly Sighting[]): boolean {
  if (seen.some((one) => one.environment !== "" && hasWord(one.rest, one.environment))) return true;
  const pairs = seen.flatMap((one) =>
    seen.filter((other) => one.environment !== other.environment).map((other) => [one, other] as const),
  );
  if (pairs.some(([one, other]) => contains(one.environment, other.environment))) return true;
  // Where two environments have the same rest, nothing but the secret tells them apart, whatever else one of them writes.
  return pairs.length > 0 && pairs.every(([one, other]) => one.rest !== other.rest);
}

function contains(a: string, b: string): boolean {
  return a !== "" && b !== "" && (hasWord(a, b) || hasWord(b, a));
}

function hasWord(text: string, word: string): boolean {
  const bare = word.replaceAll(/[{}]/g, "").toLowerCase();
  const at = text.toLowerCase().indexOf(bare);
  if (at < 0) return false;
  const edge = (character: string | undefined): boolean => character === undefined || /[^a-z0-9]/iu.test(character);
  return edge(text[at - 1]) && edge(text[at + bare.length]);
}

function isScoped(part: Part): part is Mention {
  return (
    typeof part !== "string" &&
    isMention(part) &&
    part.variable.kind === "constant" &&
    part.variable.given !== undefined
  );
}

function withoutEnvironment(text: Text, kind: string, shared: ReadonlySet<string>): Text {
  return text.map((part): Part => {
    if (typeof part === "string" || isDerived(part)) return part;
    const name = part.variable.base ?? part.variable.label;
    if (!isScoped(part) || !shared.has(kind + name)) return part;
    const variable: Variable = { key: name, label: name, kind: "constant", setting: true };
    return { ...part, variable };
  });
}
