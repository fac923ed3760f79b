import type { Case, If, Word } from "../../syntax/shell/ast.ts";
import { decideEqual, decideTest, decideUnknown } from "../../values/decide.ts";
import { isLiteral, type Text } from "../../values/text.ts";
import { executeList } from "./execute.ts";
import { expandPieces, expandText } from "./expand.ts";
import type { Frame } from "./frame.ts";
import { mergeWorlds } from "./merge.ts";
import { edgesOf, globTest, patternName, patternOf, plainText } from "./patterns.ts";
import type { Piece } from "./pieces.ts";
import { isZero, withCode } from "./status.ts";
import { leading, trailing } from "./texts.ts";
import { branches, bind, type Outcome, type World } from "./world.ts";
import { isWriteLike } from "./asking.ts";

interface Reached {
  readonly world: World;
  readonly onFailure: boolean;
}

/** `if`: each arm for the runs in which its condition holds. */
export function executeIf(statement: If, world: World, frame: Frame): readonly World[] {
  const out: World[] = [];
  let open: readonly Reached[] = [{ world, onFailure: frame.onFailure }];
  for (const arm of statement.arms) {
    const refused: Reached[] = [];
    for (const reached of open) {
      for (const asked of executeList(arm.condition, [reached.world], {
        ...frame,
        onFailure: reached.onFailure,
        checked: true,
        lenient: false,
      })) {
        if (asked.flow.kind !== "next") out.push(asked);
        else
          for (const answer of answers(asked, reached.onFailure)) {
            if (!answer.holds) refused.push(answer);
            else out.push(...executeList(arm.body, [answer.world], { ...frame, onFailure: answer.onFailure }));
          }
      }
    }
    open = refused;
  }
  const rest = open.flatMap(({ world: last, onFailure }) =>
    statement.otherwise ? executeList(statement.otherwise, [last], { ...frame, onFailure }) : [{ ...last, status: 0 }],
  );
  return mergeWorlds([...out, ...rest], frame, statement);
}

/**
 * Both ways in which a condition can come out; what follows a command that should have changed something is for its
 * failure.
 */
function answers(world: World, before: boolean): readonly (Reached & { readonly holds: boolean })[] {
  const { status } = world;
  const whenFailed = typeof status === "number" || !isWriteLike(status) ? null : (status.negated ?? false);
  return isZero(world).map((answer) => ({
    world: answer.value ? answer.world : withCode(answer.world, world),
    holds: answer.value,
    onFailure: before || answer.value === whenFailed,
  }));
}

/** `case`: the arms in order, each for the runs whose subject matches one of its patterns. */
export function executeCase(statement: Case, world: World, frame: Frame): readonly World[] {
  return bind(expandText(statement.subject, world, frame), (subject, next) => {
    if (next.flow.kind !== "next") return [{ world: next, value: null }];
    const out = walkArms(statement, 0, subject, next, frame, false);
    return mergeWorlds(out, frame, statement).map((end) => ({ world: end, value: null }));
  }).map(({ world: end }) => end);
}

function walkArms(
  statement: Case,
  from: number,
  subject: Text,
  world: World,
  frame: Frame,
  fallen: boolean,
): readonly World[] {
  const arm = statement.arms[from];
  if (!arm) return [fallen ? world : { ...world, status: 0 }];
  return matchesAny(arm.patterns, subject, world, frame).flatMap(({ world: next, value }) => {
    if (!value) return walkArms(statement, from + 1, subject, next, frame, fallen);
    return runArm(statement, from, subject, next, frame);
  });
}

function runArm(statement: Case, index: number, subject: Text, world: World, frame: Frame): readonly World[] {
  const arm = statement.arms[index];
  if (!arm) return [world];
  const ends = executeList(arm.body, [arm.body.length === 0 ? { ...world, status: 0 } : world], frame);
  if (arm.then === "leave") return ends;
  return ends.flatMap((end) => {
    if (end.flow.kind !== "next") return [end];
    return arm.then === "fall"
      ? runArm(statement, index + 1, subject, end, frame)
      : walkArms(statement, index + 1, subject, end, frame, true);
  });
}

function matchesAny(patterns: readonly Word[], subject: Text, world: World, frame: Frame): Outcome<boolean> {
  const [first, ...rest] = patterns;
  if (!first) return [{ world, value: false }];
  return bind(
    bind(expandPieces(first, world, frame), (pieces, next) => matchesPattern(subject, pieces, next)),
    (holds, next) => (holds ? [{ world: next, value: true }] : matchesAny(rest, subject, next, frame)),
  );
}

/** Whether the known beginning or end of a text already rules a pattern out. */
function contradicts(subject: Text, pattern: string): boolean {
  const { before: start, after: end } = edgesOf(pattern);
  const [lead, trail] = [leading(subject), trailing(subject)];
  const both = Math.min(start.length, lead.length);
  const tail = Math.min(end.length, trail.length);
  return (
    start.slice(0, both) !== lead.slice(0, both) || end.slice(end.length - tail) !== trail.slice(trail.length - tail)
  );
}

/** Whether a text matches a pattern; splits the world where nobody knows. */
export function matchesPattern(subject: Text, pieces: readonly Piece[], world: World): Outcome<boolean> {
  const { cube } = world.machine;
  const fold = world.options.nocasematch;
  const pattern = patternOf(pieces);
  if (pattern) {
    if (!pattern.wild)
      return branches(world, decideEqual(cube, subject, pattern.literal === "" ? [] : [pattern.literal], fold));
    if (/^\*+$/.test(pattern.literal)) return [{ world, value: true }];
    if (!fold && contradicts(subject, pattern.literal)) return [{ world, value: false }];
    return branches(world, decideTest(cube, subject, globTest(pattern, fold)));
  }
  const plain = pieces.every(
    (piece) => piece.quoted || !isLiteral(piece.text) || !/[*?[]/.test(String(piece.text[0] ?? "")),
  );
  if (plain) return branches(world, decideEqual(cube, subject, plainText(pieces), fold));
  return branches(
    world,
    decideUnknown(
      cube,
      `${patternName([{ text: subject, quoted: true, splits: false }])} matches ${patternName(pieces)}`,
    ),
  );
}
