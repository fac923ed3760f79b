import { concat, literal, type Text } from "../values/text.ts";

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
