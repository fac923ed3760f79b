import { enumerate } from "../../../values/enumerate.ts";
import { EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import { runChild } from "../../shell/child.ts";
import { tellCut } from "../../shell/frame.ts";
import { kindOf, resolvePath } from "../../shell/paths.ts";
import { assemble, valuePiece, type ScriptPiece } from "../../shell/source.ts";
import { marked, unmarked } from "../../shell/programs/marks.ts";
import { set } from "../../shell/table.ts";
import { joinTexts } from "../../shell/texts.ts";
import { withCube, type World } from "../../shell/world.ts";
import { exportedVariables } from "./environment.ts";
import { expandRaw, type Expansion } from "./expand.ts";
import { contextOf, evaluated } from "./read.ts";
import type { MakeRun, MakeState, Raw, Rule } from "./state.ts";

const MAX_DEPTH = 40;

/** What has been built in one world. */
interface Built {
  readonly world: World;
  readonly done: ReadonlySet<string>;
  /** What recipes have read with `$(eval …)`. */
  readonly evaluated: MakeState | null;
}

/** Builds the goals, or the first target that is no special one; each target once. */
export function buildGoals(goals: readonly Text[], state: MakeState, run: MakeRun): readonly World[] {
  const first = defaultGoal(state);
  const wanted = goals.length > 0 ? goals : first === undefined ? [] : [literal(first)];
  let built: readonly Built[] = [{ world: state.world, done: new Set(), evaluated: null }];
  for (const goal of wanted) built = built.flatMap((each) => buildGoal(goal, each, state, run));
  return built.map(({ world }) => world);
}

/** Values of a goal that are tried one by one. */
const MOST_GOALS = 16;

/** A goal for each of its few values; what else it can be has to fit a pattern (`deploy-%`). */
function buildGoal(goal: Text, before: Built, state: MakeState, run: MakeRun): readonly Built[] {
  return enumerate(before.world.machine.cube, goal, MOST_GOALS).flatMap(({ cube, text }): readonly Built[] => {
    const here = { ...before, world: withCube(before.world, cube) };
    const target = marked(text, run.marks);
    if (literalOf(text) !== null || rulesFor(target, state).length > 0) return build(target, here, state, run, 0);
    tellCut(run.call.frame, run.call.place, "a target of make that is not known");
    return [here];
  });
}

function defaultGoal(state: MakeState): string | undefined {
  return state.rules
    .flatMap(({ targets }) => targets)
    .find((target) => !target.startsWith(".") && !target.includes("%"));
}

interface Match {
  readonly rule: Rule;
  readonly stem: string;
}

/** The rules of a target: all explicit ones; where none has a recipe, the first pattern that fits. */
function rulesFor(target: string, state: MakeState): readonly Match[] {
  const explicit = state.rules.filter(({ targets }) => targets.includes(target)).map((rule) => ({ rule, stem: "" }));
  const patterns = state.rules.flatMap((rule): readonly Match[] =>
    rule.targets.flatMap((pattern) => {
      const [before, after] = pattern.split("%");
      const fits =
        pattern.includes("%") &&
        target.startsWith(before ?? "") &&
        target.endsWith(after ?? "") &&
        target.length > pattern.length - 1;
      return fits ? [{ rule, stem: target.slice((before ?? "").length, target.length - (after ?? "").length) }] : [];
    }),
  );
  if (explicit.some(({ rule }) => rule.recipe.length > 0))
    return [...explicit, ...patterns.filter(({ rule }) => rule.variables.size > 0)];
  const implied = patterns.find(({ rule }) => rule.recipe.length > 0);
  return [...explicit, ...patterns.filter(({ rule }) => rule.variables.size > 0), ...(implied ? [implied] : [])];
}

function build(target: string, before: Built, given: MakeState, run: MakeRun, depth: number): readonly Built[] {
  const { evaluated: later } = before;
  const state = later ? { ...given, rules: later.rules, variables: later.variables } : given;
  if (before.done.has(target) || depth > MAX_DEPTH || hasFailed(before.world)) return [before];
  const matches = rulesFor(target, state);
  if (matches.length === 0)
    return [isPresent(target, before, run) ? before : { ...before, world: { ...before.world, status: 2 } }];
  let variables = state.variables;
  for (const { rule } of matches)
    for (const [name, variable] of rule.variables) variables = set(variables, name, variable);
  const own = { ...state, variables };
  let built: readonly Built[] = [{ ...before, done: new Set(before.done).add(target) }];
  const needs = matches.flatMap(({ rule, stem }) =>
    rule.prerequisites.map((need) => literal((literalOf(need) ?? "").replace("%", stem))),
  );
  for (const need of needs) {
    const name = literalOf(need) ?? "";
    const known = rulesFor(name, state).length > 0;
    if (known) built = built.flatMap((each) => build(name, each, own, run, depth + 1));
  }
  const recipe = matches.findLast(({ rule }) => rule.recipe.length > 0);
  if (!recipe || isFresh(target, needs, before, state, run)) return built;
  return built.flatMap((each) => (hasFailed(each.world) ? [each] : runRecipe(target, recipe, needs, each, own, run)));
}

function hasFailed(world: World): boolean {
  return typeof world.status === "number" && world.status !== 0;
}

function isPresent(target: string, { world }: Built, run: MakeRun): boolean {
  const kind = kindOf(world.machine, run.call.frame.host.tree, resolvePath(run.folder, [target]));
  return kind !== "absent";
}

/**
 * A file of the repository that needs nothing is up to date. A folder that only bears the target's name is no such
 * file.
 */
function isFresh(target: string, needs: readonly Text[], { world }: Built, state: MakeState, run: MakeRun): boolean {
  if (state.phony.has(target) || needs.length > 0) return false;
  return kindOf(world.machine, run.call.frame.host.tree, resolvePath(run.folder, [target])) === "file";
}

function runRecipe(
  target: string,
  { rule, stem }: Match,
  needs: readonly Text[],
  before: Built,
  state: MakeState,
  run: MakeRun,
): readonly Built[] {
  const textOf = (name: string): Text => unmarked(name, run.marks) ?? literal(name);
  const all = needs.map((need) => textOf(literalOf(need) ?? ""));
  const locals = new Map<string, Text>([
    ["@", textOf(target)],
    ["<", all[0] ?? EMPTY],
    ["^", joinTexts(all, " ")],
    ["+", joinTexts(all, " ")],
    ["?", joinTexts(all, " ")],
    ["*", textOf(stem)],
  ]);
  const chunks: readonly (readonly Raw[])[] = state.oneShell ? [rule.recipe] : rule.recipe.map((line) => [line]);
  let worlds: readonly World[] = [{ ...before.world, status: 0 }];
  let own = state;
  let { evaluated: later } = before;
  for (const chunk of chunks) {
    worlds = worlds.flatMap((world) =>
      hasFailed(world) ? [world] : runLines(chunk, contextOf({ ...own, world }, run, locals), world),
    );
    if (run.evals.length === 0) continue;
    // What is evaluated in a recipe holds for all that follows, with the values it has in the first world.
    const [next = own] = evaluated(own, run);
    [own, later] = [next, next];
  }
  return worlds.map((world) => ({ world, done: before.done, evaluated: later }));
}

/** Runs lines of a recipe in one shell; `@` hides them, `-` takes their failure for nothing. */
function runLines(lines: readonly Raw[], context: Expansion, world: World): readonly World[] {
  const pieces: ScriptPiece[] = [];
  let ignores = false;
  for (const line of lines) {
    const lead = /^[ \t]*([-@+][-@+ \t]*)?/.exec(line.source.text.slice(line.stretch.start, line.stretch.end));
    ignores ||= lead?.[1]?.includes("-") ?? false;
    const stretch = { start: line.stretch.start + (lead?.[0].length ?? 0), end: line.stretch.end };
    if (pieces.length > 0) pieces.push(valuePiece(["\n"], line.source.span(stretch.start, stretch.start)));
    pieces.push(...expandRaw({ source: line.source, stretch }, context));
  }
  const [first] = lines;
  if (!first || pieces.length === 0) return [world];
  const { source, holes } = assemble(pieces, first.source.span(first.stretch.start, first.stretch.end));
  const call = { ...context.run.call, world: { ...world, cwd: context.run.folder } };
  const ends = runChild(call, { source, holes, name: ["/bin/sh"], args: [], env: exportedVariables(context) });
  return ends.map((end) => ({ ...end, cwd: world.cwd, status: ignores ? 0 : end.status }));
}
