import type { Problem, Span } from "../../model/span.ts";

/** A YAML value with its place. Aliases are resolved by reference, so one node may hang in several places. */
export type YamlNode = YamlMap | YamlList | YamlScalar;

export interface YamlMap {
  readonly kind: "map";
  readonly entries: readonly YamlEntry[];
  readonly span: Span;
}

export interface YamlEntry {
  /** The key as a string; `true:` and `8080:` are the strings that were written. */
  readonly key: string;
  readonly keySpan: Span;
  readonly value: YamlNode;
  /** From the first character of the key to the last of the value. */
  readonly span: Span;
  /** Where the value is an alias: the place of `*name`. The value itself then belongs to the anchor. */
  readonly alias?: Span;
}

export interface YamlList {
  readonly kind: "list";
  readonly items: readonly YamlNode[];
  readonly span: Span;
}

export interface YamlScalar {
  readonly kind: "scalar";
  /** Typed by the core schema of YAML 1.2: `on`, `yes` and `0o7` written plain are a string, a string and 7. */
  readonly value: string | number | boolean | null;
  /** The characters after unfolding and unescaping, before typing: `1.10` stays `1.10`. */
  readonly text: string;
  readonly style: ScalarStyle;
  readonly source: ScalarSource;
  readonly span: Span;
}

export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

/** A scalar's text together with the way back to the file, as the readers of what stands inside it need it. */
export interface ScalarSource {
  readonly text: string;
  /** Where the characters `start` to `end` (exclusive) of the text stand in the file. Out of range is clamped. */
  span(start: number, end: number): Span;
}

export interface YamlDocument {
  /** Null for an empty document. */
  readonly root: YamlNode | null;
  /** Offset at which the document begins. */
  readonly span: Span;
}

export interface YamlFile {
  readonly documents: readonly YamlDocument[];
  readonly problems: readonly Problem[];
}
