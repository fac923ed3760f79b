import type { Problem, Span } from "../../model/span.ts";
import type { Text } from "../../values/text.ts";

/** One file of HCL, or its JSON twin, as far as it could be read. */
export interface HclFile {
  readonly file: string;
  readonly body: HclBody;
  readonly comments: readonly HclComment[];
  readonly problems: readonly Problem[];
  /** Lines of a generated file of which nothing is known (the content of a secret), where they stand. */
  readonly opaque: readonly OpaqueLines[];
}

/** What a block holds, in the order of the file. A name that is assigned twice stands twice. */
export interface HclBody {
  readonly attributes: readonly HclAttribute[];
  readonly blocks: readonly HclBlock[];
}

/** `name = value`; `span` covers both. */
export interface HclAttribute {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: HclExpression;
  readonly span: Span;
}

/** `type "label" { … }`. */
export interface HclBlock {
  readonly type: string;
  readonly labels: readonly HclLabel[];
  readonly body: HclBody;
  /** From the type to the opening brace. */
  readonly head: Span;
  readonly span: Span;
}

/** A block's label, quotes off. */
export interface HclLabel {
  readonly text: string;
  readonly span: Span;
}

/** A comment, whichever of the three forms it has. */
export interface HclComment {
  /** With its marks: `# signalbox: ignore[…]`. */
  readonly text: string;
  readonly span: Span;
}

/** Unknown text that stood alone on its line, so that it may hold whole assignments. */
export interface OpaqueLines {
  readonly text: Text;
  /** Where in the masked source they stood; later assignments win over what they may hold. */
  readonly at: number;
}

/** One step of `var.sites["a"].*.id`. */
export type HclStep =
  | { readonly kind: "attribute"; readonly name: string }
  | { readonly kind: "index"; readonly key: HclExpression }
  | { readonly kind: "splat" };

/** https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md#expressions */
export type HclExpression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null; readonly span: Span }
  | { readonly kind: "template"; readonly parts: readonly HclExpression[]; readonly span: Span }
  /** A stretch of a generated file that is not known when the file is written. */
  | { readonly kind: "hole"; readonly text: Text; readonly span: Span }
  | { readonly kind: "reference"; readonly root: string; readonly steps: readonly HclStep[]; readonly span: Span }
  | { readonly kind: "access"; readonly of: HclExpression; readonly steps: readonly HclStep[]; readonly span: Span }
  | { readonly kind: "list"; readonly items: readonly HclExpression[]; readonly span: Span }
  | { readonly kind: "object"; readonly entries: readonly HclEntry[]; readonly span: Span }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly HclExpression[]; readonly span: Span }
  | {
      readonly kind: "conditional";
      readonly condition: HclExpression;
      readonly yes: HclExpression;
      readonly no: HclExpression;
      readonly span: Span;
    }
  | {
      readonly kind: "operation";
      readonly operator: string;
      readonly operands: readonly HclExpression[];
      readonly span: Span;
    }
  /** Loops, template directives, and what could not be read: never evaluated. */
  | { readonly kind: "other"; readonly source: string; readonly span: Span };

/** `key = value` of an object; a bare word as key is a literal. */
export interface HclEntry {
  readonly key: HclExpression;
  readonly value: HclExpression;
}
