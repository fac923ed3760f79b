import { constraintOf, learn, settle, type Constraint } from "../../values/cube.ts";
import { feasible } from "../../values/samples.ts";
import { concat, isMention, type Mention, type Text } from "../../values/text.ts";
import type { Edges, Test } from "../../values/variable.ts";
import { bind, one, withCube, type Outcome, type World } from "./world.ts";

/** Patterns of one filter that are told apart: `web-v*` and `api-v*` are two kinds of tag. */
const MOST_EDGES = 6;

/**
 * The same text with what is known of the edges of its unknown parts written out: a branch that a filter `release/*`
 * lets in becomes `release/` and a rest. Functions that cannot be undone lose less of it so.
 */
export function exposed(text: Text, world: World): Outcome<Text> {
  if (text.every((part) => typeof part === "string")) return one(world, text);
  const settled = settle(text, world.machine.cube);
  const index = settled.findIndex((part) => isMention(part) && edgesKnown(part, world) !== null);
  const part = settled[index];
  if (part === undefined || !isMention(part)) return one(world, settled);
  const around = (next: World, inner: Text): Outcome<Text> =>
    bind(exposed(settled.slice(index + 1), next), (rest, last) =>
      one(last, concat(settled.slice(0, index), inner, rest)),
    );
  return (edgesKnown(part, world) ?? []).flatMap((edges): Outcome<Text> => {
    const next = narrowed(part, edges, world);
    return next ? around(next, uncovered(part, edges)) : [];
  });
}

/** The edges that are not written out yet; null where there are none, or too many to tell apart. */
function edgesKnown(part: Mention, world: World): readonly Edges[] | null {
  const { within, tests } = constraintOf(world.machine.cube, part);
  if (within) return null;
  const known = tests.flatMap(({ test, holds }) => (holds && test.edges ? [usable(test.edges, part)] : []));
  const usual = known.filter((edges) => edges !== null);
  return usual.sort((a, b) => a.length - b.length || longest(b) - longest(a))[0] ?? null;
}

function longest(edges: readonly Edges[]): number {
  return Math.max(...edges.map(({ before, after }) => before.length + after.length));
}

function usable(edges: readonly Edges[], part: Mention): readonly Edges[] | null {
  const distinct = edges.filter(
    (edge, index) => edges.findIndex((other) => edge.before === other.before && edge.after === other.after) === index,
  );
  const shared = distinct.length > 1 && !apart(distinct) ? [common(distinct)] : distinct;
  const known = part.prefix.length + part.suffix.length;
  const adds = shared.every(({ before, after }) => before.length + after.length > known);
  const fits = shared.every(({ before, after }) => before.startsWith(part.prefix) && after.endsWith(part.suffix));
  return shared.length <= MOST_EDGES && adds && fits ? shared : null;
}

/** Whether no value begins as two of them. */
function apart(edges: readonly Edges[]): boolean {
  return edges.every((a, index) => edges.every((b, other) => index === other || !a.before.startsWith(b.before)));
}

function common(edges: readonly Edges[]): Edges {
  const [first = { before: "", after: "" }] = edges;
  let length = 0;
  const agrees = (at: number): boolean => edges.every(({ before }) => before[at] === first.before[at]);
  while (length < first.before.length && agrees(length)) length += 1;
  return { before: first.before.slice(0, length), after: "" };
}

function narrowed(part: Mention, edges: Edges, world: World): World | null {
  const constraint = constraintOf(world.machine.cube, part);
  const test = edgesTest(edges, constraint);
  const isKnown = constraint.tests.some(({ test: { edges: known }, holds }) => {
    const [only, ...more] = known ?? [];
    return holds && only?.before === edges.before && more.length === 0;
  });
  if (isKnown) return world;
  const next: Constraint = { ...constraint, tests: [...constraint.tests, { test, holds: true }] };
  return feasible(next) ? withCube(world, learn(world.machine.cube, part, next)) : null;
}

function edgesTest(edges: Edges, { tests }: Constraint): Test {
  const { before, after } = edges;
  const check = (value: string): boolean =>
    value.length >= before.length + after.length && value.startsWith(before) && value.endsWith(after);
  const examples = tests.flatMap(({ test }) => test.examples).filter(check);
  return { id: `glob:${before}*${after}`, check, examples, edges: [edges] };
}

function uncovered(part: Mention, { before, after }: Edges): Text {
  const rest: Mention = { ...part, prefix: before, suffix: after };
  return concat([before.slice(part.prefix.length)], [rest], [after.slice(0, after.length - part.suffix.length)]);
}
