import type { CountedFor, For, List, Statement, While } from "../../syntax/shell/ast.ts";
import type { Cube } from "../../values/cube.ts";
import { mention, literalOf, type Text } from "../../values/text.ts";
import { sameState } from "./alike.ts";
import { evaluate, holds } from "./arithmetic.ts";
import { executeList } from "./execute.ts";
import { expandWords } from "./expand.ts";
import { isSpent, placeIn, spanOf, tellCut, type Frame } from "./frame.ts";
import { joinDown, joinTwo, mergeWorlds } from "./merge.ts";
import { isZero } from "./status.ts";
import { isUnknown } from "./pieces.ts";
import { unknownText } from "./unknown.ts";
import { assignText } from "./variables.ts";
import { NEXT, one, bind, type Outcome, type World } from "./world.ts";

/** Turns of a loop whose end is known. */
const MOST_TURNS = 1000;
/** Turns in which it was open whether the loop goes on; then what changes in it becomes unknown. */
const OPEN_TURNS = 3;
/** Turns that ended in several ways; of so many elements each is followed by itself. */
const PARTED_TURNS = 8;
/** The same in a loop within a loop: their turns multiply. */
const INNER_OPEN_TURNS = 1;
const INNER_PARTED_TURNS = 2;

/** One loop: how a turn begins, what ends it, and its body. */
interface Loop {
  readonly statement: Stretch;
  readonly body: List;
  /** Asks whether there is another turn, and prepares it (`for` sets its variable). */
  begin(world: World, turn: number, frame: Frame): Outcome<boolean>;
  /** The same when it is no longer followed how often it has run. */
  beginAgain(world: World, frame: Frame): Outcome<boolean>;
  /** What happens between two turns. */
  step(world: World, frame: Frame): readonly World[];
  /** Commands in it answer differently as time goes by. */
  readonly waits: boolean;
  /** What ends it is not in sight: `while` with `sleep`. */
  readonly endless: boolean;
  /** One turn stands for any number of them: `for` over the output of a command. */
  readonly uncounted: boolean;
  /** A turn depends on the state alone, not on which one it is: an equal state leads to the same. */
  readonly repeats: boolean;
}

type Stretch = { readonly start: number; readonly end: number };

/**
 * Runs a loop to its end where that is known, else to a fixed point: after a few open turns what it changes becomes
 * unknown, so that a loop over cloud output costs no more than three turns and hides nothing.
 */
function runLoop(loop: Loop, entry: World, frame: Frame): readonly World[] {
  const span = spanOf(frame, loop.statement);
  const inner = (turn: number): Frame => ({
    ...frame,
    loop: span,
    turn: loop.waits && turn > 0 ? `${frame.turn}#${turn + 1}` : frame.turn,
    round: `${frame.round}#${turn + 1}`,
  });
  const left: World[] = [];
  let heads: readonly World[] = [entry];
  const [mostOpen, mostParted] = frame.loop ? [INNER_OPEN_TURNS, INNER_PARTED_TURNS] : [OPEN_TURNS, PARTED_TURNS];
  let openTurns = 0;
  let partedTurns = 0;
  let isOpen = false;
  const seen: World[] = [];
  for (let turn = 0; heads.length > 0; turn += 1) {
    if (turn >= MOST_TURNS) tellCut(frame, loop.statement, "a loop of too many turns");
    if (turn >= MOST_TURNS || isSpent(frame) || openTurns >= mostOpen || partedTurns >= mostParted) {
      left.push(...lastTurn(loop, entry, heads, inner(turn), placeIn(frame, loop.statement)));
      isOpen = true;
      break;
    }
    const round = takeTurn(loop, heads, turn, inner(turn));
    left.push(...round.left);
    if (round.open || loop.endless) openTurns += 1;
    if (round.next.length > 1) partedTurns += 1;
    const fresh = !loop.repeats
      ? round.next
      : round.next.filter((world) => !seen.some((known) => sameState(known, world)));
    if (fresh.length < round.next.length) isOpen = true;
    if (loop.repeats && (loop.waits || round.open)) seen.push(...fresh);
    heads = fresh;
  }
  return endsOf(left, entry, isOpen || openTurns > 0 || loop.uncounted, loop, frame);
}

/** After a loop of which nobody knows when it ended it does not matter which turn was the last. */
function endsOf(left: readonly World[], entry: World, open: boolean, loop: Loop, frame: Frame): readonly World[] {
  if (left.length === 0) return [entry];
  if (!open) return mergeWorlds(left, frame, loop.statement);
  const ends = left.map((world) => ({
    ...world,
    machine: { ...world.machine, cube: forgetAnswers(entry.machine.cube, world.machine.cube) },
  }));
  return joinDown(ends, 1, placeIn(frame, loop.statement));
}

/** What was found out within a loop that waits about answers that change while it does. */
function forgetAnswers(before: Cube, after: Cube): Cube {
  const out = new Map(after);
  for (const key of after.keys()) {
    const known = before.get(key);
    if (!isAnswer(key)) continue;
    if (known) out.set(key, known);
    else out.delete(key);
  }
  return out.size === after.size && [...out].every(([key, value]) => after.get(key) === value) ? after : out;
}

function isAnswer(key: string): boolean {
  return key.startsWith("?") || key.includes("output:");
}

interface Round {
  readonly left: readonly World[];
  readonly next: readonly World[];
  /** In some runs the loop goes on here, in others it does not. */
  readonly open: boolean;
}

function takeTurn(loop: Loop, heads: readonly World[], turn: number, frame: Frame): Round {
  const left: World[] = [];
  const goes: World[] = [];
  for (const head of heads) {
    for (const { world, value } of loop.begin(head, turn, frame)) {
      if (world.flow.kind !== "next") left.push(world);
      // A loop's status is that of its body's last command; what its condition left behind does not count.
      else if (value) goes.push(world);
      else left.push({ ...world, status: turn === 0 ? 0 : head.status });
    }
  }
  const round = runBody(loop, goes, frame);
  const mixed = left.some(({ flow }) => flow.kind === "next") && goes.length > 0;
  const parted = round.left.length > 0 && round.next.length > 0;
  return { left: [...left, ...round.left], next: round.next, open: mixed || parted };
}

function endOfLoop(world: World): World {
  return world.flow.kind === "next" ? { ...world, status: 0 } : world;
}

/** Runs the body; `break` and `continue` of this loop end here. */
function runBody(
  loop: Loop,
  worlds: readonly World[],
  frame: Frame,
): { readonly left: readonly World[]; readonly next: readonly World[] } {
  const ends = executeList(loop.body, worlds, { ...frame, tail: false });
  const left: World[] = [];
  const next: World[] = [];
  for (const end of ends) {
    const { flow } = end;
    if (flow.kind === "next") next.push(end);
    else if (flow.kind === "break")
      left.push(
        flow.levels > 1
          ? { ...end, flow: { kind: "break", levels: flow.levels - 1 } }
          : { ...end, flow: NEXT, status: 0 },
      );
    else if (flow.kind === "continue" && flow.levels <= 1) next.push({ ...end, flow: NEXT });
    else if (flow.kind === "continue") left.push({ ...end, flow: { kind: "continue", levels: flow.levels - 1 } });
    else left.push(end);
  }
  const stepped = next.flatMap((world) => loop.step({ ...world }, frame));
  return { left, next: mergeWorlds(stepped, frame, loop.statement) };
}

/** One more turn in which everything that the loop changes is unknown; afterwards the loop is over. */
function lastTurn(loop: Loop, entry: World, heads: readonly World[], frame: Frame, place: string): readonly World[] {
  const [first, ...rest] = joinDown([...heads], 1, place);
  const joined = [first, ...rest]
    .filter((world): world is World => world !== undefined)
    .map((world) => widened(entry, world, place));
  const out: World[] = [];
  for (const head of joined) {
    for (const { world, value } of loop.beginAgain(head, frame)) {
      if (!value || world.flow.kind !== "next") out.push(endOfLoop(world));
      else {
        const round = runBody(loop, [world], frame);
        out.push(...round.left, ...round.next.map((end) => endOfLoop(widened(entry, end, place))));
      }
    }
  }
  return out;
}

/** What differs from the world before the loop may have any value after more turns. */
function widened(entry: World, world: World, place: string): World {
  const opaque = joinTwo(world, entry, place);
  let out = {
    ...opaque,
    machine: { ...opaque.machine, cube: world.machine.cube },
    flow: world.flow,
    args: opaque.args,
  };
  for (const name of changedNames(entry, world))
    out = assignText(
      out,
      name,
      mention({ key: `output:${name} after turns of ${place}`, label: name, kind: "output" }),
    );
  return out;
}

function changedNames(entry: World, world: World): readonly string[] {
  const names = new Set([...entry.vars.recent.keys(), ...world.vars.recent.keys()]);
  if (entry.vars.base !== world.vars.base)
    for (const key of [...entry.vars.base.keys(), ...world.vars.base.keys()]) names.add(key);
  const textOf = (each: World, name: string): Text | null => {
    const value = (each.vars.recent.has(name) ? each.vars.recent.get(name) : each.vars.base.get(name))?.value;
    return value?.kind === "text" ? value.text : null;
  };
  return [...names].filter((name) => {
    const [a, b] = [textOf(entry, name), textOf(world, name)];
    return b !== null && a !== b && JSON.stringify(a) !== JSON.stringify(b);
  });
}

/** `for x in …`. A list with unknown elements has any number of them. */
export function executeFor(statement: For, world: World, frame: Frame): readonly World[] {
  const words: Outcome<readonly Text[]> = statement.words
    ? expandWords(statement.words, world, frame)
    : one(world, world.args);
  return bind(words, (items, next) => {
    if (next.flow.kind !== "next") return [{ world: next, value: null }];
    const place = placeIn(frame, statement);
    const ends = forItems(statement, items, next, frame, place);
    return ends.map((end) => ({ world: end, value: null }));
  }).map(({ world: end }) => end);
}

function forItems(statement: For, items: readonly Text[], world: World, frame: Frame, place: string): readonly World[] {
  const { name, body } = statement;
  const element = unknownElement(items, name, place);
  return runLoop(
    {
      statement,
      body,
      waits: mentionsSleep(statement.body),
      endless: false,
      uncounted: items.some(isManyElements),
      repeats: false,
      begin: (head, turn) => {
        const item = items[turn];
        return item === undefined ? one(head, false) : elements(item, head, name, place);
      },
      beginAgain: (head) => one(assignText(head, name, element), true),
      step: (head) => [head],
    },
    world,
    frame,
  );
}

/** A word that is an unquoted unknown output stands for any number of elements, of which one is followed. */
function elements(item: Text, world: World, name: string, place: string): Outcome<boolean> {
  if (!isManyElements(item)) return one(assignText(world, name, item), true);
  return one(assignText(world, name, unknownText(`element at ${place}`, [item], name)), true);
}

function isManyElements(item: Text): boolean {
  const [only] = item;
  if (item.length !== 1 || only === undefined || !isUnknown(only) || typeof only === "string") return false;
  return "variable" in only ? only.variable.kind === "output" && !only.variable.domain : true;
}

function unknownElement(items: readonly Text[], name: string, place: string): Text {
  const values = items.map(literalOf);
  const known = values.filter((value) => value !== null);
  if (known.length === values.length && known.length <= 8)
    return mention({ key: `output:element of ${place}`, label: name, kind: "output", domain: known });
  return mention({ key: `output:element of ${place}`, label: name, kind: "output", nonEmpty: true });
}

/** `for ((…))`. */
export function executeCountedFor(statement: CountedFor, world: World, frame: Frame): readonly World[] {
  const start = statement.init ? evaluate(statement.init, world, frame) : one(world, []);
  const asks = (head: World, inner: Frame): Outcome<boolean> =>
    statement.condition ? holds(statement.condition, head, inner) : one(head, true);
  return start.flatMap(({ world: entry }) =>
    runLoop(
      {
        statement,
        body: statement.body,
        waits: mentionsSleep(statement.body),
        endless: false,
        uncounted: false,
        repeats: true,
        begin: (head, _, inner) => asks(head, inner),
        beginAgain: asks,
        step: (head, inner) =>
          statement.step ? evaluate(statement.step, head, inner).map(({ world: next }) => next) : [head],
      },
      entry,
      frame,
    ),
  );
}

/** `while` and `until`. */
export function executeWhile(statement: While, world: World, frame: Frame): readonly World[] {
  const asks = (head: World, inner: Frame): Outcome<boolean> =>
    executeList(statement.condition, [head], { ...inner, checked: true, lenient: false, tail: false }).flatMap(
      (asked) =>
        asked.flow.kind === "next"
          ? isZero(asked).map(({ world: next, value }) => ({ world: next, value: value !== statement.until }))
          : [{ world: asked, value: false }],
    );
  const sleeps = mentionsSleep(statement.body) || mentionsSleep(statement.condition);
  return runLoop(
    {
      statement,
      body: statement.body,
      waits: sleeps || callsOut(statement.condition),
      endless: sleeps,
      uncounted: false,
      repeats: true,
      begin: (head, _, inner) => asks(head, inner),
      beginAgain: asks,
      step: (head) => [head],
    },
    world,
    frame,
  );
}

const BUILTIN_CONDITIONS = new Set([":", "true", "false", "[", "test", "read", "getopts", "shift", "((", "[["]);

/** Whether a condition runs a command of which each answer may be another. */
function callsOut(list: List): boolean {
  return (
    list.some(({ statement }) => statement.kind === "simple" && !BUILTIN_CONDITIONS.has(firstWord(statement))) ||
    JSON.stringify(list).includes('"kind":"command"')
  );
}

function firstWord(statement: Extract<Statement, { kind: "simple" }>): string {
  const [part] = statement.words[0]?.parts ?? [];
  return part?.kind === "text" ? part.text : "";
}

const sleeping = new WeakMap<List, boolean>();

/** Whether `sleep` stands somewhere in the commands. */
function mentionsSleep(list: List): boolean {
  const known = sleeping.get(list);
  if (known !== undefined) return known;
  const found = JSON.stringify(list).includes('"text":"sleep"');
  sleeping.set(list, found);
  return found;
}
