/** An expression of Jinja, as far as it is evaluated here. */
export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | { readonly kind: "dict"; readonly pairs: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "item"; readonly of: Expression; readonly key: Expression }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: "filter"; readonly name: string; readonly of: Expression; readonly args: readonly Expression[] }
  | { readonly kind: "test"; readonly name: string; readonly of: Expression; readonly negated: boolean }
  | { readonly kind: "not"; readonly of: Expression }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: "choice";
      readonly when: Expression;
      readonly then: Expression;
      readonly otherwise: Expression | null;
    };
