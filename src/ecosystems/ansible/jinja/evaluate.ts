import { applyFilter } from "./filters.ts";
import type { Expression } from "./syntax.ts";
import { textFrom, truthy, unknown, value, type Evaluated, type JinjaValue, type Scope } from "./values.ts";

type Kind<K extends Expression["kind"]> = Extract<Expression, { readonly kind: K }>;

/**
 * The value of an expression under a scope. Whatever needs a fact, a lookup or a filter that is not here is unknown,
 * with the reason; a name that nothing defines stays `undefined` until a `default()` takes it.
 */
export function evaluate(expression: Expression, scope: Scope): Evaluated {
  switch (expression.kind) {
    case "literal":
      return value(expression.value);
    case "name":
      return scope.lookup(expression.name);
    case "list":
      return all(expression.items, scope, (items) => value(items));
    case "dict":
      return evaluateDict(expression, scope);
    case "item":
      return evaluateItem(expression, scope);
    case "call":
      return evaluateCall(expression, scope);
    case "filter":
      return evaluateFilter(expression, scope);
    case "test":
      return evaluateTest(expression, scope);
    case "not":
      return then(evaluate(expression.of, scope), (of) => value(!truthy(of)));
    case "binary":
      return evaluateBinary(expression, scope);
    case "choice":
      return evaluateChoice(expression, scope);
  }
}

function then(of: Evaluated, next: (of: JinjaValue) => Evaluated): Evaluated {
  return of.kind === "value" ? next(of.value) : anonymous(of);
}

/** What is made of an unknown value no longer has its name. */
function anonymous(of: Evaluated): Evaluated {
  return of.kind === "unknown" ? unknown(of.why) : of;
}

function all(
  items: readonly Expression[],
  scope: Scope,
  next: (values: readonly JinjaValue[]) => Evaluated,
): Evaluated {
  const values: JinjaValue[] = [];
  for (const item of items) {
    const evaluated = evaluate(item, scope);
    if (evaluated.kind !== "value") return anonymous(evaluated);
    values.push(evaluated.value);
  }
  return next(values);
}

function evaluateDict({ pairs }: Kind<"dict">, scope: Scope): Evaluated {
  return all(pairs.flat(), scope, (flat) => {
    const entries = new Map<string, JinjaValue>();
    for (let at = 0; at + 1 < flat.length; at += 2) entries.set(textFrom(flat[at] ?? null) ?? "", flat[at + 1] ?? null);
    return value(entries);
  });
}

function evaluateItem({ of, key }: Kind<"item">, scope: Scope): Evaluated {
  return all([of, key], scope, ([holder, at]) => {
    const found = itemOf(holder ?? null, at ?? null);
    return found === undefined ? { kind: "undefined", name: String(textFrom(at ?? null)) } : value(found);
  });
}

function itemOf(holder: JinjaValue, key: JinjaValue): JinjaValue | undefined {
  if (holder instanceof Map) return holder.get(textFrom(key) ?? "");
  if (Array.isArray(holder) && typeof key === "number") return (holder as readonly JinjaValue[]).at(key);
  return undefined;
}

/** `lookup('env', 'NAME')` gives an empty string where the variable is not set. */
function evaluateCall({ name, args }: Kind<"call">, scope: Scope): Evaluated {
  if (name !== "lookup" && name !== "query") return unknown(`\`${name}()\` is answered only while the play runs`);
  return all(args.slice(0, 2), scope, ([plugin, term]) => {
    const isEnv = plugin === "env" || plugin === "ansible.builtin.env";
    if (!isEnv || typeof term !== "string" || name === "query")
      return unknown(`the lookup \`${String(plugin)}\` is answered only while the play runs`);
    const found = scope.env(term);
    return found.kind === "undefined" ? value("") : found;
  });
}

function evaluateFilter({ name, of, args }: Kind<"filter">, scope: Scope): Evaluated {
  const input = evaluate(of, scope);
  if (name === "default" || name === "d") return evaluateDefault(input, args, scope);
  return then(input, (known) => all(args, scope, (values) => applyFilter(name, known, values)));
}

function evaluateDefault(input: Evaluated, args: readonly Expression[], scope: Scope): Evaluated {
  const [fallback, whenFalse] = args;
  const orElse = (): Evaluated => (fallback ? evaluate(fallback, scope) : value(""));
  if (input.kind === "undefined") return orElse();
  if (input.kind === "unknown" || !whenFalse || truthy(input.value)) return input;
  return then(evaluate(whenFalse, scope), (also) => (truthy(also) ? orElse() : input));
}

function evaluateTest({ name, of, negated }: Kind<"test">, scope: Scope): Evaluated {
  const input = evaluate(of, scope);
  if (input.kind === "unknown") return input;
  if (name === "defined") return value((input.kind === "value") !== negated);
  if (name === "undefined") return value((input.kind === "undefined") !== negated);
  return unknown(`the test \`is ${name}\` is not evaluated here`);
}

function evaluateChoice({ when, then: yes, otherwise }: Kind<"choice">, scope: Scope): Evaluated {
  return then(evaluate(when, scope), (of) => {
    if (truthy(of)) return evaluate(yes, scope);
    return otherwise ? evaluate(otherwise, scope) : value("");
  });
}

function evaluateBinary({ operator, left, right }: Kind<"binary">, scope: Scope): Evaluated {
  if (operator === "or" || operator === "and") {
    return then(evaluate(left, scope), (of) =>
      truthy(of) === (operator === "or") ? value(of) : evaluate(right, scope),
    );
  }
  return all([left, right], scope, ([a, b]) => {
    const result = combine(operator, a ?? null, b ?? null);
    return result === undefined ? unknown(`\`${operator}\` got something that it does not take`) : value(result);
  });
}

function combine(operator: string, a: JinjaValue, b: JinjaValue): JinjaValue | undefined {
  if (operator === "==") return a === b;
  if (operator === "!=") return a !== b;
  if (operator === "in") return isIn(a, b);
  if (operator === "~") return concatenated(a, b);
  if (typeof a === "number" && typeof b === "number") return arithmetic(operator, a, b);
  if (operator === "+" && typeof a === "string" && typeof b === "string") return a + b;
  if (operator === "+" && Array.isArray(a) && Array.isArray(b))
    return [...(a as readonly JinjaValue[]), ...(b as readonly JinjaValue[])];
  return undefined;
}

function isIn(a: JinjaValue, b: JinjaValue): boolean | undefined {
  if (Array.isArray(b)) return (b as readonly JinjaValue[]).includes(a);
  if (b instanceof Map) return b.has(textFrom(a) ?? "");
  return typeof a === "string" && typeof b === "string" ? b.includes(a) : undefined;
}

function concatenated(a: JinjaValue, b: JinjaValue): string | undefined {
  const [left, right] = [textFrom(a), textFrom(b)];
  return left === null || right === null ? undefined : left + right;
}

function arithmetic(operator: string, a: number, b: number): JinjaValue | undefined {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? undefined : a / b;
    case "//":
      return b === 0 ? undefined : Math.floor(a / b);
    case "%":
      return b === 0 ? undefined : a - b * Math.floor(a / b);
    case "<":
      return a < b;
    case ">":
      return a > b;
    case "<=":
      return a <= b;
    case ">=":
      return a >= b;
    default:
      return undefined;
  }
}
