import { decideEmpty, decideEqual } from "../../../values/decide.ts";
import { concat, EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import type { Call } from "../../shell/call.ts";
import { fileAt } from "../../shell/called.ts";
import { chosenFiles } from "../../shell/chosen-file.ts";
import { sourceAt, valuePiece, type ScriptSource } from "../../shell/source.ts";
import { get, set } from "../../shell/table.ts";
import { bind, branches, mapValue, one, withCube, type Outcome } from "../../shell/world.ts";
import { expandRaw, expandText, rawOf, type Expansion } from "./expand.ts";
import { parseMakefile, type Assignment, type Statement } from "./parse.ts";
import type { MakeRun, MakeState, MakeVariable, Raw, Rule } from "./state.ts";
import { variableOf } from "./variables.ts";
import { splitWords } from "./words.ts";

const MAX_INCLUDES = 20;

/** Reads a Makefile into the state; one state per world where a condition is open. */
export function readMakefile(source: ScriptSource, state: MakeState, run: MakeRun): readonly MakeState[] {
  return readStatements(parseMakefile(source.text), source, [state], run);
}

function readStatements(
  statements: readonly Statement[],
  source: ScriptSource,
  states: readonly MakeState[],
  run: MakeRun,
): readonly MakeState[] {
  let current = states;
  for (const statement of statements)
    current = current.flatMap((state) =>
      readStatement(statement, source, state, run).flatMap((next) => evaluated(next, run)),
    );
  return current;
}

/** Reads what `$(eval …)` was given since it was last asked, as part of the Makefile. */
export function evaluated(state: MakeState, run: MakeRun): readonly MakeState[] {
  if (run.evals.length === 0) return [state];
  const texts = run.evals.splice(0);
  if (run.depth > MAX_INCLUDES) return [state];
  return texts.reduce<readonly MakeState[]>(
    (states, text) => states.flatMap((each) => evaluate(text, each, { ...run, depth: run.depth + 1 })),
    [state],
  );
}

/** `eval` of a known text; of a partly unknown one only an assignment, whose value it is. */
function evaluate(text: Text, state: MakeState, run: MakeRun): readonly MakeState[] {
  const { frame, place } = run.call;
  const here = frame.code.source.span(place.start, place.end);
  const known = literalOf(text);
  if (known !== null) return readMakefile(sourceAt(here, known), state, run);
  const [first, ...rest] = text;
  const assigned = typeof first === "string" ? /^\s*(?:override\s+)?([\w.-]+)\s*:{0,3}=\s*/.exec(first) : null;
  if (!assigned || typeof first !== "string") return [state];
  const name = assigned[1] ?? "";
  const before = variableOf(name, state, run);
  if (before?.origin === "command line") return [state];
  const value = valuePiece(concat([first.slice(assigned[0].length)], rest), here);
  const variable: MakeVariable = { value: [[value]], origin: "file", exported: before?.exported ?? false };
  return [{ ...state, variables: set(state.variables, name, variable) }];
}

export function contextOf(state: MakeState, run: MakeRun, locals: Expansion["locals"] = new Map()): Expansion {
  return { state, run, locals, depth: 0 };
}

function readStatement(
  statement: Statement,
  source: ScriptSource,
  state: MakeState,
  run: MakeRun,
): readonly MakeState[] {
  const context = contextOf(state, run);
  const text = (stretch: { start: number; end: number }): Text => expandText({ source, stretch }, context);
  switch (statement.kind) {
    case "assign":
      return [assign(statement, source, state, context)];
    case "rule":
      return [addRule(statement, source, state, context)];
    case "recipe":
      return [withMoreRecipe(statement.lines, source, state)];
    case "expand":
      text(statement.text);
      return [state];
    case "export":
      return [exportNames(splitWords(text(statement.names)).map(literalOf), statement.undo, state)];
    case "include":
      return splitWords(text(statement.files)).reduce<readonly MakeState[]>(
        (states, file) => states.flatMap((each) => include(file, each, run)),
        [state],
      );
    case "condition":
      return decide(statement, source, state, context).flatMap(({ world, value }) =>
        readStatements(value ? statement.then : statement.otherwise, source, [{ ...state, world }], run),
      );
  }
}

function include(file: Text, state: MakeState, run: MakeRun): readonly MakeState[] {
  const here: Call = { ...run.call, argv: [["source"], file], world: { ...state.world, cwd: run.folder } };
  return chosenFiles(here).flatMap(({ world, argv }) =>
    included(argv[1] ?? file, { ...state, world: withCube(state.world, world.machine.cube) }, run),
  );
}

function included(file: Text, state: MakeState, run: MakeRun): readonly MakeState[] {
  const found =
    run.depth > MAX_INCLUDES ? null : fileAt({ ...run.call, world: { ...state.world, cwd: run.folder } }, file);
  return found && literalOf(found.text) !== null
    ? readMakefile(found.source, state, { ...run, depth: run.depth + 1 })
    : [state];
}

function exportNames(names: readonly (string | null)[], undo: boolean, state: MakeState): MakeState {
  if (names.length === 0) return undo ? state : { ...state, exportsAll: true };
  let { variables } = state;
  for (const name of names) {
    const variable = name === null ? undefined : get(variables, name);
    if (name !== null && variable) variables = set(variables, name, { ...variable, exported: !undo });
  }
  return { ...state, variables };
}

type Assign = Extract<Statement, { kind: "assign" }>;

function assign(statement: Assign, source: ScriptSource, state: MakeState, context: Expansion): MakeState {
  const name = literalOf(expandText({ source, stretch: statement.name }, context))?.trim();
  if (name === undefined) return state;
  const made = valueFor(statement, source, variableOf(name, state, context.run), context, statement.override);
  if (!made) return statement.exported ? exportNames([name], false, state) : state;
  return {
    ...state,
    variables: set(state.variables, name, { ...made, exported: made.exported || statement.exported }),
  };
}

/**
 * The variable after an assignment; null where it stays: the command line beats the Makefile, with `-e` the environment
 * does too, and `?=` sets only what is not set.
 * https://www.gnu.org/software/make/manual/html_node/Overriding.html
 */
function valueFor(
  { operator, value }: Assignment,
  source: ScriptSource,
  before: MakeVariable | undefined,
  context: Expansion,
  override: boolean,
): MakeVariable | null {
  const beaten =
    before?.origin === "command line" ||
    before?.origin === "override" ||
    (before?.origin === "environment" && context.run.environmentWins);
  if ((beaten && !override) || (operator === "?=" && before)) return null;
  const raw: Raw = { source, stretch: trimComment(source, value) };
  const origin = override ? "override" : "file";
  const exported = before?.exported ?? before?.origin === "environment";
  switch (operator) {
    case ":=":
    case "::=":
    case ":::=":
      return { value: [expandRaw(raw, context)], origin, exported };
    case "!=":
      return {
        value: [
          [
            valuePiece(
              expandText(rawOf(commandSource(source, raw)), context),
              source.span(raw.stretch.start, raw.stretch.end),
            ),
          ],
        ],
        origin,
        exported,
      };
    case "+=": {
      const blank = [valuePiece([" "], source.span(raw.stretch.start, raw.stretch.start))];
      return { value: before && before.value.length > 0 ? [...before.value, blank, raw] : [raw], origin, exported };
    }
    default:
      return { value: [raw], origin, exported };
  }
}

/** `x != cmd` is `x := $(shell cmd)`. */
function commandSource(source: ScriptSource, raw: Raw): ScriptSource {
  const text = `$(shell ${source.text.slice(raw.stretch.start, raw.stretch.end)})`;
  return { text, span: () => source.span(raw.stretch.start, raw.stretch.end) };
}

/** A value ends before a comment, and keeps the blanks before it. */
function trimComment(source: ScriptSource, { start, end }: Assignment["value"]): Assignment["value"] {
  const comment = /(?<!\\)#/.exec(source.text.slice(start, end));
  return { start, end: comment ? start + comment.index : end };
}

function addRule(
  statement: Extract<Statement, { kind: "rule" }>,
  source: ScriptSource,
  state: MakeState,
  context: Expansion,
): MakeState {
  const targets = splitWords(expandText({ source, stretch: statement.targets }, context))
    .map(literalOf)
    .filter((word) => word !== null);
  const prerequisites = splitWords(
    expandText({ source, stretch: trimComment(source, statement.prerequisites) }, context),
  ).filter((word) => literalOf(word) !== "|");
  if (targets.includes(".PHONY"))
    return { ...state, phony: new Set([...state.phony, ...prerequisites.map((word) => literalOf(word) ?? "")]) };
  if (targets.includes(".ONESHELL")) return { ...state, oneShell: true };
  if (targets.includes(".EXPORT_ALL_VARIABLES")) return { ...state, exportsAll: true };
  const { assignment } = statement;
  const variables = new Map<string, MakeVariable>();
  const name = assignment ? literalOf(expandText({ source, stretch: assignment.name }, context)) : null;
  const made =
    assignment && name !== null
      ? valueFor(assignment, source, variableOf(name, state, context.run), context, false)
      : null;
  if (name !== null && made) variables.set(name, made);
  const recipe = statement.recipe.map((stretch): Raw => ({ source, stretch }));
  const rule: Rule = { targets, prerequisites, recipe, variables };
  return { ...state, rules: [...state.rules, rule] };
}

/** Lines of a recipe that stand in a conditional, or behind one. */
function withMoreRecipe(
  lines: readonly { readonly start: number; readonly end: number }[],
  source: ScriptSource,
  state: MakeState,
): MakeState {
  const last = state.rules.at(-1);
  if (!last) return state;
  const recipe = [...last.recipe, ...lines.map((stretch): Raw => ({ source, stretch }))];
  return { ...state, rules: [...state.rules.slice(0, -1), { ...last, recipe }] };
}

type Condition = Extract<Statement, { kind: "condition" }>;

function decide(
  { word, test }: Condition,
  source: ScriptSource,
  state: MakeState,
  context: Expansion,
): Outcome<boolean> {
  const negated = word === "ifneq" || word === "ifndef";
  const answer =
    word === "ifdef" || word === "ifndef"
      ? isDefined(test, source, state, context)
      : areEqual(test, source, state, context);
  return mapValue(answer, (value) => value !== negated);
}

function isDefined(
  test: Condition["test"],
  source: ScriptSource,
  state: MakeState,
  context: Expansion,
): Outcome<boolean> {
  const name = literalOf(expandText({ source, stretch: test }, context))?.trim() ?? "";
  const variable = variableOf(name, state, context.run);
  if (!variable) return one(state.world, false);
  const text = variable.origin === "environment" ? expandText(rawOf(commandLess(name)), context) : literal("x");
  return mapValue(branches(state.world, decideEmpty(state.world.machine.cube, text)), (empty) => !empty);
}

function commandLess(name: string): ScriptSource {
  return { text: `$(${name})`, span: (start, end) => ({ file: "", start, end }) };
}

function areEqual(
  test: Condition["test"],
  source: ScriptSource,
  state: MakeState,
  context: Expansion,
): Outcome<boolean> {
  const sides = sidesOf(source.text.slice(test.start, test.end));
  if (!sides) return one(state.world, false);
  const [left, right] = sides.map(({ start, end }) =>
    stripped(expandText({ source, stretch: { start: test.start + start, end: test.start + end } }, context)),
  );
  return bind(
    branches(state.world, decideEqual(state.world.machine.cube, left ?? EMPTY, right ?? EMPTY)),
    (value, world) => one(world, value),
  );
}

function stripped(text: Text): Text {
  const known = literalOf(text);
  return known === null ? text : literal(known.trim());
}

/** `(a,b)`, `"a" "b"`, `'a' 'b'`. */
function sidesOf(text: string): readonly { readonly start: number; readonly end: number }[] | null {
  const quoted = /^\s*(["'])(.*?)\1\s*(["'])(.*?)\3/s.exec(text);
  if (quoted) {
    const first = text.indexOf(quoted[1] ?? "") + 1;
    const second = quoted[0].length - 1 - (quoted[4] ?? "").length;
    return [
      { start: first, end: first + (quoted[2] ?? "").length },
      { start: second, end: second + (quoted[4] ?? "").length },
    ];
  }
  const open = text.indexOf("(");
  const close = text.lastIndexOf(")");
  let depth = 0;
  for (let at = open + 1; open >= 0 && at < close; at += 1) {
    const c = text[at];
    if (c === "(" || c === "{") depth += 1;
    if (c === ")" || c === "}") depth -= 1;
    if (c === "," && depth === 0)
      return [
        { start: open + 1, end: at },
        { start: at + 1, end: close },
      ];
  }
  return null;
}
