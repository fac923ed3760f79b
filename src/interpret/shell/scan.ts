import type { List, Simple, Statement, Stretch, Word } from "../../syntax/shell/index.ts";
import { findCommands } from "../../syntax/shell/rest.ts";
import { spanOf, type Frame } from "./frame.ts";
import { environmentOf } from "./variables.ts";
import type { World } from "./world.ts";

/** Shows the host every command that stands in a statement which is not executed, each once. */
export function scanStatement(statement: Statement, world: World, frame: Frame): void {
  if (frame.budget.scanned.has(statement)) return;
  frame.budget.scanned.add(statement);
  const lists = (list: List | null): void => list?.forEach((item) => scanStatement(item.statement, world, frame));
  switch (statement.kind) {
    case "simple":
      return scanSimple(statement, world, frame);
    case "pipeline":
      return statement.commands.forEach((each) => scanStatement(each, world, frame));
    case "and":
    case "or":
      scanStatement(statement.left, world, frame);
      return scanStatement(statement.right, world, frame);
    case "if":
      statement.arms.forEach((arm) => [arm.condition, arm.body].forEach(lists));
      return lists(statement.otherwise);
    case "case":
      return statement.arms.forEach((arm) => lists(arm.body));
    case "for":
    case "counted-for":
    case "block":
      return lists(statement.body);
    case "while":
      return [statement.condition, statement.body].forEach(lists);
    case "function":
      return scanStatement(statement.body, world, frame);
    case "broken":
      return scanBroken(statement, world, frame);
    default:
      return undefined;
  }
}

function scanSimple(statement: Simple, world: World, frame: Frame): void {
  for (const word of [
    ...statement.words,
    ...statement.assignments.flatMap(({ value }) => (value && "parts" in value ? [value] : [])),
  ]) {
    for (const part of word.parts)
      if (part.kind === "command") part.body.forEach((item) => scanStatement(item.statement, world, frame));
  }
  if (statement.words.length > 0) glimpse(statement.words.map(literalWord), statement, world, frame);
}

function literalWord(word: Word): string | null {
  const texts = word.parts.map((part) => (part.kind === "text" ? part.text : null));
  return texts.some((text) => text === null) ? null : texts.join("");
}

/** Text that is no shell: what stands where a command could. */
export function scanBroken(stretch: Stretch, world: World, frame: Frame): void {
  if (frame.budget.scanned.has(stretch)) return;
  frame.budget.scanned.add(stretch);
  for (const found of findCommands(frame.code.source.text, stretch.start, stretch.end))
    glimpse(found.words, found, world, frame);
}

function glimpse(argv: readonly (string | null)[], stretch: Stretch, world: World, frame: Frame): void {
  const span = spanOf(frame, stretch);
  frame.host.act({
    kind: "glimpse",
    argv,
    env: environmentOf(world),
    cwd: world.cwd,
    machine: world.machine,
    span,
    via: [...frame.code.via, span],
    onFailure: frame.onFailure,
  });
}
