import { LAX_QUALIFIERS } from "../model/qualifiers.ts";
import { canonical, concat, literal, type Text } from "../values/text.ts";
import { cutAt, headOf, joinTexts, splitText } from "./pieces.ts";

/** A piece of an id's template: literal, or the name of a part in braces. */
export type TemplatePiece = { readonly text: string } | { readonly part: string };

/** Reads `{cluster}/{namespace}/{release}`. */
export function parseTemplate(template: string): readonly TemplatePiece[] {
  const pieces = template.match(/\{[\w-]+\}|[^{]+|\{/g) ?? [];
  return pieces.map((piece) => (/^\{[\w-]+\}$/.test(piece) ? { part: piece.slice(1, -1) } : { text: piece }));
}

/** The identity of a target: each part by `valueOf`, `-` where nothing names it. */
export function renderId(template: string, valueOf: (part: string) => Text | null): Text {
  return concat(
    ...parseTemplate(template).map((piece): Text => {
      if ("text" in piece) return literal(piece.text);
      const value = valueOf(piece.part);
      return value === null || value.length === 0 ? literal("-") : value;
    }),
  );
}

/**
 * The qualifiers of an id (`?account=…&region=…`) that are known; what is absent keeps nothing apart. In the order of
 * the kind's file.
 */
export function renderQualifiers(qualifiers: readonly (readonly [name: string, value: Text | null])[]): Text {
  const known = qualifiers.filter(([, value]) => value !== null && value.length > 0);
  return known.reduce<Text>(
    (sum, [name, value], index) => concat(sum, literal(`${index === 0 ? "?" : "&"}${name}=`), value ?? []),
    [],
  );
}

/** The ids that a target may go by where less is known of it: every choice of its lax qualifiers but all. */
export function laxIds(id: Text): readonly Text[] {
  const cut = cutAt(id, "?");
  if (!cut) return [];
  const [base, rest] = cut;
  const qualifiers = splitText(rest, "&");
  if (qualifiers.length > 5) return [];
  const lax = qualifiers.map((qualifier) => LAX_QUALIFIERS.has(headOf(qualifier).split("=")[0] ?? ""));
  const choices = Array.from({ length: 2 ** qualifiers.length - 1 }, (_, bits) =>
    qualifiers.filter((_one, index) => (bits >> index) & 1 || !lax[index]),
  );
  const names = new Map(choices.map((kept) => [kept.map((one) => canonical(one)).join("&"), kept]));
  names.delete(qualifiers.map((one) => canonical(one)).join("&"));
  return [...names.values()].map((kept) =>
    kept.length === 0 ? base : concat(base, literal("?"), joinTexts(kept, "&")),
  );
}
