import { parseArithmetic, type Arithmetic, type Word } from "../../syntax/shell/index.ts";
import { decideEqual, decideTest, decideUnknown } from "../../values/decide.ts";
import { canonical, EMPTY, literal, literalOf, type Text } from "../../values/text.ts";
import { expandText } from "./expand.ts";
import type { Frame } from "./frame.ts";
import { get } from "./table.ts";
import { mapWhole } from "./texts.ts";
import { unknownText } from "./unknown.ts";
import { assignElement, assignText, numberText, scalar } from "./variables.ts";
import { bind, branches, EXIT, mapValue, one, type Outcome, type World } from "./world.ts";
import { table } from "../../values/table.ts";

const MAX_DEPTH = 20;

/**
 * The value of `$(( … ))`. What begins with `$` is replaced before anything is computed: `n++ + $n` sees the old
 * value.
 * An expression that is none ends the shell.
 */
export function evaluateExpansion(expression: Arithmetic, world: World, frame: Frame): Outcome<Text> {
  if (isError(expression)) return one({ ...world, flow: EXIT, status: 1 }, EMPTY);
  return bind(replaceWords(expression, world, frame), (plain, next) => evaluate(plain, next, frame));
}

/** The same for `(( … ))`, where an error only is a failure. */
export function holdsExpansion(expression: Arithmetic, world: World, frame: Frame): Outcome<boolean> {
  if (isError(expression)) return one(world, false);
  return bind(replaceWords(expression, world, frame), (plain, next) => holds(plain, next, frame));
}

/** Only what is no expression whatever the values are counts as an error. */
function isError(expression: Arithmetic): boolean {
  return expression.kind === "unreadable" && !/[$"'`[\]x]/.test(expression.text);
}

/** The expression with its words written out as far as they are known; only needed where something is assigned too. */
function replaceWords(expression: Arithmetic, world: World, frame: Frame): Outcome<Arithmetic> {
  return assigns(expression) ? replaceWordsOf(expression, world, frame) : one(world, expression);
}

function assigns(expression: Arithmetic): boolean {
  switch (expression.kind) {
    case "assign":
    case "step":
      return true;
    case "unary":
      return assigns(expression.of);
    case "binary":
      return assigns(expression.left) || assigns(expression.right);
    case "choice":
      return assigns(expression.condition) || assigns(expression.then) || assigns(expression.otherwise);
    default:
      return false;
  }
}

function replaceWordsOf(expression: Arithmetic, world: World, frame: Frame): Outcome<Arithmetic> {
  switch (expression.kind) {
    case "word":
      return mapValue(expandText(expression.word, world, frame), (text): Arithmetic => {
        const known = literalOf(text);
        if (known === null) return expression;
        return /^-?\d+$/.test(known)
          ? { ...expression, word: { ...expression.word, parts: [{ kind: "text", text: known, quoted: true }] } }
          : parseArithmetic(known);
      });
    case "unary":
      return mapValue(replaceWordsOf(expression.of, world, frame), (of) => ({ ...expression, of }));
    case "binary":
      return bind(replaceWordsOf(expression.left, world, frame), (left, next) =>
        mapValue(replaceWordsOf(expression.right, next, frame), (right) => ({ ...expression, left, right })),
      );
    case "choice":
      return bind(replaceWordsOf(expression.condition, world, frame), (condition, next) =>
        bind(replaceWordsOf(expression.then, next, frame), (then, last) =>
          mapValue(replaceWordsOf(expression.otherwise, last, frame), (otherwise) => ({
            ...expression,
            condition,
            then,
            otherwise,
          })),
        ),
      );
    case "assign":
      return mapValue(replaceWordsOf(expression.value, world, frame), (value) => ({ ...expression, value }));
    default:
      return one(world, expression);
  }
}

const COMPARES = new Set(["<", ">", "<=", ">=", "==", "!="]);

/**
 * The value of an arithmetic expression as bash prints it; 64 bits, integers only.
 * https://www.gnu.org/software/bash/manual/bash.html#Shell-Arithmetic
 */
export function evaluate(expression: Arithmetic, world: World, frame: Frame, depth = 0): Outcome<Text> {
  if (depth > MAX_DEPTH) return one(world, unknownText("arithmetic that is too deep", []));
  switch (expression.kind) {
    case "number":
      return one(world, numberText(expression.value));
    case "word":
      return bind(expandText(expression.word, world, frame), (text, next) => valueOf(text, next, frame, depth));
    case "variable":
      return readVariable(expression.name, expression.index, world, frame, depth);
    case "unary":
      return unary(expression.operator, expression.of, world, frame, depth);
    case "binary":
      return binary(expression, world, frame, depth);
    case "choice":
      return bind(holds(expression.condition, world, frame, depth), (yes, next) =>
        evaluate(yes ? expression.then : expression.otherwise, next, frame, depth + 1),
      );
    case "assign":
      return assign(expression, world, frame, depth);
    case "step":
      return step(expression, world, frame, depth);
    case "unreadable":
      return one(world, unknownText("arithmetic", [[expression.text]]));
  }
}

/** Whether the expression is not zero. */
export function holds(expression: Arithmetic, world: World, frame: Frame, depth = 0): Outcome<boolean> {
  if (depth > MAX_DEPTH) return branches(world, decideUnknown(world.machine.cube, "arithmetic that is too deep"));
  if (expression.kind === "unary" && expression.operator === "!") {
    return mapValue(holds(expression.of, world, frame, depth + 1), (yes) => !yes);
  }
  if (expression.kind === "binary" && (expression.operator === "&&" || expression.operator === "||")) {
    const stops = expression.operator === "||";
    return bind(holds(expression.left, world, frame, depth + 1), (yes, next) =>
      yes === stops ? one(next, yes) : holds(expression.right, next, frame, depth + 1),
    );
  }
  if (expression.kind === "binary" && COMPARES.has(expression.operator))
    return compare(expression, world, frame, depth);
  return bind(evaluate(expression, world, frame, depth + 1), (value, next) =>
    mapValue(branches(next, decideEqual(next.machine.cube, value, ["0"])), (zero) => !zero),
  );
}

/** A string as a number: itself, a variable's name, an expression. */
function valueOf(text: Text, world: World, frame: Frame, depth: number): Outcome<Text> {
  const known = literalOf(text);
  if (known === null) return one(world, text);
  if (/^\s*$/.test(known)) return one(world, ["0"]);
  const plain = /^\s*(-?(?:0|[1-9]\d*))\s*$/.exec(known);
  if (plain) return one(world, [plain[1] === "-0" ? "0" : (plain[1] ?? "0")]);
  return evaluate(parseArithmetic(known), world, frame, depth + 1);
}

function readVariable(name: string, index: Word | null, world: World, frame: Frame, depth: number): Outcome<Text> {
  if (!index) return valueOf(scalar(world, name) ?? EMPTY, world, frame, depth);
  return bind(subscript(name, index, world, frame, depth), (at, next) => {
    const value = get(next.vars, name)?.value;
    if (at === null || value?.kind === "many") return one(next, unknownText(`${name}[…]`, []));
    const item =
      value?.kind === "map" ? value.items.get(at) : value?.kind === "list" ? value.items.get(Number(at)) : undefined;
    return valueOf(item ?? EMPTY, next, frame, depth);
  });
}

/** The index as a key; of a plain array a number. Null where it is not known. */
export function subscript(name: string, index: Word, world: World, frame: Frame, depth = 0): Outcome<string | null> {
  return bind(expandText(index, world, frame), (text, next) => {
    if (get(next.vars, name)?.value.kind === "map") return one(next, literalOf(text));
    return mapValue(valueOf(text, next, frame, depth + 1), literalOf);
  });
}

function unary(
  operator: "-" | "+" | "!" | "~",
  of: Arithmetic,
  world: World,
  frame: Frame,
  depth: number,
): Outcome<Text> {
  if (operator === "!") return mapValue(holds(of, world, frame, depth + 1), (yes) => [yes ? "0" : "1"]);
  return mapValue(evaluate(of, world, frame, depth + 1), (text) =>
    computed(text, operator, (value) => (operator === "-" ? -value : operator === "~" ? ~value : value)),
  );
}

/** A function of one number, at once where it is known. */
function computed(text: Text, name: string, apply: (value: bigint) => bigint | null): Text {
  return mapWhole(text, `$((${name}))`, (value) => {
    const number = toInteger(value);
    const result = number === null ? null : apply(number);
    return result === null ? "" : String(BigInt.asIntN(64, result));
  });
}

function toInteger(text: string): bigint | null {
  return /^\s*-?\d+\s*$/.test(text) ? BigInt(text.trim()) : text.trim() === "" ? 0n : null;
}

type Binary = Extract<Arithmetic, { kind: "binary" }>;

function binary(expression: Binary, world: World, frame: Frame, depth: number): Outcome<Text> {
  const { operator } = expression;
  if (operator === "&&" || operator === "||" || COMPARES.has(operator)) {
    return mapValue(holds(expression, world, frame, depth), (yes) => [yes ? "1" : "0"]);
  }
  return bind(evaluate(expression.left, world, frame, depth + 1), (left, next) =>
    mapValue(evaluate(expression.right, next, frame, depth + 1), (right) => apply(operator, left, right)),
  );
}

function apply(operator: string, left: Text, right: Text): Text {
  if (operator === ",") return right;
  const [a, b] = [literalOf(left), literalOf(right)];
  const [x, y] = [a === null ? null : toInteger(a), b === null ? null : toInteger(b)];
  if (x !== null && y !== null) {
    const result = calculate(operator, x, y);
    return result === null ? unknownText(`error: ${a} ${operator} ${b}`, []) : [String(BigInt.asIntN(64, result))];
  }
  if (y !== null && a === null) return computed(left, `${operator} ${b}`, (value) => calculate(operator, value, y));
  if (x !== null && b === null) return computed(right, `${a} ${operator}`, (value) => calculate(operator, x, value));
  return unknownText(`$((${operator}))`, [left, right]);
}

function calculate(operator: string, x: bigint, y: bigint): bigint | null {
  switch (operator) {
    case "+":
      return x + y;
    case "-":
      return x - y;
    case "*":
      return x * y;
    case "/":
      return y === 0n ? null : x / y;
    case "%":
      return y === 0n ? null : x % y;
    case "**":
      return y < 0n || y > 64n ? null : x ** y;
    case "<<":
      return x << (y & 63n);
    case ">>":
      return x >> (y & 63n);
    case "&":
      return x & y;
    case "|":
      return x | y;
    case "^":
      return x ^ y;
    default:
      return null;
  }
}

function compare(expression: Binary, world: World, frame: Frame, depth: number): Outcome<boolean> {
  return bind(evaluate(expression.left, world, frame, depth + 1), (left, next) =>
    bind(evaluate(expression.right, next, frame, depth + 1), (right, last) =>
      compareNumbers(last, left, expression.operator, right),
    ),
  );
}

/** Whether one number stands in this relation to another; splits the world where nobody knows. */
export function compareNumbers(world: World, left: Text, operator: string, right: Text): Outcome<boolean> {
  const { cube } = world.machine;
  const [a, b] = [literalOf(left), literalOf(right)];
  const [x, y] = [a === null ? null : toInteger(a), b === null ? null : toInteger(b)];
  if (x !== null && y !== null) return one(world, relation(operator, x, y));
  if (a !== null && b !== null) return branches(world, decideUnknown(cube, `${a} ${operator} ${b}`));
  if (canonical(left) === canonical(right)) return one(world, relation(operator, 0n, 0n));
  if (y !== null) return branches(world, decideTest(cube, left, numberTest(operator, y)));
  if (x !== null) return branches(world, decideTest(cube, right, numberTest(MIRRORED[operator] ?? operator, x)));
  return branches(world, decideUnknown(cube, `${canonical(left)} ${operator} ${canonical(right)}`));
}

const MIRRORED: Readonly<Record<string, string>> = table({ "<": ">", ">": "<", "<=": ">=", ">=": "<=" });

function numberTest(
  operator: string,
  than: bigint,
): { id: string; check: (value: string) => boolean; examples: readonly string[] } {
  return {
    id: `${operator} ${than}`,
    check: (value) => {
      const number = toInteger(value);
      return number !== null && relation(operator, number, than);
    },
    examples: [than - 1n, than, than + 1n].map(String),
  };
}

function relation(operator: string, x: bigint, y: bigint): boolean {
  switch (operator) {
    case "<":
      return x < y;
    case ">":
      return x > y;
    case "<=":
      return x <= y;
    case ">=":
      return x >= y;
    case "!=":
      return x !== y;
    default:
      return x === y;
  }
}

function assign(
  expression: Extract<Arithmetic, { kind: "assign" }>,
  world: World,
  frame: Frame,
  depth: number,
): Outcome<Text> {
  const { name, index, operator } = expression;
  if (operator === "") {
    return bind(evaluate(expression.value, world, frame, depth + 1), (value, next) =>
      store(name, index, value, next, frame),
    );
  }
  // The old value is read before the new one is computed: `n += --n`.
  return bind(readVariable(name, index, world, frame, depth), (before, next) =>
    bind(evaluate(expression.value, next, frame, depth + 1), (value, last) =>
      store(name, index, apply(operator, before, value), last, frame),
    ),
  );
}

function step(
  expression: Extract<Arithmetic, { kind: "step" }>,
  world: World,
  frame: Frame,
  depth: number,
): Outcome<Text> {
  const { name, index, by, before } = expression;
  return bind(readVariable(name, index, world, frame, depth), (old, next) => {
    const fresh = apply("+", old, numberText(by));
    return mapValue(store(name, index, fresh, next, frame), () => (before ? fresh : old));
  });
}

function store(name: string, index: Word | null, value: Text, world: World, frame: Frame): Outcome<Text> {
  if (!index) return one(assignText(world, name, value), value);
  return bind(subscript(name, index, world, frame), (at, next) =>
    one(at === null ? next : assignElement(next, name, at, value), value),
  );
}

/** A number's text, for what is not known to be one. */
export function integerOf(text: Text): number | null {
  const known = literalOf(text);
  return known !== null && /^\s*[-+]?\d+\s*$/.test(known) ? Number(known) : null;
}

export function zero(): Text {
  return literal("0");
}
