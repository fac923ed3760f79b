import { hole } from "../../../syntax/template/holes.ts";
import { actionsOf } from "./actions.ts";
import { callFunction } from "./functions.ts";
import { parsePipeline, type Pipeline } from "./pipeline.ts";
import { goItem, goText, goTruth, type GoScope, type GoValue } from "./values.ts";

/** The value of a pipeline's text; a hole named by the text where it is not known. */
export function evaluatePipeline(text: string, scope: GoScope): GoValue | undefined {
  const pipeline = parsePipeline(text);
  const result = pipeline ? evaluate(pipeline, scope) : null;
  return result ? result.value : hole(text.replace(/^\./, ""));
}

/** The value in a box; null where it is not known. */
interface Known {
  readonly value: GoValue | undefined;
}

function evaluate(pipeline: Pipeline, scope: GoScope): Known | null {
  switch (pipeline.kind) {
    case "literal":
      return { value: pipeline.value };
    case "field":
      return { value: scope.lookup(pipeline.path) };
    case "variable":
      return { value: scope.variable(pipeline.name, pipeline.path) };
    case "item": {
      const of = evaluate(pipeline.of, scope);
      return of && { value: goItem(of.value, pipeline.path) };
    }
    case "call":
      return call(pipeline, scope);
  }
}

function call(pipeline: Extract<Pipeline, { readonly kind: "call" }>, scope: GoScope): Known | null {
  const args: (GoValue | undefined)[] = [];
  for (const arg of pipeline.args) {
    const value = evaluate(arg, scope);
    if (!value) return null;
    args.push(value.value);
  }
  const result = callFunction(pipeline.name, args, scope);
  return result.known ? { value: result.value } : null;
}

/** Whether a condition holds; null where that is not known. */
export function evaluateCondition(text: string, scope: GoScope): boolean | null {
  const pipeline = parsePipeline(text);
  const result = pipeline ? evaluate(pipeline, scope) : null;
  return result ? goTruth(result.value) : null;
}

/**
 * The text of a short template, such as a value of a helmfile: outputs are put in, of `if` and `else` the branch that
 * holds is taken. Where that is not known, or where there are loops, the whole is one hole.
 */
export function renderText(text: string, scope: GoScope): string {
  const actions = actionsOf(text);
  let out = "";
  let at = 0;
  const taken: { here: boolean; done: boolean }[] = [];
  const isLive = (): boolean => taken.every((branch) => branch.here);
  for (const action of actions) {
    if (isLive()) out += text.slice(at, action.start);
    at = action.end;
    if (action.kind === "comment" || action.kind === "assign") continue;
    if (action.kind === "output") {
      if (isLive()) out += goText(evaluatePipeline(action.inner, scope)) ?? hole(action.inner);
    } else if (action.kind === "end") taken.pop();
    else if (action.kind === "if") {
      const holds = isLive() ? evaluateCondition(action.argument, scope) : false;
      if (holds === null) return hole(text);
      taken.push({ here: holds, done: holds });
    } else if (action.kind === "else" || action.kind === "else if") {
      const branch = taken.at(-1);
      if (!branch) return hole(text);
      const holds = action.kind === "else" || (branch.done ? false : evaluateCondition(action.argument, scope));
      if (holds === null) return hole(text);
      branch.here = !branch.done && holds;
      branch.done ||= holds;
    } else return hole(text);
  }
  return taken.length > 0 ? hole(text) : out + text.slice(at);
}
